package io.weir.api.entity;

import java.util.Arrays;

/** A comparison of texts that are encoded as well-formed UTF-8. */
public final class Utf8 {

  private static final int FIRST_FOUR_BYTE_LEAD = 0xF0;
  private static final int SURROGATES_RANK = 0xED;

  private Utf8() {}

  /**
   * Compares two texts by UTF-16 unit, as the service orders text.
   *
   * <p>Byte order is code point order. It differs from unit order in one case: characters of four bytes are surrogate pairs in
   * UTF-16, so they sort before U+E000–U+FFFF. At the first differing byte, the lead of such a character is therefore ranked like
   * the lead of U+D800.
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
