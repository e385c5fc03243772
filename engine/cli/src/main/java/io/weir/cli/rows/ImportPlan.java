package io.weir.cli.rows;

/**
 * The result of a {@link Survey}: everything that the second reading needs.
 *
 * @param rows the file with known types
 * @param keys the columns that form the keys
 * @param count number of rows in the file
 * @param repeated whether two rows have the same keys
 * @param numbered whether each RowKey gets the number of its row
 */
public record ImportPlan(
    TypedRows rows, KeyColumns keys, long count, boolean repeated, boolean numbered) {

  /** Returns the number of digits of a running number: those of the last one, so that text order is the file's order. */
  int numberWidth() {
    return Long.toString(count).length();
  }
}
