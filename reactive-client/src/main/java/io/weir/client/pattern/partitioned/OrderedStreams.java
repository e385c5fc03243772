package io.weir.client.pattern.partitioned;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The streams of a query in the order of properties from several shards as one stream in that order. Each shard needs an index that serves the
 * order. Entities of different shards with equal values come in any order.
 *
 * <p>deliberate: the merged stream reports no progress. A place in it would be a place in the index of each shard, and a {@link
 * io.weir.api.Continuation} holds one.
 *
 * <p>Reads {@value MergedStreams#AHEAD} items ahead of each shard. Belongs to one subscription, whose signals follow one another.
 */
final class OrderedStreams {

  private final TableName table;
  private final Query query;
  private final List<QueryReport> reports = new ArrayList<>();
  private long returned;

  private OrderedStreams(TableName table, Query query) {
    this.table = table;
    this.query = query;
  }

  /** A row; or the failure of a shard, which comes after the shard's last row, or first of all without one. */
  private record Place(@Nullable Entity row, @Nullable Throwable failure) {}

  /** Returns the merged answer. The values to compare are read even if the query does not select them, and left out again. */
  static Flux<StreamItem> of(TableName table, Query query, List<TableService> shards) {
    return Flux.defer(() -> new OrderedStreams(table, query).merged(shards));
  }

  private Flux<StreamItem> merged(List<TableService> shards) {
    var sources = shards.stream().map(this::places).toArray(size -> newArray(size));
    return Flux.mergeComparing(MergedStreams.AHEAD, order(), sources)
        .<StreamItem>handle((place, items) -> {
          if (place.failure() != null) {
            items.error(place.failure());
          } else if (place.row() != null) {
            items.next(new StreamItem.Row(place.row().select(query.selection())));
          }
        })
        .takeUntil(row -> ++returned == query.top())
        .concatWith(
            Mono.fromCallable(() -> new StreamItem.End(ShardReports.sum(reports, returned))));
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static Flux<Place>[] newArray(int size) {
    return new Flux[size];
  }

  private Flux<Place> places(TableService shard) {
    return Flux.defer(() -> {
      var last = new Entity[1];
      return shard.stream(table, query.select(compared()))
          .<Place>handle((item, places) -> {
            if (item instanceof StreamItem.Row row) {
              last[0] = row.entity();
              places.next(new Place(row.entity(), null));
            } else if (item instanceof StreamItem.End end) {
              reports.add(end.report());
            }
          })
          .onErrorResume(failure -> Mono.just(new Place(last[0], failure)));
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
      return compared != 0
          ? compared
          : Boolean.compare(one.failure() != null, other.failure() != null);
    };
  }
}
