package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.record.LogRecord;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotHeader;
import io.weir.engine.snapshot.Snapshots;
import io.weir.engine.store.checkpoint.Checkpoints;
import io.weir.engine.store.checkpoint.TreeWalk;
import io.weir.engine.store.recovery.RebuildProgress;
import io.weir.engine.store.recovery.ShardRecovery;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Rebuilds one shard of an open store into new pages, from the current snapshot and the log after it.
 *
 * <p>Owner: a work thread. {@link Checkpoints#holding} keeps the snapshot and the log in place meanwhile.
 *
 * <p>The log is read up to its durable position. The shard is at rest, so that position is at or after the last record that the shard has
 * published. When a failed log never became durable up to that record, the shard cannot be rebuilt.
 */
final class ShardRebuild {

  private final StoreFolder folder;
  private final ShardPages pages;
  private final Snapshots snapshots;
  private final CommitLog log;
  private final Catalog catalog;
  private final Checkpoints checkpoints;
  private final PageCheckpoints pageCheckpoints;
  private final PartitionGroups groups;
  private final LongSupplier nanoClock;

  ShardRebuild(
      StoreFolder folder,
      ShardPages pages,
      Snapshots snapshots,
      CommitLog log,
      Catalog catalog,
      Checkpoints checkpoints,
      PageCheckpoints pageCheckpoints,
      LongSupplier nanoClock) {
    this.folder = folder;
    this.pages = pages;
    this.snapshots = snapshots;
    this.log = log;
    this.catalog = catalog;
    this.checkpoints = checkpoints;
    this.pageCheckpoints = pageCheckpoints;
    this.groups = new PartitionGroups(folder.identity().partitionGroups());
    this.nanoClock = nanoClock;
  }

  /**
   * Closes the pages of a shard and returns new pages with everything that the shard had published.
   *
   * @param damaged the tree to replace; no page of it is pinned and no thread writes to it
   * @param shard must be at rest
   * @param ended polled; the rebuild is cancelled when it returns true
   * @throws IOException when snapshot or log are damaged, or the disk fails; the shard has no pages then
   */
  ShardTree of(int number, ShardTree damaged, Shard shard, BooleanSupplier ended)
      throws IOException {
    return checkpoints.holding(() -> {
      pageCheckpoints.remove(); // it names files that are deleted next
      damaged.close();
      var fresh = pages.instead(number, damaged);
      fresh.whenLackingRoom(cause -> pageCheckpoints.roomWanted(number, cause));
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
      throw new IOException(
          "the log is not durable up to the shard's last published record position=" + end
              + " published=" + published);
    }
    var progress = new RebuildProgress(nanoClock);
    var recovery = new ShardRecovery(fresh.tree(), progress);
    var from = load(number, recovery, progress);
    progress.expect(end - from);
    LogRangeReader.read(
        folder.log(), folder.identity().id(), from, end, (position, sequence, payload) -> {
          if (ended.getAsBoolean()) {
            throw new CancellationException("the store is being closed");
          }
          apply(number, recovery, payload);
        });
    recovery.finish();
  }

  /** Loads the shard's part of the snapshot. Returns the log position at which the snapshot ends. */
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
    LogRecord.forEachGroup(record, groups, (group, part) -> {
      if (group == number) {
        recovery.apply(List.of(part));
      }
    });
  }

  /** Makes a shard remove the entries of dropped tables. Costs one seek in the tree for each table. */
  void reclaimDropped(Shard shard) {
    for (var id : TreeWalk.tableIds(shard)) {
      if (!catalog.isLive(id)) {
        shard.reclaimTable(id);
      }
    }
  }

  /** Returns a failure's message for clients: file names are relative to the store's folder. */
  String textForClients(Throwable cause) {
    return String.valueOf(cause.getMessage()).replace(folder.path() + "/", "");
  }
}
