package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.expiry.Present;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.QueueSweeper;
import io.weir.engine.shard.Shard;
import io.weir.engine.walk.ExpirySweep;
import io.weir.engine.walk.ShardWalk;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The removal of expired entities and messages in the background, in each shard. Any thread. */
public final class Sweepers {

  private final Catalog catalog;
  private final List<ShardWalk> ofEntities;
  private final List<QueueSweeper> ofMessages;

  /** Written by the thread that sets it, read by the shards' loops. A removal that is not heard leaves a marker. */
  private volatile IntConsumer removed = tableId -> {};

  Sweepers(
      List<Shard> shards,
      PartitionGroups groups,
      Catalog catalog,
      IntFunction<SliceTurn> turns,
      Clock clock,
      BooleanSupplier isClosing) {
    this.catalog = catalog;
    this.ofEntities = IntStream.range(0, shards.size())
        .mapToObj(shard -> new ShardWalk(shards.get(shard), turns.apply(shard), isClosing))
        .toList();
    this.ofMessages = shards.stream()
        .map(shard -> new QueueSweeper(
            shard,
            catalog.queues(),
            lane -> shards.get(groups.ofTreeKey(QueueKeys.counter(lane))) == shard,
            () -> Present.ticks(clock),
            isClosing))
        .toList();
  }

  /** Begins passes over all tables and queues, with a pause between them. Called once. */
  void start(Duration pause) {
    ofEntities.forEach(walk -> walk.repeat(
        pause, () -> ExpirySweep.pass(catalog.expirations(), id -> removed.accept(id))));
    ofMessages.forEach(sweeper -> sweeper.start(pause));
  }

  /** Sets the listener that receives the id of a table after a shard has removed expired entities of it. */
  public void whenRemoved(IntConsumer listener) {
    removed = listener;
  }

  /** Returns the number of expired entities that were removed since the start. */
  public long entitiesRemoved() {
    return ofEntities.stream().mapToLong(ShardWalk::changed).sum();
  }

  /** Returns the number of expired messages that the sweep has removed since the start. */
  public long messagesRemoved() {
    return ofMessages.stream().mapToLong(QueueSweeper::removed).sum();
  }
}
