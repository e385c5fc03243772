package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * Key text as bytes whose unsigned order is the order of the text's UTF-16 units.
 *
 * <p>Each unit is encoded by UTF-8's rules on its own, so a surrogate pair becomes two sequences of three bytes (the form known as
 * CESU-8) and U+1F600 sorts before U+FF5A, as the service sorts them. A text holds no U+0000, so 0x00 can end it.
 *
 * <p>Runs on any thread.
 */
public final class KeyText {

  private KeyText() {}

  /** Bytes that the text takes: one to three for each unit. */
  public static int encodedLength(String text) {
    var length = text.length();
    for (var i = 0; i < text.length(); i++) {
      var unit = text.charAt(i);
      if (unit >= 0x80) {
        length += unit >= 0x800 ? 2 : 1;
      }
    }
    return length;
  }

  /** Writes the text at {@code offset} and answers the offset behind it. The room must be there. */
  public static int encode(String text, byte[] target, int offset) {
    for (var i = 0; i < text.length(); i++) {
      var unit = text.charAt(i);
      if (unit < 0x80) {
        target[offset++] = (byte) unit;
      } else if (unit < 0x800) {
        target[offset++] = (byte) (0xC0 | unit >> 6);
        target[offset++] = (byte) (0x80 | unit & 0x3F);
      } else {
        target[offset++] = (byte) (0xE0 | unit >> 12);
        target[offset++] = (byte) (0x80 | unit >> 6 & 0x3F);
        target[offset++] = (byte) (0x80 | unit & 0x3F);
      }
    }
    return offset;
  }

  /** The text's bytes. */
  public static byte[] encode(String text) {
    var bytes = new byte[encodedLength(text)];
    encode(text, bytes, 0);
    return bytes;
  }

  /** Reads back what {@link #encode(String)} wrote. Fails with {@code InvalidInput} for bytes that it would not write. */
  public static String decode(byte[] source, int offset, int length) {
    var units = new char[length];
    var count = 0;
    var end = offset + length;
    for (var at = offset; at < end; ) {
      var lead = source[at] & 0xFF;
      if (lead < 0x80) {
        units[count++] = (char) lead;
        at += 1;
      } else if (lead < 0xE0) {
        units[count++] = unit(lead - 0xC0 << 6 | continuation(source, at + 1, end), 0x80);
        at += 2;
      } else {
        var high = lead - 0xE0 << 6 | continuation(source, at + 1, end);
        units[count++] = unit(high << 6 | continuation(source, at + 2, end), 0x800);
        at += 3;
      }
    }
    return new String(units, 0, count);
  }

  /** The six bits of a byte that is not the first of its unit. */
  private static int continuation(byte[] source, int at, int end) {
    if (at >= end || (source[at] & 0xC0) != 0x80) {
      throw malformed();
    }
    return source[at] & 0x3F;
  }

  /** A unit that needs as many bytes as it was given: one below {@code least} would have fewer, one above U+FFFF is none. */
  private static char unit(int value, int least) {
    if (value < least || value > Character.MAX_VALUE) {
      throw malformed();
    }
    return (char) value;
  }

  private static InvalidRequestException malformed() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=encodedKeyText");
  }
}
