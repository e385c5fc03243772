package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.shard.LogRecord;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotHeader;
import io.weir.engine.snapshot.Snapshots;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Fills new pages for one shard of an open store, from the snapshot that counts and the log after it.
 *
 * <p>Owner: a work thread. The snapshot stays and the log is not cut meanwhile, because {@link Checkpoints#holding} keeps them.
 *
 * <p>The log is read up to its durable position, which is at or after the last record that the shard has published: the shard is at rest,
 * so it has no other. Where a log that failed never became durable so far, the shard cannot be rebuilt.
 */
final class ShardRebuild {

  private final StoreFolder folder;
  private final ShardPages pages;
  private final Snapshots snapshots;
  private final CommitLog log;
  private final Catalog catalog;
  private final Checkpoints checkpoints;
  private final PartitionGroups groups;
  private final LongSupplier nanoClock;

  ShardRebuild(
      StoreFolder folder,
      ShardPages pages,
      Snapshots snapshots,
      CommitLog log,
      Catalog catalog,
      Checkpoints checkpoints,
      LongSupplier nanoClock) {
    this.folder = folder;
    this.pages = pages;
    this.snapshots = snapshots;
    this.log = log;
    this.catalog = catalog;
    this.checkpoints = checkpoints;
    this.groups = new PartitionGroups(folder.identity().partitionGroups());
    this.nanoClock = nanoClock;
  }

  /**
   * Closes the pages of a shard and answers others that hold what it had published.
   *
   * @param damaged in which nothing is pinned, and which nobody writes to
   * @param shard at rest
   * @param ended asked again and again whether to give up
   * @throws IOException when snapshot or log are damaged, or the disk fails; the shard has no pages then
   */
  ShardTree of(int number, ShardTree damaged, Shard shard, BooleanSupplier ended)
      throws IOException {
    return checkpoints.holding(() -> {
      damaged.close();
      var fresh = pages.instead(number, damaged);
      try {
        fill(number, fresh, shard.publishedPosition(), ended);
        return fresh;
      } catch (IOException | RuntimeException e) {
        fresh.close();
        throw e;
      }
    });
  }

  private void fill(int number, ShardTree fresh, long published, BooleanSupplier ended)
      throws IOException {
    var end = log.durablePosition();
    if (end < published) {
      throw new IOException("The log is not durable up to what the shard has published. position="
          + end + " published=" + published);
    }
    var progress = new RebuildProgress(nanoClock);
    var recovery = new ShardRecovery(fresh.tree(), progress);
    var from = load(number, recovery, progress);
    progress.expect(end - from);
    LogRangeReader.read(
        folder.log(), folder.identity().id(), from, end, (position, sequence, payload) -> {
          if (ended.getAsBoolean()) {
            throw new CancellationException("The store is being closed.");
          }
          apply(number, recovery, payload);
        });
    recovery.finish();
  }

  /** Loads the shard's part of the snapshot; answers where it ends. */
  private long load(int number, ShardRecovery recovery, RebuildProgress progress)
      throws IOException {
    var snapshot = snapshots.parts(groups::ofTreeKey);
    if (snapshot.isPresent()) {
      progress.expect(snapshot.get().bytesOf(number));
      recovery.load(snapshot.get(), number);
    }
    return snapshot.map(parts -> parts.header()).map(SnapshotHeader::position).orElse(0L);
  }

  private void apply(int number, ShardRecovery recovery, ByteBuffer payload) {
    var record = new byte[payload.remaining()];
    payload.duplicate().get(record);
    if (LogRecord.partitionGroup(record, groups) == number) {
      recovery.apply(List.of(record));
    }
  }

  /** Has a shard remove what it holds of tables that exist no longer: one look at the tree for each table. */
  void reclaimDropped(Shard shard) {
    for (var id : TreeWalk.tableIds(shard)) {
      if (!catalog.isLive(id)) {
        shard.reclaimTable(id);
      }
    }
  }

  /** A failure as clients may read it: with files named from the store's folder on. */
  String told(Throwable cause) {
    return String.valueOf(cause.getMessage()).replace(folder.path() + "/", "");
  }
}
