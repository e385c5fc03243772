package io.weir.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One segment of a query's answer.
 *
 * <p>A page may be empty and yet have a continuation: the service ends a segment also when it has worked for long enough.
 *
 * @param items in the query's order
 * @param next where the next segment begins; absent when this is the last
 * @param report what answering this segment took
 */
public record Page<T>(List<T> items, @Nullable Continuation next, QueryReport report) {

  /** Most items in a page. */
  public static final int MAX_ITEMS = 1000;

  public Page {
    items = List.copyOf(items);
  }
}
