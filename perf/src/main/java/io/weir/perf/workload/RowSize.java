package io.weir.perf.workload;

import java.util.SplittableRandom;

/** The number and length of the values of a row. */
public enum RowSize {
  /** Ten values of 100 characters: about 1 KB. */
  WIDE(10) {
    @Override
    int letters(int number) {
      return 100;
    }
  },
  /** Three values of 24 characters: about 150 bytes with keys and names. */
  NARROW(3) {
    @Override
    int letters(int number) {
      return 24;
    }
  },
  /**
   * Sixteen values of 6 to 31,000 characters, evenly spread over the logarithm of their length: 100 bytes to 496,000, which is just
   * below the service's 1 MiB because it counts two bytes a character.
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

  /** Returns the number of values. */
  public int count() {
    return count;
  }

  /** Returns the length of each value of a row, in characters. */
  abstract int letters(int number);
}
