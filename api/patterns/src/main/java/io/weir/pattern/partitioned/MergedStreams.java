package io.weir.pattern.partitioned;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * The streams of a query from several shards as one stream in the order of keys.
 *
 * <p>Each item has a position: a row that of its key, a progress the place from which its shard
 * would resume, an end the place after the last of its shard. The merge always emits the item of
 * the first position. When it emits a progress, all rows before its position have been emitted, of
 * every shard; the merged stream can therefore be resumed there. A progress and the end count what
 * was taken from all shards: see {@link MergedReport}.
 *
 * <p>Belongs to one subscription. Shards signal on threads of their own; only the merge, whose
 * signals follow one another, changes its state.
 */
final class MergedStreams {

  /** Items read ahead of each shard. */
  static final int AHEAD = 32;

  private final Query query;
  private final MergedReport report;

  private MergedStreams(Query query, int shards) {
    this.query = query;
    this.report = new MergedReport(shards);
  }

  /**
   * Returns the merged answer to a query from those of the shards, which are in its order;
   * ascending for an unordered query.
   */
  static Flux<StreamItem> of(Query query, List<Flux<StreamItem>> shards) {
    return Flux.defer(() -> new MergedStreams(query, shards.size()).merged(shards));
  }

  private Flux<StreamItem> merged(List<Flux<StreamItem>> shards) {
    var sources = IntStream.range(0, shards.size())
        .mapToObj(shard -> places(shard, shards.get(shard)))
        .toArray(size -> newArray(size));
    return Flux.mergeComparing(AHEAD, PlacedItem.order(query.direction()), sources)
        .<StreamItem>handle(this::emit)
        .takeUntil(item -> report.returned() == query.top())
        .concatWith(Mono.fromCallable(() -> new StreamItem.End(report.total())));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static Flux<PlacedItem>[] newArray(int size) {
    return new Flux[size];
  }

  /**
   * Returns the items of one shard with their positions.
   *
   * <p>deliberate: a failure is an item too. It takes its turn after the rows before it, and the
   * merged stream fails with the first one, although several shards may fail at once.
   */
  private static Flux<PlacedItem> places(int shard, Flux<StreamItem> items) {
    return Flux.defer(() -> {
      var placing = new Placing(shard);
      return items
          .map(item -> item.dispatch(placing))
          .onErrorResume(failure -> Mono.just(placing.failed(failure)));
    });
  }

  private void emit(PlacedItem place, SynchronousSink<StreamItem> items) {
    if (place.failure() != null) {
      items.error(place.failure());
    } else if (place.item() != null) {
      place.item().dispatch(new Taking(place.shard())).ifPresent(items::next);
    }
  }

  /**
   * Counts an item of a shard that the merge has taken, and returns the item of the merged stream.
   */
  private final class Taking implements StreamItem.Handler<Optional<StreamItem>> {

    private final int shard;

    Taking(int shard) {
      this.shard = shard;
    }

    @Override
    public Optional<StreamItem> row(StreamItem.Row item) {
      report.addRow(shard);
      return Optional.of(item);
    }

    @Override
    public Optional<StreamItem> progress(StreamItem.Progress item) {
      report.addProgress(shard, item.scanned());
      var at = item.resume();
      return Optional.of(new StreamItem.Progress(
          new Continuation(at.key(), at.inclusive(), query.direction()), report.scanned()));
    }

    @Override
    public Optional<StreamItem> end(StreamItem.End item) {
      report.addEnd(shard, item.report());
      return Optional.empty();
    }
  }

  /**
   * Finds the positions of the items of one shard. Belongs to the thread that the shard signals on.
   */
  private static final class Placing implements StreamItem.Handler<PlacedItem> {

    private final int shard;
    private @Nullable EntityKey last;

    Placing(int shard) {
      this.shard = shard;
    }

    @Override
    public PlacedItem row(StreamItem.Row item) {
      last = item.entity().key();
      return new PlacedItem(shard, last, PlacedItem.AT, item, null);
    }

    @Override
    public PlacedItem progress(StreamItem.Progress item) {
      var at = item.resume();
      last = at.key();
      return new PlacedItem(
          shard, last, at.inclusive() ? PlacedItem.BEFORE : PlacedItem.AFTER, item, null);
    }

    @Override
    public PlacedItem end(StreamItem.End item) {
      return new PlacedItem(shard, last, PlacedItem.AFTER, item, null);
    }

    PlacedItem failed(Throwable failure) {
      return new PlacedItem(shard, last, PlacedItem.AFTER, null, failure);
    }
  }
}
