package io.weir.perf.workload;

import java.util.SplittableRandom;

/** How long the values of a row are. */
public enum RowSize {
  /** Ten values of 100 letters: about 1 KB. */
  WIDE(10) {
    @Override
    int letters(int number) {
      return 100;
    }
  },
  /** Three values of 24 letters: about 150 bytes with keys and names. */
  NARROW(3) {
    @Override
    int letters(int number) {
      return 24;
    }
  },
  /**
   * Sixteen values of 6 to 31,000 letters, short ones as likely as ones ten times as long: 100 bytes to 496,000, which is just below
   * the service's 1 MiB, for it counts two bytes a letter.
   */
  MIXED(16) {
    @Override
    int letters(int number) {
      var uniform = new SplittableRandom(number).nextDouble();
      return (int) (SHORTEST * Math.pow((double) LONGEST / SHORTEST, uniform));
    }
  };

  private static final int SHORTEST = 6;
  private static final int LONGEST = 31_000;

  private final int count;

  RowSize(int count) {
    this.count = count;
  }

  /** How many values a row has. */
  public int count() {
    return count;
  }

  /** Length of each value of the row of this number. */
  abstract int letters(int number);
}
