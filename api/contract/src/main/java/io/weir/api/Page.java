package io.weir.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One segment of a query's answer.
 *
 * <p>A page may be empty and still have a continuation, because the service also ends a segment
 * when its time is used up.
 *
 * @param items the items, in the query's order
 * @param next where the next segment begins; null when this segment is the last
 * @param report the cost of this segment
 */
public record Page<T>(List<T> items, @Nullable Continuation next, QueryReport report) {

  /** Most items in a page. */
  public static final int MAX_ITEMS = 1000;

  public Page {
    items = List.copyOf(items);
  }
}
