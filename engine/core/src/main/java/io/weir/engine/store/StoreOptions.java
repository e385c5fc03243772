package io.weir.engine.store;

import io.weir.engine.balance.Balancing;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.observe.Observing;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.recovery.Retention;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The options of a store.
 *
 * @param folder created when absent
 * @param partitionGroups number of groups of a new store, 1 to 256; default 16. An existing store
 *     keeps its number
 * @param durability default {@link Durability#SYNC}
 * @param forceInterval with {@link Durability#INTERVAL}: longest time between a write's
 *     acknowledgement and its force; default 10 ms
 * @param segmentBytes size of a log segment, a multiple of 4 KiB, at least 16 MiB except in tests;
 *     default 64 MiB
 * @param checkpointLogBytes a checkpoint is written when the log has grown by more than this, or by
 *     more than an eighth of the pages and of this; default 256 MiB
 * @param shard the bounds of each shard
 * @param clock the source of Timestamps, and of the present by which entities expire
 * @param expirySweep pause between two searches for expired entities to remove, at least 1 ms;
 *     default 1 minute
 * @param retention how much of the log is kept for the change feed; see {@link Retention#DEFAULT}
 * @param observing how requests are observed for advice; see {@link Observing#DEFAULT}
 * @param balancing when shards move between loops; see {@link Balancing#DEFAULT}
 * @param memory what change feeds and backfills may use of the heap, and pages beside it; see
 *     {@link StoreMemory#ofHeap}
 */
public record StoreOptions(
    Path folder,
    int partitionGroups,
    Durability durability,
    Duration forceInterval,
    int segmentBytes,
    long checkpointLogBytes,
    ShardOptions shard,
    Clock clock,
    Duration expirySweep,
    Retention retention,
    Observing observing,
    Balancing balancing,
    StoreMemory memory) {

  public StoreOptions {
    new PartitionGroups(partitionGroups);
    if (forceInterval.isNegative() || forceInterval.isZero()) {
      throw new IllegalArgumentException(
          "the force interval must be more than zero forceInterval=" + forceInterval);
    }
    if (expirySweep.toMillis() < 1) {
      throw new IllegalArgumentException(
          "the pause between two searches for expired entities must be at least 1 ms expirySweep="
              + expirySweep);
    }
    if (checkpointLogBytes < 1) {
      throw new IllegalArgumentException(
          "the log must be allowed to grow by at least 1 byte checkpointLogBytes="
              + checkpointLogBytes);
    }
  }

  /** Returns the default options for a folder. */
  public static StoreOptions in(Path folder) {
    return new StoreOptions(
        folder,
        16,
        Durability.SYNC,
        Duration.ofMillis(10),
        64 << 20,
        256L << 20,
        ShardOptions.DEFAULT,
        Clock.systemUTC(),
        Duration.ofMinutes(1),
        Retention.DEFAULT,
        Observing.DEFAULT,
        Balancing.DEFAULT,
        StoreMemory.ofHeap(Runtime.getRuntime().maxMemory()));
  }

  public StoreOptions withPartitionGroups(int count) {
    return with(draft -> draft.partitionGroups = count);
  }

  public StoreOptions withDurability(Durability other) {
    return with(draft -> draft.durability = other);
  }

  public StoreOptions withSegmentBytes(int bytes) {
    return with(draft -> draft.segmentBytes = bytes);
  }

  public StoreOptions withCheckpointLogBytes(long bytes) {
    return with(draft -> draft.checkpointLogBytes = bytes);
  }

  public StoreOptions withShard(ShardOptions other) {
    return with(draft -> draft.shard = other);
  }

  public StoreOptions withClock(Clock other) {
    return with(draft -> draft.clock = other);
  }

  public StoreOptions withExpirySweep(Duration pause) {
    return with(draft -> draft.expirySweep = pause);
  }

  public StoreOptions withRetention(Retention other) {
    return with(draft -> draft.retention = other);
  }

  public StoreOptions withObserving(Observing other) {
    return with(draft -> draft.observing = other);
  }

  public StoreOptions withBalancing(Balancing other) {
    return with(draft -> draft.balancing = other);
  }

  public StoreOptions withMemory(StoreMemory other) {
    return with(draft -> draft.memory = other);
  }

  private StoreOptions with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.finish();
  }

  /** A copy in which one option is changed. */
  private static final class Draft {

    private final Path folder;
    private final Duration forceInterval;
    private int partitionGroups;
    private Durability durability;
    private int segmentBytes;
    private long checkpointLogBytes;
    private ShardOptions shard;
    private Clock clock;
    private Duration expirySweep;
    private Retention retention;
    private Observing observing;
    private Balancing balancing;
    private StoreMemory memory;

    Draft(StoreOptions of) {
      folder = of.folder;
      forceInterval = of.forceInterval;
      partitionGroups = of.partitionGroups;
      durability = of.durability;
      segmentBytes = of.segmentBytes;
      checkpointLogBytes = of.checkpointLogBytes;
      shard = of.shard;
      clock = of.clock;
      expirySweep = of.expirySweep;
      retention = of.retention;
      observing = of.observing;
      balancing = of.balancing;
      memory = of.memory;
    }

    StoreOptions finish() {
      return new StoreOptions(
          folder,
          partitionGroups,
          durability,
          forceInterval,
          segmentBytes,
          checkpointLogBytes,
          shard,
          clock,
          expirySweep,
          retention,
          observing,
          balancing,
          memory);
    }
  }
}
