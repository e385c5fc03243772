package io.weir.pattern.migration;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.reactive.Unfold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The whole answer of a query, read page by page: a page is asked for when the one before it has
 * been emitted. Immutable; any thread.
 */
final class PagedStream {

  /**
   * The place between two pages.
   *
   * @param report the sum of the pages before it
   */
  private record Place(@Nullable Continuation from, QueryReport report) {}

  private PagedStream() {}

  /** Returns the answer from the pages of queries that begin at a place each. */
  static Flux<StreamItem> of(Query query, Function<Query, Mono<Page<Entity>>> pages) {
    return Unfold.<Place, List<StreamItem>>from(
            new Place(query.from(), new QueryReport(AccessPath.UNKNOWN, 0, 0, 0)),
            place -> pages.apply(rest(query, place)).map(page -> step(query, place, page)))
        .concatMapIterable(items -> items, 1);
  }

  private static Query rest(Query query, Place place) {
    return query.top() == Query.NO_TOP
        ? query.from(place.from())
        : query.from(place.from()).top((int) (query.top() - place.report().returned()));
  }

  private static Unfold.Step<Place, List<StreamItem>> step(
      Query query, Place before, Page<Entity> page) {
    var items = new ArrayList<StreamItem>();
    page.items().forEach(entity -> items.add(new StreamItem.Row(entity)));
    var report = sum(before.report(), page);
    var next = page.next();
    if (next == null || report.returned() >= query.top()) {
      items.add(new StreamItem.End(report));
      return new Unfold.Step<>(items, Optional.empty());
    }
    items.add(new StreamItem.Progress(next, report.scanned()));
    return new Unfold.Step<>(items, Optional.of(new Place(next, report)));
  }

  private static QueryReport sum(QueryReport before, Page<Entity> page) {
    var report = page.report();
    return new QueryReport(
        report.path(),
        Math.max(before.ranges(), report.ranges()),
        before.scanned() + report.scanned(),
        before.returned() + page.items().size());
  }
}
