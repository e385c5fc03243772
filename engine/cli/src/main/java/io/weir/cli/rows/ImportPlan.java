package io.weir.cli.rows;

/**
 * The result of a {@link Survey}: all that the second reading needs.
 *
 * @param rows the file, its types known
 * @param keys which columns make up the keys
 * @param count rows in the file
 * @param repeated whether two rows have the same keys
 * @param numbered whether each RowKey gets the number of its row
 */
public record ImportPlan(
    TypedRows rows, KeyColumns keys, long count, boolean repeated, boolean numbered) {

  /** Digits of a running number: as many as the last one has, so that text order is the file's order. */
  int numberWidth() {
    return Long.toString(count).length();
  }
}
