package io.weir.perf.workload;

import java.util.SplittableRandom;

/** The number and length of the values of a row, and the number of indexes of its table. */
public enum RowSize {
  /** Ten values of 100 characters: about 1 KB. */
  WIDE(10, 100, 100),
  /** Three values of 24 characters: about 150 bytes with keys and names. */
  NARROW(3, 24, 24),
  /** Narrow values and a {@link DataRow#number}. */
  NUMBERED(3, 24, 24),
  /**
   * Sixteen values of 6 to 31,000 characters, evenly spread over the logarithm of their length: 100
   * bytes to 496,000, which is just below the service's 1 MiB because it counts two bytes a
   * character.
   */
  MIXED(16, 6, 31_000),
  /** One value of 1,024 characters: a message. The rows are those that wait in a queue. */
  MESSAGE(1, 1_024, 1_024),
  /**
   * Wide values and those of {@link IndexedProperties}, without an index: the base that indexes are
   * compared with.
   */
  INDEXED0(0),
  /** Rows like those of {@link #INDEXED0}, in a table with one index. */
  INDEXED1(1),
  /** Rows like those of {@link #INDEXED0}, in a table with three indexes. */
  INDEXED3(3),
  /** Rows like those of {@link #INDEXED0}, in a table with five indexes. */
  INDEXED5(5);

  private final int random;
  private final int shortest;
  private final int longest;
  private final int indexable;
  private final int indexes;

  RowSize(int random, int shortest, int longest) {
    this(random, shortest, longest, 0, 0);
  }

  RowSize(int indexes) {
    this(IndexedProperties.FIRST, 100, 100, IndexedProperties.COUNT, indexes);
  }

  RowSize(int random, int shortest, int longest, int indexable, int indexes) {
    this.random = random;
    this.shortest = shortest;
    this.longest = longest;
    this.indexable = indexable;
    this.indexes = indexes;
  }

  /** Returns the number of values. */
  public int count() {
    return random + indexable;
  }

  /** Returns the number of values that are random letters; they come first. */
  int random() {
    return random;
  }

  /** Returns whether rows have the values of {@link IndexedProperties}. */
  public boolean isIndexable() {
    return indexable > 0;
  }

  /** Returns whether rows have a number besides their values. */
  public boolean isNumbered() {
    return this == NUMBERED;
  }

  /** Returns the number of indexes of the table. */
  public int indexes() {
    return indexes;
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
