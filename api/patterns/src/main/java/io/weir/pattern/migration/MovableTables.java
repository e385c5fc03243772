package io.weir.pattern.migration;

import io.weir.api.Aggregates;
import io.weir.api.BulkByUnits;
import io.weir.api.FeedConsumers;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.RoutedTables;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.pattern.partitioned.PartitionedTables;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * {@link PartitionedTables} whose regions move while it works, without unique indexes, removals of
 * ranges, changes with tokens, change feeds and named consumers, which fail with
 * {@code NotImplemented}. It is a router that keeps a placement for as long as the fences say that
 * it is true.
 *
 * <p>A request takes effect in the shard that has its partition at that moment, or not at all. It
 * waits while its region is closed, at most for the router's patience, and then fails with
 * {@code ServerBusy}; nothing was done. Requests that wait are not ordered among each other.
 *
 * <p>Weaker than {@link PartitionedTables}: a joint commit has one operation less, and a joint read
 * one key less; a stream is read in pages, reports progress after each, and does not notice the
 * drop of its table during the last one; {@link #count} reads the answer;
 * {@link io.weir.pattern.HighVolumeDelete} removes ranges in batches. The version of an entity
 * changes when it moves. Tables and indexes must not be created or dropped during a migration.
 *
 * <p>Any thread. Signals of a request that has waited run on Reactor's parallel scheduler. The
 * services belong to the caller.
 */
public final class MovableTables extends RoutedTables {

  /** The longest wait of a request whose region is closed, unless a router sets another. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int LINES_IN_FLIGHT = 16;

  private final MovableShards shards;
  private final long pauses;
  private final Mono<FencedPlacement> placement;

  private MovableTables(MovableShards shards, Duration patience) {
    this.shards = shards;
    this.pauses = patience.toMillis() / PAUSE.toMillis();
    this.placement =
        FencedPlacement.load(shards).cacheInvalidateIf(known -> known.isStale().get());
  }

  /** Returns a router of some shards. */
  public static MovableTables over(MovableShards shards) {
    return new MovableTables(shards, PATIENCE);
  }

  /**
   * Returns a router of its own that waits for another time, counted in pauses of 20 ms. With zero
   * it does not wait.
   */
  public MovableTables withPatience(Duration patience) {
    return new MovableTables(shards, patience);
  }

  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return routed(call);
  }

  /** Refuses: see the class. */
  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(() -> refused("operation=" + operation.text() + " remedy=followEachShard"));
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, facts);
  }

  /**
   * Creates the index in all shards. A unique one is refused: a region would take its values to a
   * shard that does not know the others.
   */
  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return definition.unique()
        ? Mono.error(() -> refused("index=unique reason=regionsMove"))
        : super.createIndex(table, definition);
  }

  /** Refuses: a range cannot be removed together with a check of the fence. */
  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return Mono.error(() -> refused("operation=deleteRange remedy=HighVolumeDelete"));
  }

  /**
   * Aggregates by pages: the count of a shard would include the entities of a region that the
   * shard's fence hides.
   */
  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return aggregateByStream(table, query, aggregation);
  }

  @Override
  public FeedConsumers consumers() {
    return FeedConsumers.NONE;
  }

  /** Lists the tables of the shards, without that of the fences. */
  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return routed(tables -> tables.tables(query.where(new Filter.And(List.of(
        query.filter(),
        new Filter.Comparison(
            "TableName", Operator.NOT_EQUAL, new EdmString(shards.fenceTable().value())))))));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, LINES_IN_FLIGHT);
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return placed(current -> current.tables(query).flatMap(tables -> tables.page(table, query)));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return PagedStream.of(query, rest -> page(table, rest));
  }

  private <T> Mono<T> routed(Function<TableService, Mono<T>> request) {
    return placed(current -> request.apply(current.tables()));
  }

  private <T> Mono<T> placed(Function<FencedPlacement, Mono<T>> request) {
    return placement
        .flatMap(current -> request
            .apply(current)
            .doOnError(StalePlacement.class, stale -> current.isStale().set(true)))
        .retryWhen(Retry.from(failures ->
            failures.concatMap(failed -> pause(failed.failure(), failed.totalRetries()))));
  }

  /**
   * Completes when the request is to be tried again: the first time at once, because most refusals
   * end with a fresh placement.
   */
  private Mono<Long> pause(Throwable failure, long retries) {
    if (!(failure instanceof StalePlacement)) {
      return Mono.error(failure);
    }
    if (retries > pauses) {
      return Mono.error(new ServiceBusyException("region=moving").retryAfter(PAUSE));
    }
    return retries == 0 ? Mono.just(retries) : Mono.delay(PAUSE);
  }
}
