package io.weir.cli.rows;

/**
 * The result of a {@link Survey}: everything that the second reading needs.
 *
 * @param rows the file with known types
 * @param keys the columns that form the keys
 * @param count number of rows in the file
 * @param repeats number of rows that have the keys of an earlier one
 * @param numbered whether each RowKey gets the number of its row
 */
public record ImportPlan(
    TypedRows rows, KeyColumns keys, long count, long repeats, boolean numbered) {

  /** Returns the number of rows that a later one replaces. */
  public long replaced() {
    return numbered ? 0 : repeats;
  }

  /**
   * Returns the number of digits of a running number: those of the last one, so that text order is
   * the file's order.
   */
  int numberWidth() {
    return Long.toString(count).length();
  }
}
