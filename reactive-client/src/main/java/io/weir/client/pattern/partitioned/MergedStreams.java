package io.weir.client.pattern.partitioned;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.EntityKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The streams of a query from several shards as one stream in the order of keys.
 *
 * <p>Each item has a position: a row that of its key, a progress the place from which its shard would resume. The merge always emits the item
 * of the first position. When it emits a progress, all rows before its position have been emitted, of every shard; the merged stream can
 * therefore be resumed there. The report at the end adds up those of the shards.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class MergedStreams {

  /** Items read ahead of each shard. */
  static final int AHEAD = 32;

  private final Query query;
  private final List<QueryReport> reports = new ArrayList<>();
  private long scanned;
  private long returned;

  private MergedStreams(Query query) {
    this.query = query;
  }

  /** Returns the merged answer to a query from those of the shards, which are in its order; ascending for an unordered query. */
  static Flux<StreamItem> of(Query query, List<Flux<StreamItem>> shards) {
    return Flux.defer(() -> new MergedStreams(query).merged(shards));
  }

  private Flux<StreamItem> merged(List<Flux<StreamItem>> shards) {
    var sources = shards.stream().map(this::places).toArray(size -> newArray(size));
    return Flux.mergeComparing(AHEAD, PlacedItem.order(query.direction()), sources)
        .<StreamItem>handle((place, items) -> place.emitTo(items))
        .takeUntil(this::isLast)
        .concatWith(Flux.defer(() -> Flux.just(new StreamItem.End(report()))));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static Flux<PlacedItem>[] newArray(int size) {
    return new Flux[size];
  }

  /**
   * Returns the items of one shard with their positions, and keeps its report.
   *
   * <p>deliberate: a failure is an item too. It takes its turn after the rows before it, and the merged stream fails with the first one,
   * although several shards may fail at once.
   */
  private Flux<PlacedItem> places(Flux<StreamItem> items) {
    return Flux.defer(() -> {
      var placing = new Placing();
      return items
          .mapNotNull(item -> item.dispatch(placing).orElse(null))
          .onErrorResume(failure -> Mono.just(placing.failed(failure)));
    });
  }

  private boolean isLast(StreamItem item) {
    if (item instanceof StreamItem.Row) {
      returned++;
    }
    return returned == query.top();
  }

  private QueryReport report() {
    return ShardReports.sum(reports, returned);
  }

  /** Finds the positions of the items of one shard. */
  private final class Placing implements StreamItem.Handler<Optional<PlacedItem>> {

    private @Nullable EntityKey last;

    @Override
    public Optional<PlacedItem> row(StreamItem.Row item) {
      last = item.entity().key();
      return Optional.of(new PlacedItem(last, PlacedItem.AT, item, null));
    }

    @Override
    public Optional<PlacedItem> progress(StreamItem.Progress item) {
      var at = item.resume();
      last = at.key();
      scanned = Math.max(scanned, item.scanned());
      return Optional.of(new PlacedItem(
          last,
          at.inclusive() ? PlacedItem.BEFORE : PlacedItem.AFTER,
          new StreamItem.Progress(
              new Continuation(last, at.inclusive(), query.direction()), scanned),
          null));
    }

    /** Keeps the report. The end of a shard has no position. */
    @Override
    public Optional<PlacedItem> end(StreamItem.End item) {
      reports.add(item.report());
      return Optional.empty();
    }

    PlacedItem failed(Throwable failure) {
      return new PlacedItem(last, PlacedItem.AFTER, null, failure);
    }
  }
}
