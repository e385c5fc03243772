package io.weir.pattern.migration;

import io.weir.api.Query;
import io.weir.api.TableService;
import io.weir.pattern.partitioned.PartitionedTables;
import io.weir.pattern.partitioned.PinnedPartition;
import io.weir.pattern.partitioned.ShardMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The shards' fences and the map, read in this order.
 *
 * <p>Invariant: the map is no older than the fences. A migration replaces the map between two
 * changes of each fence, so as long as a fence is unchanged the map tells rightly whether its shard
 * has a partition.
 *
 * @param tables the shards by this map, each behind its fence
 * @param isWhole whether each partition is visible in the shard that the map names; not so for a
 *     moment of a switch
 * @param isStale set when a request has found the placement out of date; any thread
 */
record FencedPlacement(TableService tables, boolean isWhole, AtomicBoolean isStale) {

  /** A fence, or the failure of reading it. */
  private record Seen(
      String shard, Optional<Fence> fence, @Nullable Throwable failure) {}

  /**
   * Reads the fences of all services, and then the map. A service that does not answer fails its
   * own requests only.
   */
  static Mono<FencedPlacement> load(MovableShards shards) {
    return Flux.fromIterable(shards.services().keySet())
        .flatMap(shard -> Fence.load(shards.service(shard), shards.fence(shard))
            .map(fence -> new Seen(shard, Optional.of(fence), null))
            .onErrorResume(failure -> Mono.just(new Seen(shard, Optional.empty(), failure))))
        .collectMap(Seen::shard)
        .flatMap(seen ->
            shards.maps().load(shards.name()).map(stored -> of(shards, seen, stored.map())));
  }

  private static FencedPlacement of(MovableShards shards, Map<String, Seen> seen, ShardMap map) {
    var isStale = new AtomicBoolean();
    var services = seen.values().stream()
        .collect(Collectors.toMap(Seen::shard, each -> (TableService) new FencedTables(
            shards.service(each.shard()), shards.fence(each.shard()), fence(each, isStale))));
    return new FencedPlacement(
        PartitionedTables.over(services, map),
        seen.values().stream().noneMatch(each -> isArriving(each, map)),
        isStale);
  }

  private static Mono<Fence> fence(Seen seen, AtomicBoolean isStale) {
    var failure = seen.failure();
    return failure == null
        ? Mono.justOrEmpty(seen.fence())
        : Mono.<Fence>error(failure).doOnSubscribe(begun -> isStale.set(true));
  }

  /** Whether the map names a shard for a region that the shard does not show yet. */
  private static boolean isArriving(Seen seen, ShardMap map) {
    return seen.fence()
        .filter(fence -> fence.state() == Fence.State.INCOMING)
        .flatMap(Fence::region)
        .filter(region -> region.shardIn(map).equals(seen.shard()))
        .isPresent();
  }

  /**
   * Returns the tables for a query. Fails with {@link StalePlacement} if a part of its answer is
   * not visible.
   */
  Mono<TableService> tables(Query query) {
    return isWhole || PinnedPartition.of(query.filter()).isPresent()
        ? Mono.just(tables)
        : Mono.error(StalePlacement::new);
  }
}
