package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.Present;
import io.weir.engine.queue.LaneSweep;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.shard.Shard;
import io.weir.engine.walk.ExpirySweep;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.TokenSweep;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The removal of expired entities, messages and tokens in the background, in each shard. Any
 * thread.
 */
public final class Sweepers {

  private final List<Shard> shards;
  private final PartitionGroups groups;
  private final Catalog catalog;
  private final Clock clock;
  private final List<ShardWalk> ofEntities;
  private final List<ShardWalk> ofMessages;
  private final List<ShardWalk> ofTokens;

  /**
   * Written by the thread that sets it, read by the shards' loops. A removal that is not heard
   * leaves a marker.
   */
  private volatile IntConsumer removed = tableId -> {};

  /** @param walks returns a new walk of a shard */
  Sweepers(
      List<Shard> shards,
      PartitionGroups groups,
      Catalog catalog,
      IntFunction<ShardWalk> walks,
      Clock clock) {
    this.shards = shards;
    this.groups = groups;
    this.catalog = catalog;
    this.clock = clock;
    this.ofEntities = IntStream.range(0, shards.size()).mapToObj(walks).toList();
    this.ofMessages = IntStream.range(0, shards.size()).mapToObj(walks).toList();
    this.ofTokens = IntStream.range(0, shards.size()).mapToObj(walks).toList();
  }

  /**
   * Begins passes over all tables and queues, with a pause between them, and over tokens. Called
   * once.
   */
  void start(Duration pause) {
    for (var walk : ofEntities) {
      walk.repeat(pause, () -> ExpirySweep.pass(catalog.expirations(), id -> removed.accept(id)));
    }
    for (var number = 0; number < shards.size(); number++) {
      var shard = shards.get(number);
      var tokens = new TokenSweep(shard, number, () -> Present.ticks(clock));
      ofMessages.get(number).repeat(pause, () -> lanesOf(shard));
      ofTokens.get(number).repeat(TokenSweep.PAUSE, () -> List.of(tokens).iterator());
    }
  }

  private Iterator<LaneSweep> lanesOf(Shard shard) {
    return LaneSweep.pass(
        catalog.queues(),
        shard,
        lane -> shards.get(groups.ofTreeKey(QueueKeys.counter(lane))) == shard,
        () -> Present.ticks(clock));
  }

  /**
   * Sets the listener that receives the id of a table after a shard has removed expired entities of
   * it.
   */
  public void whenRemoved(IntConsumer listener) {
    removed = listener;
  }

  /** Returns the number of expired entities that were removed since the start. */
  public long entitiesRemoved() {
    return sum(ofEntities);
  }

  /** Returns the number of expired messages that the sweep has removed since the start. */
  public long messagesRemoved() {
    return sum(ofMessages);
  }

  /** Returns the number of removals of forgotten tokens since the start. */
  public long tokenRemovals() {
    return sum(ofTokens);
  }

  private static long sum(List<ShardWalk> walks) {
    return walks.stream().mapToLong(ShardWalk::changed).sum();
  }
}
