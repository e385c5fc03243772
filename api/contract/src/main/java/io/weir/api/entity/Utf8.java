package io.weir.api.entity;

import java.util.Arrays;

/**
 * The order and the length of texts that are encoded as well-formed UTF-8, without decoding them.
 */
public final class Utf8 {

  private static final int FIRST_FOUR_BYTE_LEAD = 0xF0;
  private static final int SURROGATES_RANK = 0xED;

  private static final long NOT_ASCII = 0x8080808080808080L;
  private static final int CONTINUATION = 0x80;
  private static final int CONTINUATION_MASK = 0xC0;

  private Utf8() {}

  /** Returns the number of UTF-16 units of a text. Eight ASCII characters are one step. */
  static int units(byte[] text, int offset, int length) {
    var units = length;
    var end = offset + length;
    for (var at = offset; at < end; ) {
      if (end - at >= Long.BYTES && (BigEndian.int64(text, at) & NOT_ASCII) == 0) {
        at += Long.BYTES;
      } else {
        var unit = text[at++] & 0xFF;
        units -= (unit & CONTINUATION_MASK) == CONTINUATION ? 1 : 0;
        units += unit >= FIRST_FOUR_BYTE_LEAD ? 1 : 0; // a surrogate pair
      }
    }
    return units;
  }

  /**
   * Compares two texts by UTF-16 unit, as the service orders text.
   *
   * <p>Byte order is code point order. It differs from unit order in one case: characters of four
   * bytes are surrogate pairs in UTF-16, so they sort before U+E000–U+FFFF. At the first differing
   * byte, the lead of such a character is therefore ranked like the lead of U+D800.
   */
  public static int compareUtf16Order(
      byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
    var at = Arrays.mismatch(
        left, leftOffset, leftOffset + leftLength, right, rightOffset, rightOffset + rightLength);
    if (at < 0 || at == Math.min(leftLength, rightLength)) {
      return Integer.compare(leftLength, rightLength);
    }
    var a = left[leftOffset + at] & 0xFF;
    var b = right[rightOffset + at] & 0xFF;
    var byRank = Integer.compare(rank(a), rank(b));
    return byRank != 0 ? byRank : Integer.compare(a, b);
  }

  private static int rank(int lead) {
    return lead >= FIRST_FOUR_BYTE_LEAD ? SURROGATES_RANK : lead;
  }
}
