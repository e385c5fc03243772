package io.weir.pattern;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.reactive.Unfold;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The removal of all entities that a filter matches.
 *
 * <p>A filter on keys is tried as {@link TableService#deleteRange} first: one request, whose time
 * does not depend on the number of entities. If the service cannot do that, or the filter is about
 * other properties, the keys are read in pages, and each page is removed in batches of 100, at most
 * {@value #BATCHES_IN_FLIGHT} at once.
 *
 * <p>A batch takes effect as a whole; the removal does not. Entities that are written meanwhile may
 * be removed or stay. A removal that failed is repeated from the start or from its last progress:
 * both are correct, the latter reads less. Immutable; any thread.
 */
public final class HighVolumeDelete {

  /** Most batches that run at once. */
  public static final int BATCHES_IN_FLIGHT = 4;

  private static final int UNLIMITED = 0;

  private final TableService service;
  private final boolean ranges;
  private final int entitiesPerSecond;

  private HighVolumeDelete(TableService service, boolean ranges, int entitiesPerSecond) {
    this.service = service;
    this.ranges = ranges;
    this.entitiesPerSecond = entitiesPerSecond;
  }

  /** Returns a removal that uses ranges where the service has them, at any rate. */
  public static HighVolumeDelete over(TableService service) {
    return new HighVolumeDelete(service, true, UNLIMITED);
  }

  /**
   * Returns this removal without ranges, for progress and for a filter whose entities have to be
   * counted.
   */
  public HighVolumeDelete inBatches() {
    return new HighVolumeDelete(service, false, entitiesPerSecond);
  }

  /**
   * Returns this removal at a limited rate, on average over a page. It does not concern ranges.
   * Fails with {@link IllegalArgumentException} unless the rate is positive.
   */
  public HighVolumeDelete atMost(int otherEntitiesPerSecond) {
    if (otherEntitiesPerSecond < 1) {
      throw new IllegalArgumentException(
          "The rate must be positive. entitiesPerSecond=" + otherEntitiesPerSecond);
    }
    return new HighVolumeDelete(service, ranges, otherEntitiesPerSecond);
  }

  /**
   * Removes the entities that match. Emits a progress for each page; a removal by range completes
   * without one. Fails with {@code TableNotFound}.
   */
  public Flux<DeleteProgress> delete(TableName table, Filter filter) {
    var batches = Flux.defer(() -> resume(table, Query.ALL.where(filter)));
    return ranges
        ? service
            .deleteRange(table, filter)
            .thenMany(Flux.<DeleteProgress>empty())
            .onErrorResume(HighVolumeDelete::lacksRange, refused -> batches)
        : batches;
  }

  /** Continues a removal of the same filter in batches. Its count begins at 0 again. */
  public Flux<DeleteProgress> resume(TableName table, Filter filter, Continuation from) {
    return Flux.defer(() -> resume(table, Query.ALL.where(filter).from(from)));
  }

  private Flux<DeleteProgress> resume(TableName table, Query query) {
    return Unfold.from(
        new DeleteProgress(0, Optional.ofNullable(query.from())),
        before -> page(table, query.select("PartitionKey", "RowKey"), before));
  }

  private Mono<Unfold.Step<DeleteProgress, DeleteProgress>> page(
      TableName table, Query query, DeleteProgress before) {
    return service
        .page(table, query.from(before.next().orElse(null)))
        .flatMap(page -> remove(table, page)
            .flatMap(this::keepRate)
            .map(removed ->
                new DeleteProgress(before.deleted() + removed, Optional.ofNullable(page.next()))))
        .map(after -> new Unfold.Step<>(after, after.next().map(next -> after)));
  }

  private Mono<Long> remove(TableName table, Page<Entity> page) {
    return Flux.fromIterable(batches(page.items()))
        .flatMap(keys -> remove(table, keys), BATCHES_IN_FLIGHT)
        .reduce(0L, Long::sum);
  }

  /** Removes all entities of a batch, one by one if another program has removed some of them. */
  private Mono<Long> remove(TableName table, List<EntityKey> keys) {
    return service
        .submit(table, new Batch(keys.stream().map(HighVolumeDelete::removal).toList()))
        .thenReturn((long) keys.size())
        .onErrorResume(
            Conflicts::isGone,
            gone -> Flux.fromIterable(keys).concatMap(key -> remove(table, key)).count());
  }

  /** Returns the key if this call has removed its entity. */
  private Mono<EntityKey> remove(TableName table, EntityKey key) {
    return service
        .write(table, removal(key))
        .thenReturn(key)
        .onErrorResume(Conflicts::isGone, gone -> Mono.empty());
  }

  private Mono<Long> keepRate(long removed) {
    return entitiesPerSecond == UNLIMITED
        ? Mono.just(removed)
        : Mono.delay(Duration.ofMillis(removed * 1_000 / entitiesPerSecond)).thenReturn(removed);
  }

  private static Write removal(EntityKey key) {
    return new Write.Delete(key, IfMatch.ANY);
  }

  /** Splits the keys, which are sorted, where a partition or a batch ends. */
  private static List<List<EntityKey>> batches(List<Entity> entities) {
    var batches = new ArrayList<List<EntityKey>>();
    List<EntityKey> open = List.of();
    for (var entity : entities) {
      var key = entity.key();
      if (open.isEmpty()
          || open.size() == Batch.MAX_WRITES
          || !open.get(0).partitionKey().equals(key.partitionKey())) {
        open = new ArrayList<>();
        batches.add(open);
      }
      open.add(key);
    }
    return batches;
  }

  private static boolean lacksRange(Throwable failure) {
    return failure instanceof InvalidRequestException refused
        && (refused.code() == ErrorCode.NOT_IMPLEMENTED
            || refused.code() == ErrorCode.INVALID_INPUT);
  }
}
