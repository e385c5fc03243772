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
 * Puts pages together from segments: one may be empty although there is more, and a page that goes on from a key begins with the rest
 * of a partition, which may be short.
 *
 * <p>Any thread; each page is a subscription of its own.
 *
 * @param segments asks the service
 * @param behind the place behind an item
 */
record Paging<T>(Segments<T> segments, Function<T, Continuation> behind) {

  /** A segment of at most so many items, or as many as the service likes with {@link Query#NO_TOP}. */
  @FunctionalInterface
  interface Segments<T> {
    Mono<ResultSegment<T>> at(RestPosition place, int top);
  }

  /**
   * A page of at most so many items; at least one of them, unless it is the last page.
   *
   * @param top 0 asks whether the table is there
   */
  Mono<Page<T>> page(RestPosition place, int top) {
    return top == 0
        ? segments.at(place, 1).map(segment -> new Page<>(List.of(), null, report(0)))
        : page(place, top, List.of());
  }

  /** What is known of how the service went about it. */
  static QueryReport report(long items) {
    return new QueryReport(AccessPath.UNKNOWN, 0, items, items);
  }

  /** How many are to be asked for next. */
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
