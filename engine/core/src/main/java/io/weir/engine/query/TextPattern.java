package io.weir.engine.query;

/**
 * A text to search for in other texts, in one pass and without going back.
 *
 * <p>Source: Knuth, Morris, Pratt, "Fast Pattern Matching in Strings", SIAM Journal on Computing 6
 * (1977). Immutable; any thread.
 */
final class TextPattern {

  private final String text;
  /**
   * By n: the length of the longest text, shorter than n, that begins and ends the first n units.
   */
  private final int[] borders;

  TextPattern(String text) {
    this.text = text;
    this.borders = new int[text.length() + 1];
    for (var n = 1; n < text.length(); n++) {
      borders[n + 1] = extend(borders[n], text.charAt(n));
    }
  }

  int length() {
    return text.length();
  }

  /**
   * Returns how many units of the pattern match after another unit of the searched text.
   *
   * @param matched how many matched before it; less than the pattern's length
   */
  int extend(int matched, char unit) {
    var n = matched;
    while (text.charAt(n) != unit) {
      if (n == 0) {
        return 0;
      }
      n = borders[n];
    }
    return n + 1;
  }
}
