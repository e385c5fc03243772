package io.weir.engine.store;

import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.checkpoint.Retention;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * The options of a store.
 *
 * @param folder created when absent
 * @param partitionGroups number of groups of a new store, 1 to 256; default 16. An existing store keeps its number
 * @param durability default {@link Durability#SYNC}
 * @param forceInterval with {@link Durability#INTERVAL}: longest time between a write's acknowledgement and its force; default 10 ms
 * @param segmentBytes size of a log segment, a multiple of 4 KiB, at least 16 MiB except in tests; default 64 MiB
 * @param checkpointLogBytes a snapshot is written when the log has grown by more than this and by more than the last snapshot's length;
 *     default 256 MiB
 * @param shard the bounds of each shard
 * @param clock the source of Timestamps, and of the present by which entities expire
 * @param expirySweep pause between two searches for expired entities to remove, at least 1 ms; default 1 minute
 * @param retention how much of the log is kept for the change feed; default a day and 1 GiB, whichever is less
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
    Retention retention) {

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
        Retention.DEFAULT);
  }

  public StoreOptions withPartitionGroups(int count) {
    return new StoreOptions(
        folder,
        count,
        durability,
        forceInterval,
        segmentBytes,
        checkpointLogBytes,
        shard,
        clock,
        expirySweep,
        retention);
  }

  public StoreOptions withDurability(Durability other) {
    return new StoreOptions(
        folder,
        partitionGroups,
        other,
        forceInterval,
        segmentBytes,
        checkpointLogBytes,
        shard,
        clock,
        expirySweep,
        retention);
  }

  public StoreOptions withSegmentBytes(int bytes) {
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        forceInterval,
        bytes,
        checkpointLogBytes,
        shard,
        clock,
        expirySweep,
        retention);
  }

  public StoreOptions withCheckpointLogBytes(long bytes) {
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        forceInterval,
        segmentBytes,
        bytes,
        shard,
        clock,
        expirySweep,
        retention);
  }

  public StoreOptions withShard(ShardOptions other) {
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        forceInterval,
        segmentBytes,
        checkpointLogBytes,
        other,
        clock,
        expirySweep,
        retention);
  }

  public StoreOptions withClock(Clock other) {
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        forceInterval,
        segmentBytes,
        checkpointLogBytes,
        shard,
        other,
        expirySweep,
        retention);
  }

  public StoreOptions withExpirySweep(Duration pause) {
    return new StoreOptions(
        folder,
        partitionGroups,
        durability,
        forceInterval,
        segmentBytes,
        checkpointLogBytes,
        shard,
        clock,
        pause,
        retention);
  }

  public StoreOptions withRetention(Retention other) {
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
        other);
  }
}
