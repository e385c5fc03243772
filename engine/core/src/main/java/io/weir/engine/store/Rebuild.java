package io.weir.engine.store;

import io.weir.engine.checkpoint.SnapshotHeader;
import io.weir.engine.checkpoint.SnapshotParts;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.store.recovery.LogHandover;
import io.weir.engine.store.recovery.RebuildProgress;
import io.weir.engine.store.recovery.ShardRecovery;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Rebuilds the trees of a store from its snapshot and its log, all shards in parallel.
 *
 * <p>First each shard loads its part of the snapshot. The entries are sorted, so each page is
 * written once and no key is searched. Then this thread reads the log, and the shards apply its
 * records in groups. Memory is bounded: one block of the snapshot for each work thread, then the
 * budget of {@link LogHandover}.
 *
 * <p>Owner: the opening thread. It lends the shards to work threads meanwhile. The caller owns the
 * trees, also when the rebuild fails.
 */
final class Rebuild {

  private final List<ShardTree> trees;
  private final Snapshots snapshots;
  private final LogOpening logs;
  private final ShardTasks tasks;
  private final RebuildProgress progress;
  private final List<ShardRecovery> shards;

  Rebuild(
      List<ShardTree> trees,
      Snapshots snapshots,
      LogOpening logs,
      ShardTasks tasks,
      LongSupplier nanoClock) {
    this.trees = trees;
    this.snapshots = snapshots;
    this.logs = logs;
    this.tasks = tasks;
    this.progress = new RebuildProgress(nanoClock);
    this.shards = trees.stream()
        .map(tree -> ShardRecovery.inBatches(tree.tree(), progress))
        .toList();
  }

  /** Rebuilds the trees. Fails when snapshot or log are damaged; the log is closed then. */
  Started run() throws IOException {
    var snapshot = load();
    var position = snapshot.map(SnapshotHeader::position).orElse(0L);
    progress.expect(logs.bytesAfter(position));
    var handover = new LogHandover(shards, tasks.workThreads(), tasks.pause());
    var log = logs.replay(position, snapshots.seenPosition(), handover);
    finish(handover, log);
    progress.end();
    return new Started(
        trees,
        log,
        position,
        Math.max(
            snapshot.map(SnapshotHeader::lastTicks).orElse(0L),
            shards.stream().mapToLong(ShardRecovery::highestTicks).max().orElse(0)),
        shards.stream().mapToInt(ShardRecovery::highestTableId).max().orElse(0),
        Map.of(),
        LastCheckpoint.NONE);
  }

  private Optional<SnapshotHeader> load() throws IOException {
    var groups = new PartitionGroups(shards.size());
    var snapshot = snapshots.parts(groups::ofTreeKey);
    if (snapshot.isEmpty()) {
      return Optional.empty();
    }
    var parts = snapshot.get();
    progress.expect(parts.bytes());
    tasks.all(shards.size(), shard -> {
      shards.get(shard).load(parts.of(shard));
      return shard;
    });
    parts.requireAllShown();
    return snapshot.map(SnapshotParts::header);
  }

  private static void finish(LogHandover handover, FileLog log) throws IOException {
    try {
      handover.finish();
    } catch (RuntimeException e) {
      try {
        log.close();
      } catch (IOException | RuntimeException f) {
        e.addSuppressed(f);
      }
      throw e;
    }
  }
}
