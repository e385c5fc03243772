package io.weir.perf.workload;

import io.weir.api.TableName;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Entities of random letters for the embedded engine, numbered from 0 in the order of their keys.
 *
 * <p>Partitions have {@value #PARTITION_ROWS} rows. The same number and generation always give the
 * same entity. Immutable.
 *
 * @param entities the number of entities, at least {@value #RANGE_ROWS}
 * @param shape the number and length of their values
 */
public record DataSet(int entities, RowSize shape) {

  public static final TableName TABLE = new TableName("Measured");

  /** The number of rows of a scanned range. */
  public static final int RANGE_ROWS = 1_000;

  /** Exactly one of this many neighbouring entities matches {@link #filter}. */
  public static final int ONE_MATCHES_IN = 25;

  public static final int PARTITION_ROWS = 10_000;

  private static final char MATCHING_LETTER = 'h';

  public DataSet {
    if (entities < RANGE_ROWS) {
      throw new IllegalArgumentException(
          "a data set needs as many entities as a range entities=" + entities);
    }
  }

  /** Wide entities. */
  public DataSet(int entities) {
    this(entities, RowSize.WIDE);
  }

  public EntityKey key(int number) {
    return new EntityKey(partition(number), row(number));
  }

  /** Returns the key directly after that of a number; no entity has it. */
  public EntityKey absentKey(int number) {
    return new EntityKey(partition(number), row(number) + "+");
  }

  /** Returns an entity as it is loaded. */
  public Entity entity(int number) {
    return entity(number, 0);
  }

  /**
   * Returns an entity with other values for each generation, of the same length and equally often
   * matched.
   */
  public Entity entity(int number, int generation) {
    var random = new SplittableRandom(((long) generation << 32) + number);
    var letters = shape.letters(number);
    var values = new ArrayList<String>();
    for (var place = 1; place < shape.random(); place++) {
      values.add(RandomText.of(random, letters));
    }
    var first = (char) ('a' + number % ONE_MATCHES_IN);
    values.add(first + RandomText.of(random, letters - 1));
    if (shape.isIndexable()) {
      values.addAll(IndexedProperties.values(number, generation, entities, random));
    }
    return new DataRow(key(number), values).entity();
  }

  /** Returns a filter that matches one entity in {@value #ONE_MATCHES_IN} and ignores keys. */
  public Filter filter() {
    return new Filter.And(List.of(
        comparison(filtered(), Operator.GREATER_OR_EQUAL, "" + MATCHING_LETTER),
        comparison(filtered(), Operator.LESS, "" + (char) (MATCHING_LETTER + 1))));
  }

  /** The last random property is the one that filters compare. */
  private String filtered() {
    return DataRow.name(shape.random() - 1);
  }

  /** Returns a number after which its partition has {@link #RANGE_ROWS} rows. */
  public int rangeStart(SplittableRandom random) {
    var partition = random.nextInt((entities + PARTITION_ROWS - 1) / PARTITION_ROWS);
    var first = partition * PARTITION_ROWS;
    var rows = Math.min(PARTITION_ROWS, entities - first);
    return rows < RANGE_ROWS
        ? entities - RANGE_ROWS - rows
        : first + random.nextInt(rows - RANGE_ROWS + 1);
  }

  /** Returns a filter for the rows of a partition from a key on. */
  public static Filter from(EntityKey key) {
    return new Filter.And(List.of(
        comparison("PartitionKey", Operator.EQUAL, key.partitionKey()),
        comparison("RowKey", Operator.GREATER_OR_EQUAL, key.rowKey())));
  }

  private static Filter comparison(String property, Operator operator, String literal) {
    return new Filter.Comparison(property, operator, new EdmString(literal));
  }

  private static String partition(int number) {
    return "partition-" + RandomText.digits(number / PARTITION_ROWS, 5);
  }

  private static String row(int number) {
    return "row-" + RandomText.digits(number % PARTITION_ROWS, 8);
  }
}
