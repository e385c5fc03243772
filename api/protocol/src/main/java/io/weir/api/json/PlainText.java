package io.weir.api.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A test whether UTF-8 text can be copied into a JSON string without escapes. Control characters,
 * quotation marks and reverse solidus need escapes (RFC 8259, section 7). Most text contains none
 * of them.
 *
 * <p>Each step tests eight bytes. It uses the tests for a zero byte and for a byte less than n from
 * S. E. Anderson, "Bit Twiddling Hacks". They detect exactly whether there is such a byte. Any
 * thread.
 */
final class PlainText {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = EACH_BYTE << 7;
  private static final long BLANKS = EACH_BYTE * ' ';
  private static final long QUOTES = EACH_BYTE * '"';
  private static final long BACKSLASHES = EACH_BYTE * '\\';

  private PlainText() {}

  static boolean is(byte[] utf8, int offset, int length) {
    var end = offset + length;
    if (length < Long.BYTES) {
      return isShort(utf8, offset, end);
    }
    var found = 0L;
    for (var at = offset; at <= end - Long.BYTES; at += Long.BYTES) {
      found |= escaped((long) WORDS.get(utf8, at));
    }
    return (found | escaped((long) WORDS.get(utf8, end - Long.BYTES))) == 0;
  }

  private static boolean isShort(byte[] utf8, int from, int to) {
    for (var at = from; at < to; at++) {
      if (utf8[at] >= 0 && utf8[at] < ' ' || utf8[at] == '"' || utf8[at] == '\\') {
        return false;
      }
    }
    return true;
  }

  /** Returns zero when none of the eight bytes needs an escape. */
  private static long escaped(long word) {
    return (word - BLANKS & ~word | zero(word ^ QUOTES) | zero(word ^ BACKSLASHES)) & HIGH_BITS;
  }

  private static long zero(long word) {
    return word - EACH_BYTE & ~word;
  }
}
