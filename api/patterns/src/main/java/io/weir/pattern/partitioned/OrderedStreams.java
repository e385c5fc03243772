package io.weir.pattern.partitioned;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.index.SortProperty;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * The streams of a query in the order of properties from several shards as one stream in that
 * order. Each shard needs an index that serves the order. Entities of different shards with equal
 * values come in any order.
 *
 * <p>deliberate: the merged stream reports no progress. A place in it would be a place in the index
 * of each shard, and a {@link io.weir.api.Continuation} holds one.
 *
 * <p>Reads {@value MergedStreams#AHEAD} items ahead of each shard. Belongs to one subscription.
 * Shards signal on threads of their own; only the merge, whose signals follow one another, changes
 * its state.
 */
final class OrderedStreams {

  private final TableName table;
  private final Query query;
  private final MergedReport report;

  private OrderedStreams(TableName table, Query query, int shards) {
    this.table = table;
    this.query = query;
    this.report = new MergedReport(shards);
  }

  /**
   * A row; or the end or the failure of a shard, which comes after the shard's last row, or first
   * of all without one.
   *
   * @param row the row, or the shard's last row before its end
   * @param end null for a row and for a failure
   * @param failure null for a row and for an end
   */
  private record Place(
      int shard,
      @Nullable Entity row,
      @Nullable QueryReport end,
      @Nullable Throwable failure) {

    boolean isLast() {
      return end != null || failure != null;
    }
  }

  /**
   * Returns the merged answer. The values to compare are read even if the query does not select
   * them, and left out again.
   */
  static Flux<StreamItem> of(TableName table, Query query, List<TableService> shards) {
    return Flux.defer(() -> new OrderedStreams(table, query, shards.size()).merged(shards));
  }

  private Flux<StreamItem> merged(List<TableService> shards) {
    var sources = IntStream.range(0, shards.size())
        .mapToObj(shard -> places(shard, shards.get(shard)))
        .toArray(size -> newArray(size));
    return Flux.mergeComparing(MergedStreams.AHEAD, order(), sources)
        .<StreamItem>handle(this::emit)
        .takeUntil(row -> report.returned() == query.top())
        .concatWith(Mono.fromCallable(() -> new StreamItem.End(report.total())));
  }

  private void emit(Place place, SynchronousSink<StreamItem> items) {
    if (place.failure() != null) {
      items.error(place.failure());
    } else if (place.end() != null) {
      report.addEnd(place.shard(), place.end());
    } else if (place.row() != null) {
      report.addRow(place.shard());
      items.next(new StreamItem.Row(place.row().select(query.selection())));
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static Flux<Place>[] newArray(int size) {
    return new Flux[size];
  }

  private Flux<Place> places(int shard, TableService service) {
    return Flux.defer(() -> {
      var last = new Entity[1];
      return service.stream(table, query.select(compared()))
          .<Place>handle((item, places) -> {
            if (item instanceof StreamItem.Row row) {
              last[0] = row.entity();
              places.next(new Place(shard, row.entity(), null, null));
            } else if (item instanceof StreamItem.End end) {
              places.next(new Place(shard, last[0], end.report(), null));
            }
          })
          .onErrorResume(failure -> Mono.just(new Place(shard, last[0], null, failure)));
    });
  }

  private Selection compared() {
    if (query.selection().isAll()) {
      return Selection.ALL;
    }
    var names = new HashSet<>(query.selection().names());
    query.order().stream().map(SortProperty::name).forEach(names::add);
    return Selection.of(names);
  }

  private Comparator<Place> order() {
    var byValues = MergeOrder.of(query.order());
    return (one, other) -> {
      if (one.row() == null || other.row() == null) {
        return Boolean.compare(one.row() != null, other.row() != null);
      }
      var compared = byValues.compare(one.row(), other.row());
      return compared != 0 ? compared : Boolean.compare(one.isLast(), other.isLast());
    };
  }
}
