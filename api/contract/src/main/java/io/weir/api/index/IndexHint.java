package io.weir.api.index;

import org.jspecify.annotations.Nullable;

/**
 * What a query demands of the planner.
 *
 * @param allowed whether the planner may use indexes
 * @param forced the only index that the planner may use, and must use; null when the planner
 *     chooses
 */
public record IndexHint(boolean allowed, @Nullable IndexName forced) {

  /** The planner chooses. */
  public static final IndexHint AUTO = new IndexHint(true, null);

  /** The planner uses no index. */
  public static final IndexHint NONE = new IndexHint(false, null);

  public IndexHint {
    if (!allowed && forced != null) {
      throw new IllegalArgumentException("An index cannot be both forced and forbidden.");
    }
  }

  /**
   * Returns the hint that forces an index. A query that the index cannot answer fails with
   * {@code InvalidInput}.
   */
  public static IndexHint force(IndexName index) {
    return new IndexHint(true, index);
  }
}
