package io.weir.perf.workload;

import java.util.SplittableRandom;

/** Random letters for the values of rows, and padded numbers for their keys. Any thread. */
final class RandomText {

  private static final int COUNT = 1 << 16;
  private static final String LETTERS = letters();

  private RandomText() {}

  /**
   * Returns a piece of one long random text: cheap to make, and the same for the same state of
   * {@code random}.
   */
  static String of(SplittableRandom random, int length) {
    var from = random.nextInt(COUNT - length);
    return LETTERS.substring(from, from + length);
  }

  /** Returns a number with zeros before it, so that the order of texts is that of numbers. */
  static String digits(int number, int width) {
    var digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }

  private static String letters() {
    var letters = new StringBuilder(COUNT);
    new SplittableRandom(COUNT)
        .ints(COUNT, 'a', 'z' + 1)
        .forEach(letter -> letters.append((char) letter));
    return letters.toString();
  }
}
