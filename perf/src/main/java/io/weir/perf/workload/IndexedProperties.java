package io.weir.perf.workload;

import io.weir.api.Query;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The properties that indexes sort by: a group, a rank, one of a hundred kinds, a name of 20 random
 * letters, one of a million numbers.
 *
 * <p>The loaded rows have the ranks from 0 on, each once, scattered over all keys. {@value #HITS}
 * neighbouring ranks are a group. A later generation of a row has other values, so that each write
 * changes each index. Numbers are texts of ten digits.
 */
public final class IndexedProperties {

  /** The place of the first of them in a row; random values come before. */
  static final int FIRST = 10;

  static final int COUNT = 5;

  /** The number of loaded rows of each group. */
  public static final int HITS = 10;

  /** The place of the group. */
  public static final int GROUP = FIRST;

  /** The place of the rank. */
  public static final int RANK = FIRST + 1;

  private static final int DIGITS = 10;
  private static final int NAME_LETTERS = 20;

  /** A prime above all numbers of rows, so that its multiples reach each rank once. */
  private static final long SPREAD = 2_654_435_761L;

  private static final long GENERATION_STEP = 104_729;

  private IndexedProperties() {}

  /** Returns the values of a row. */
  static List<String> values(int number, int generation, int entities, SplittableRandom random) {
    var rank = (int) ((number * SPREAD + generation * GENERATION_STEP) % entities);
    return List.of(
        group(rank),
        rank(rank),
        digits(random.nextInt(100)),
        RandomText.of(random, NAME_LETTERS),
        digits(random.nextInt(1_000_000)));
  }

  /** Returns the group that a rank belongs to. */
  public static String group(int rank) {
    return digits(rank / HITS);
  }

  public static String rank(int rank) {
    return digits(rank);
  }

  /** Returns the first of {@code count} indexes, each over one property. */
  public static List<IndexDefinition> indexes(int count) {
    return IntStream.range(FIRST, FIRST + count)
        .mapToObj(place -> IndexDefinition.of("By" + DataRow.name(place), DataRow.name(place)))
        .toList();
  }

  /** Returns the query for the rows of a group. */
  public static Query equalTo(String group) {
    return Query.ALL.where(compared(GROUP, Operator.EQUAL, group));
  }

  /** Returns the query for {@code rows} rows in the order of ranks, with two properties. */
  public static Query inOrder(String from, int rows) {
    var rank = DataRow.name(RANK);
    return Query.ALL
        .where(compared(RANK, Operator.GREATER_OR_EQUAL, from))
        .orderBy(SortProperty.ascending(rank))
        .select(DataRow.name(0), rank)
        .top(rows);
  }

  private static Filter compared(int place, Operator operator, String value) {
    return new Filter.Comparison(DataRow.name(place), operator, new EdmString(value));
  }

  private static String digits(int number) {
    return RandomText.digits(number, DIGITS);
  }
}
