package io.weir.perf.workload;

import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Entities of random letters, numbered from 0.
 *
 * <p>Partitions have {@value #PARTITION_ROWS} rows, and the order of numbers is the order of keys. The same number always gives the
 * same entity. Immutable.
 *
 * @param entities how many there are, at least {@value #RANGE_ROWS}
 * @param shape what they look like
 */
public record DataSet(int entities, Shape shape) {

  public static final TableName TABLE = new TableName("Measured");

  /** Rows of a range that is scanned. */
  public static final int RANGE_ROWS = 1_000;

  /** Of so many entities that follow each other, exactly one matches {@link #filter}. */
  public static final int ONE_MATCHES_IN = 25;

  public static final int PARTITION_ROWS = 10_000;

  private static final char MATCHING_LETTER = 'h';
  private static final String LETTERS = letters(1 << 16);

  public DataSet {
    if (entities < RANGE_ROWS) {
      throw new IllegalArgumentException(
          "There are as many entities as a range has. entities=" + entities);
    }
  }

  /** Wide entities. */
  public DataSet(int entities) {
    this(entities, Shape.WIDE);
  }

  public EntityKey key(int number) {
    return new EntityKey(partition(number), row(number));
  }

  /** A key right behind that of a number, which no entity has. */
  public EntityKey absentKey(int number) {
    return new EntityKey(partition(number), row(number) + "+");
  }

  /** The entity of a number as it is loaded. */
  public Entity entity(int number) {
    return entity(number, 0);
  }

  /** The entity of a number with other values for each generation, but as long and as much matched. */
  public Entity entity(int number, int generation) {
    var random = new SplittableRandom(((long) generation << 32) + number);
    var entity = Entity.builder(partition(number), row(number));
    for (var property = 0; property < shape.properties() - 1; property++) {
      entity.set(Shape.property(property), text(random, shape.letters()));
    }
    var first = (char) ('a' + number % ONE_MATCHES_IN);
    return entity
        .set(shape.filtered(), first + text(random, shape.letters() - 1))
        .build();
  }

  /** True of one entity in {@value #ONE_MATCHES_IN}; says nothing about keys. */
  public Filter filter() {
    return new Filter.And(List.of(
        comparison(shape.filtered(), Operator.GREATER_OR_EQUAL, "" + MATCHING_LETTER),
        comparison(shape.filtered(), Operator.LESS, "" + (char) (MATCHING_LETTER + 1))));
  }

  /** A number from which on the partition has {@link #RANGE_ROWS} rows. */
  public int rangeStart(SplittableRandom random) {
    var partition = random.nextInt((entities + PARTITION_ROWS - 1) / PARTITION_ROWS);
    var first = partition * PARTITION_ROWS;
    var rows = Math.min(PARTITION_ROWS, entities - first);
    return rows < RANGE_ROWS
        ? entities - RANGE_ROWS - rows
        : first + random.nextInt(rows - RANGE_ROWS + 1);
  }

  /** Matches the partition of the key from its row on. */
  public static Filter from(EntityKey key) {
    return new Filter.And(List.of(
        comparison("PartitionKey", Operator.EQUAL, key.partitionKey()),
        comparison("RowKey", Operator.GREATER_OR_EQUAL, key.rowKey())));
  }

  private static Filter comparison(String property, Operator operator, String literal) {
    return new Filter.Comparison(property, operator, new EdmString(literal));
  }

  private static String partition(int number) {
    return "partition-" + digits(number / PARTITION_ROWS, 5);
  }

  private static String row(int number) {
    return "row-" + digits(number % PARTITION_ROWS, 8);
  }

  private static String digits(int number, int width) {
    var digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }

  private static String text(SplittableRandom random, int length) {
    var from = random.nextInt(LETTERS.length() - length);
    return LETTERS.substring(from, from + length);
  }

  private static String letters(int count) {
    var random = new SplittableRandom(count);
    var letters = new StringBuilder(count);
    for (var i = 0; i < count; i++) {
      letters.append((char) ('a' + random.nextInt(26)));
    }
    return letters.toString();
  }
}
