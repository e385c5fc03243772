package io.weir.engine;

import io.weir.api.Aggregates;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.aggregate.AggregateFold;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.engine.catalog.Table;
import io.weir.engine.loop.Loop;
import io.weir.engine.scan.LeafCount;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.store.ReadView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * An aggregation of what scans find, slice by slice: see {@link SlicedRead}. Between two slices it
 * holds the groups, and neither entities nor pins.
 *
 * <p>On a loop, all loops of the store share the read of many entities: each reads some partition
 * groups into groups of its own, and the loop that was asked makes the answer of them. On any other
 * thread, that thread reads everything.
 */
final class AggregateRead {

  /** Entities of a slice: one that finds so many takes some tenths of a millisecond. */
  private static final int ROWS_A_SLICE = 512;

  private final ReadView store;
  private final Aggregation aggregation;
  private final Consumer<QueryReport> ended;

  private AggregateRead(ReadView store, Aggregation aggregation, Consumer<QueryReport> ended) {
    this.store = store;
    this.aggregation = aggregation;
    this.ended = ended;
  }

  /**
   * Returns the answer to an aggregation. Counts alone are read from the counters of leaf pages
   * where that is possible, anything else by scans.
   *
   * @param scans returns the scans of a query
   * @param ended takes the report when all entities were read
   */
  static Mono<Aggregates> of(
      ReadView store,
      Table table,
      Query query,
      Aggregation aggregation,
      Function<Query, List<Scan>> scans,
      Consumer<QueryReport> ended) {
    var counters =
        aggregation.isCount() ? Scans.countOf(store, table, query) : Optional.<LeafCount>empty();
    return counters
        .map(count -> SlicedRead.of(store, count::advance, count::report, count::await)
            .map(report -> Aggregates.ofCount(aggregation, report)))
        .orElseGet(() -> new AggregateRead(store, aggregation, ended)
            // deliberate: whole entities; a selection would copy each of them once more
            .read(scans.apply(query.select(Selection.ALL))));
  }

  /** Returns how many scans the thread that asks can have read at once. */
  static int mostScans(ReadView store) {
    return store.loops().current() == null ? 1 : store.loops().all().size();
  }

  private Mono<Aggregates> read(List<Scan> scans) {
    var home = store.loops().current();
    return home == null || scans.size() == 1
        ? Flux.fromIterable(scans).concatMap(this::fold).reduce(Part::join).flatMap(this::answer)
        : shared(scans, home);
  }

  /** Each scan is read on a loop of its own, the last one on the loop that was asked. */
  private Mono<Aggregates> shared(List<Scan> scans, Loop home) {
    var others = store.loops().all().stream().filter(loop -> !loop.equals(home)).toList();
    return Flux.range(0, scans.size())
        .flatMap(
            place -> place < others.size()
                ? fold(scans.get(place)).subscribeOn(answersOf(others.get(place)))
                : fold(scans.get(place)),
            scans.size())
        .publishOn(answersOf(home))
        .reduce(Part::join)
        .flatMap(this::answer);
  }

  /** Returns a scheduler whose tasks take turns with the other answers of a loop. */
  private static Scheduler answersOf(Loop loop) {
    return Schedulers.fromExecutor(loop.longWork().answers()::take);
  }

  private Mono<Part> fold(Scan scan) {
    var fold = new AggregateFold(aggregation);
    var slice = new ArrayList<Entity>();
    return SlicedRead.of(
        store,
        () -> scanSlice(scan, fold, slice),
        () -> new Part(fold, scan.report()),
        (cold, loop, task) -> {
          try {
            scan.await(cold, ROWS_A_SLICE, loop, task);
          } finally {
            scan.release();
          }
        });
  }

  /** Aggregates a slice, also one that ends at a cold page. Returns true after the last one. */
  private static boolean scanSlice(Scan scan, AggregateFold fold, List<Entity> slice) {
    try {
      return scan.advance(ROWS_A_SLICE, slice);
    } finally {
      scan.release();
      slice.forEach(fold::add);
      slice.clear();
    }
  }

  /** Makes the groups of the answer. Each is a slice of its own. */
  private Mono<Aggregates> answer(Part whole) {
    ended.accept(whole.report);
    var results = whole.fold.results();
    var groups = new ArrayList<Entity>();
    return SlicedRead.of(
        store,
        () -> {
          if (results.hasNext()) {
            groups.add(results.next());
          }
          return !results.hasNext();
        },
        () -> new Aggregates(groups, whole.report));
  }

  /** What was read of some partition groups, or of all. Belongs to one thread at a time. */
  private record Part(AggregateFold fold, QueryReport report) {

    Part join(Part other) {
      fold.addAll(other.fold);
      var sum = new QueryReport(
          report.path(),
          report.index(),
          report.ranges(),
          report.scanned() + other.report.scanned(),
          report.returned() + other.report.returned());
      return new Part(fold, sum);
    }
  }
}
