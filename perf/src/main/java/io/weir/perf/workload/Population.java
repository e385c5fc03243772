package io.weir.perf.workload;

import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The rows of a table, numbered from 0: those that are loaded and, after them, those that are
 * inserted.
 *
 * <p>Consecutive numbers belong to different partitions, so inserted rows are spread like loaded
 * ones. Within a partition numbers are in the order of keys. The same number and generation always
 * give the same row. Immutable.
 *
 * @param entities the number of loaded rows, at least 1
 * @param partitions the number of partitions, 1 to {@code entities}
 * @param size the length of the rows
 */
public record Population(int entities, int partitions, RowSize size) {

  /** Numbers of rows are below this. */
  private static final int NUMBERS = 1_000;

  public Population {
    if (partitions < 1 || entities < partitions) {
      throw new IllegalArgumentException(
          "partitions must be from 1 to the number of entities entities=" + entities
              + " partitions=" + partitions);
    }
  }

  /** Returns a name for its table, of letters and digits. */
  public String name() {
    return size.name().charAt(0) + size.name().substring(1).toLowerCase(Locale.ROOT) + entities
        + "x" + partitions;
  }

  public EntityKey key(int number) {
    return new EntityKey(
        "partition-" + RandomText.digits(number % partitions, 8),
        "row-" + RandomText.digits(number / partitions, 8));
  }

  /** Returns a key that no row has. */
  public EntityKey absentKey(int number) {
    var key = key(number);
    return new EntityKey(key.partitionKey(), key.rowKey() + "+");
  }

  /** Returns a row; each generation has other values. */
  public DataRow row(int number, int generation) {
    var random = new SplittableRandom(((long) generation << 32) + number);
    var letters = size.letters(number);
    var values = new ArrayList<String>(size.count());
    for (var place = 0; place < size.random(); place++) {
      values.add(RandomText.of(random, letters));
    }
    if (size.isIndexable()) {
      values.addAll(IndexedProperties.values(number, generation, entities, random));
    }
    return new DataRow(key(number), values, numberOf(number));
  }

  private OptionalLong numberOf(int row) {
    return size.isNumbered() ? OptionalLong.of(row % NUMBERS) : OptionalLong.empty();
  }

  /**
   * Returns at most {@code count} neighbouring rows of a partition, from {@code number} on or as
   * near as possible.
   */
  public List<Integer> neighbours(int number, int count) {
    var first = neighbourhood(number, count);
    var rows = Math.min(count, rowsIn(number % partitions));
    return IntStream.range(0, rows).mapToObj(i -> first + i * partitions).toList();
  }

  /** Returns the first of that many loaded neighbours, as near to {@code number} as possible. */
  public int neighbourhood(int number, int count) {
    var partition = number % partitions;
    var last = Math.max(0, rowsIn(partition) - count);
    return partition + Math.min(number / partitions, last) * partitions;
  }

  /** Returns how many loaded rows a partition has. */
  public int rowsIn(int partition) {
    return (entities - partition + partitions - 1) / partitions;
  }
}
