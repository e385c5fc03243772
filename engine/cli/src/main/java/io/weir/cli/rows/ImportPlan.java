package io.weir.cli.rows;

/**
 * What is known about rows before they are stored: the result of a {@link Survey}, or less.
 *
 * @param rows the file with known types
 * @param keys the columns that form the keys
 * @param count number of rows in the file; {@link #UNKNOWN} without a survey
 * @param repeats number of rows that have the keys of an earlier one; {@link #UNKNOWN} without a
 *     survey
 * @param numbered whether each RowKey gets the number of its row
 */
public record ImportPlan(
    TypedRows rows, KeyColumns keys, long count, long repeats, boolean numbered) {

  /** The number of something that was not counted. */
  public static final long UNKNOWN = -1;

  /** Returns the plan for rows that are read once. */
  public static ImportPlan unsurveyed(TypedRows rows, KeyColumns keys) {
    return new ImportPlan(rows, keys, UNKNOWN, UNKNOWN, false);
  }

  /** Returns whether a later row may replace an earlier one, so that their order counts. */
  public boolean mayReplace() {
    return !numbered && repeats != 0;
  }

  /**
   * Returns the number of digits of a running number: those of the last one, so that text order is
   * the file's order.
   */
  int numberWidth() {
    return Long.toString(count).length();
  }
}
