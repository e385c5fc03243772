package io.weir.client.rest;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Assembles pages from segments. A segment may be empty although more follow, and a page that
 * continues from a key begins with the rest of a partition, which may be short.
 *
 * <p>Any thread; each page is a subscription of its own.
 *
 * @param segments asks the service
 * @param behind returns the continuation after an item
 */
record Paging<T>(Segments<T> segments, Function<T, Continuation> behind) {

  /**
   * Returns a segment of at most {@code top} items, or as many as the service chooses with
   * {@link Query#NO_TOP}.
   */
  @FunctionalInterface
  interface Segments<T> {
    Mono<ResultSegment<T>> at(RestPosition place, int top);
  }

  /**
   * Returns a page of at most {@code top} items, and at least one item unless it is the last page.
   *
   * @param top 0 checks only that the table exists
   */
  Mono<Page<T>> page(RestPosition place, int top) {
    return top == 0
        ? segments.at(place, 1).map(segment -> new Page<>(List.of(), null, report(0)))
        : page(place, top, List.of());
  }

  /** Returns a report with the little that the dialect tells. */
  static QueryReport report(long items) {
    return new QueryReport(AccessPath.UNKNOWN, 0, items, items);
  }

  /** Returns how many items to ask for next. */
  static int segmentTop(int top, long already) {
    return top == Query.NO_TOP ? Query.NO_TOP : (int) Math.min(Page.MAX_ITEMS, top - already);
  }

  private Mono<Page<T>> page(RestPosition place, int top, List<T> before) {
    return segments.at(place, segmentTop(pageTop(top), before.size())).flatMap(segment -> {
      var items = new ArrayList<>(before);
      items.addAll(segment.items());
      var rest = place.behind(segment);
      if (rest.isEmpty()) {
        return Mono.just(new Page<>(items, null, report(items.size())));
      }
      var isFull = items.size() >= pageTop(top);
      var isCut = !items.isEmpty() && !segment.token().isNone();
      return isFull || isCut
          ? Mono.just(
              new Page<>(items, behind.apply(items.get(items.size() - 1)), report(items.size())))
          : page(rest.get(), top, items);
    });
  }

  private static int pageTop(int top) {
    return top == Query.NO_TOP ? Page.MAX_ITEMS : Math.min(top, Page.MAX_ITEMS);
  }
}
