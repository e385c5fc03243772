package io.weir.engine;

import io.weir.api.Aggregates;
import io.weir.api.Query;
import io.weir.api.aggregate.AggregateFold;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.engine.catalog.Table;
import io.weir.engine.scan.LeafCount;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * An aggregation of what a scan finds, slice by slice: see {@link SlicedRead}. Between two slices
 * it holds the groups, and neither entities nor pins. Each group of the answer is a slice of its
 * own.
 *
 * <p>Belongs to one thread at a time.
 */
final class AggregateRead {

  /** Entities of a slice: one that finds so many takes some tenths of a millisecond. */
  private static final int ROWS_A_SLICE = 512;

  private final Scan scan;
  private final AggregateFold fold;
  private final List<Entity> slice = new ArrayList<>();
  private final List<Entity> groups = new ArrayList<>();

  /** The groups that are still to be made; null while the scan goes on. */
  private @Nullable Iterator<Entity> results;

  private AggregateRead(Scan scan, Aggregation aggregation) {
    this.scan = scan;
    this.fold = new AggregateFold(aggregation);
  }

  /**
   * Returns the answer to an aggregation. Counts alone are read from the counters of leaf pages
   * where that is possible, anything else by a scan.
   */
  static Mono<Aggregates> of(
      ReadView store,
      Table table,
      Query query,
      Aggregation aggregation,
      Function<Query, Scan> scans) {
    var counters =
        aggregation.isCount() ? Scans.countOf(store, table, query) : Optional.<LeafCount>empty();
    return counters
        .map(count -> SlicedRead.of(store, count::advance, count::report, count::await)
            .map(report -> Aggregates.ofCount(aggregation, report)))
        .orElseGet(() -> {
          // deliberate: whole entities; a selection would copy each of them once more
          var read = new AggregateRead(scans.apply(query.select(Selection.ALL)), aggregation);
          return SlicedRead.of(store, read::advance, read::answer, read::await);
        });
  }

  /** Aggregates a slice, or makes a group of the answer. Returns true after the last group. */
  private boolean advance() {
    var left = results;
    if (left == null) {
      if (scanSlice()) {
        scan.ended();
        results = fold.results();
      }
      return false;
    }
    if (left.hasNext()) {
      groups.add(left.next());
    }
    return !left.hasNext();
  }

  /** Aggregates a slice, also one that ends at a cold page. Returns true after the last one. */
  private boolean scanSlice() {
    try {
      return scan.advance(ROWS_A_SLICE, slice);
    } finally {
      scan.release();
      slice.forEach(fold::add);
      slice.clear();
    }
  }

  private void await(ColdPage cold, Executor loop, Runnable task) {
    try {
      scan.await(cold, ROWS_A_SLICE, loop, task);
    } finally {
      scan.release();
    }
  }

  private Aggregates answer() {
    return new Aggregates(groups, scan.report());
  }
}
