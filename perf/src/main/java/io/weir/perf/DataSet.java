package io.weir.perf;

import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Entities of ten string properties of {@value #VALUE_BYTES} random letters each, about 600 bytes as stored, numbered from 0.
 *
 * <p>Partitions have {@value #PARTITION_ROWS} rows. The same number always gives the same entity. Immutable.
 *
 * @param entities how many there are, at least {@value #RANGE_ROWS}
 */
public record DataSet(int entities) {

  public static final TableName TABLE = new TableName("Measured");

  /** Rows of a range that is scanned. */
  public static final int RANGE_ROWS = 1_000;

  static final int PARTITION_ROWS = 10_000;
  static final int PROPERTIES = 10;
  static final int VALUE_BYTES = 50;

  public DataSet {
    if (entities < RANGE_ROWS) {
      throw new IllegalArgumentException(
          "There are as many entities as a range has. entities=" + entities);
    }
  }

  public EntityKey key(int number) {
    return new EntityKey(
        "partition-%05d".formatted(number / PARTITION_ROWS),
        "row-%08d".formatted(number % PARTITION_ROWS));
  }

  /** The entity of a number as it is loaded. */
  public Entity entity(int number) {
    return entity(number, 0);
  }

  /** The entity of a number with other values for each generation. */
  public Entity entity(int number, int generation) {
    var random = new SplittableRandom(((long) generation << 32) + number);
    var key = key(number);
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    for (var property = 0; property < PROPERTIES; property++) {
      entity.set("Property" + property, letters(random));
    }
    return entity.build();
  }

  /** All keys by number. */
  public EntityKey[] keys() {
    var keys = new EntityKey[entities];
    for (var number = 0; number < entities; number++) {
      keys[number] = key(number);
    }
    return keys;
  }

  /** A number from which on the partition has {@link #RANGE_ROWS} rows. */
  int rangeStart(SplittableRandom random) {
    var partition = random.nextInt((entities + PARTITION_ROWS - 1) / PARTITION_ROWS);
    var first = partition * PARTITION_ROWS;
    var rows = Math.min(PARTITION_ROWS, entities - first);
    return rows < RANGE_ROWS
        ? entities - RANGE_ROWS - rows
        : first + random.nextInt(rows - RANGE_ROWS + 1);
  }

  /** Matches the partition of the key from its row on. */
  static Filter from(EntityKey key) {
    return new Filter.And(List.of(
        new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(key.partitionKey())),
        new Filter.Comparison("RowKey", Operator.GREATER_OR_EQUAL, new EdmString(key.rowKey()))));
  }

  private static String letters(SplittableRandom random) {
    var letters = new char[VALUE_BYTES];
    for (var i = 0; i < VALUE_BYTES; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }
}
