package io.weir.perf.workload;

import java.util.SplittableRandom;

/** The number and length of the values of a row. */
public enum RowSize {
  /** Ten values of 100 characters: about 1 KB. */
  WIDE(10, 100, 100),
  /** Three values of 24 characters: about 150 bytes with keys and names. */
  NARROW(3, 24, 24),
  /**
   * Sixteen values of 6 to 31,000 characters, evenly spread over the logarithm of their length: 100 bytes to 496,000, which is just
   * below the service's 1 MiB because it counts two bytes a character.
   */
  MIXED(16, 6, 31_000);

  private final int count;
  private final int shortest;
  private final int longest;

  RowSize(int count, int shortest, int longest) {
    this.count = count;
    this.shortest = shortest;
    this.longest = longest;
  }

  /** Returns the number of values. */
  public int count() {
    return count;
  }

  /** Returns the length of each value of a row, in characters. */
  int letters(int number) {
    if (shortest == longest) {
      return shortest;
    }
    var uniform = new SplittableRandom(number).nextDouble();
    return (int) (shortest * Math.pow((double) longest / shortest, uniform));
  }
}
