package io.weir.perf.workload;

import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The rows that a table holds before anything is done to it, and those that are inserted later, numbered from 0.
 *
 * <p>Numbers go round the partitions, so what is inserted is spread like what was there. Within a partition the order of numbers is
 * that of keys. The same number and generation always give the same row. Immutable.
 *
 * @param entities how many rows are loaded, at least 1
 * @param partitions how many partitions they lie in, 1 to {@code entities}
 * @param size how long they are
 */
public record Population(int entities, int partitions, RowSize size) {

  private static final String LETTERS = letters(1 << 16);

  public Population {
    if (partitions < 1 || entities < partitions) {
      throw new IllegalArgumentException(
          "A population has 1 to as many partitions as entities. entities=" + entities
              + " partitions=" + partitions);
    }
  }

  /** A name for a table that holds it: letters and digits. */
  public String name() {
    return size.name().charAt(0) + size.name().substring(1).toLowerCase(Locale.ROOT) + entities
        + "x" + partitions;
  }

  public EntityKey key(int number) {
    return new EntityKey(
        "partition-" + digits(number % partitions, 8), "row-" + digits(number / partitions, 8));
  }

  /** A key that no row has. */
  public EntityKey absentKey(int number) {
    var key = key(number);
    return new EntityKey(key.partitionKey(), key.rowKey() + "+");
  }

  /** A row with other values for each generation. */
  public DataRow row(int number, int generation) {
    var random = new SplittableRandom(((long) generation << 32) + number);
    var letters = size.letters(number);
    var values = IntStream.range(0, size.count())
        .mapToObj(place -> text(random, letters))
        .toList();
    return new DataRow(key(number), values);
  }

  /** Numbers of rows that follow each other within a partition: at most so many, the first one as given or as near as it goes. */
  public List<Integer> neighbours(int number, int count) {
    var first = neighbourhood(number, count);
    var rows = Math.min(count, rowsIn(number % partitions));
    return IntStream.range(0, rows).mapToObj(i -> first + i * partitions).toList();
  }

  /** The first number of that many neighbours that were all loaded, as near to the given one as it goes. */
  public int neighbourhood(int number, int count) {
    var partition = number % partitions;
    var last = Math.max(0, rowsIn(partition) - count);
    return partition + Math.min(number / partitions, last) * partitions;
  }

  /** Rows of a partition that are loaded. */
  public int rowsIn(int partition) {
    return (entities - partition + partitions - 1) / partitions;
  }

  private static String text(SplittableRandom random, int length) {
    var from = random.nextInt(LETTERS.length() - length);
    return LETTERS.substring(from, from + length);
  }

  private static String digits(int number, int width) {
    var digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }

  private static String letters(int count) {
    var random = new SplittableRandom(count);
    var letters = new StringBuilder(count);
    random.ints(count, 'a', 'z' + 1).forEach(letter -> letters.append((char) letter));
    return letters.toString();
  }
}
