package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointedShard;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.record.LogRecord;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.recovery.LogRetention;
import io.weir.engine.store.recovery.RebuildProgress;
import io.weir.engine.store.recovery.ShardRecovery;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds one shard of an open store into new pages, from the pages of the last checkpoint and the
 * log after it.
 *
 * <p>The pages of the checkpoint were forced before it was written, and no place of them was used
 * again. They are read from their files, each is compared with its checksum, and their files stay
 * until the next checkpoint is durable. If one of them is damaged, or there is no checkpoint yet,
 * the shard is rebuilt from a snapshot or from nothing, provided that the log still reaches back so
 * far.
 *
 * <p>Owner: a work thread. {@link PageCheckpoints#holding} keeps the files of the last checkpoint
 * and the log after it in place meanwhile, and {@link LogRetention#hold} the log before it.
 *
 * <p>The log is read up to its durable position. The shard is at rest, so that position is at or
 * after the last record that the shard has published. When a failed log never became durable up to
 * that record, the shard cannot be rebuilt.
 */
final class ShardRebuild {

  private final StoreFolder folder;
  private final ShardPages pages;
  private final Snapshots snapshots;
  private final CommitLog log;
  private final Catalog catalog;
  private final PageCheckpoints checkpoints;
  private final CheckpointWatch watch;
  private final LogRetention retention;
  private final PartitionGroups groups;
  private final LongSupplier nanoClock;

  /**
   * What a shard is rebuilt from.
   *
   * @param position from which the log follows
   * @param held keeps the log from there on
   */
  private record Source(ShardEntries entries, long position, LogRetention.Hold held)
      implements AutoCloseable {

    @Override
    public void close() {
      held.close();
    }
  }

  ShardRebuild(
      StoreFolder folder,
      ShardPages pages,
      Snapshots snapshots,
      CommitLog log,
      Catalog catalog,
      PageCheckpoints checkpoints,
      CheckpointWatch watch,
      LogRetention retention,
      LongSupplier nanoClock) {
    this.folder = folder;
    this.pages = pages;
    this.snapshots = snapshots;
    this.log = log;
    this.catalog = catalog;
    this.checkpoints = checkpoints;
    this.watch = watch;
    this.retention = retention;
    this.groups = new PartitionGroups(folder.identity().partitionGroups());
    this.nanoClock = nanoClock;
  }

  /**
   * Returns new pages with everything that the shard had published, and releases the old ones.
   *
   * @param damaged the tree to replace; no page of it is pinned and no thread writes to it
   * @param shard must be at rest
   * @param ended polled; the rebuild is cancelled when it returns true
   * @throws Irreparable when a page of the checkpoint is damaged and the log does not reach back
   *     far enough; the tree is as it was
   * @throws IOException when the log is damaged, or the disk fails; the tree is as it was
   */
  ShardTree of(int number, ShardTree damaged, Shard shard, BooleanSupplier ended)
      throws IOException {
    return checkpoints.holding(() -> {
      var kept = checkpoints.last().pagesOf(number);
      requireDurable(shard.publishedPosition());
      try (var source = source(number, kept, ended)) {
        var fresh = filled(number, source, damaged, ended);
        damaged.leave();
        checkpoints.rebuilt();
        return fresh;
      }
    });
  }

  /**
   * Returns new pages. The old ones are in place until these are complete, so that a failure costs
   * nothing.
   */
  private ShardTree filled(int number, Source source, ShardTree damaged, BooleanSupplier ended)
      throws IOException {
    var fresh = pages.beside(number, damaged);
    fresh.whenLackingRoom(cause -> watch.roomWanted(number, cause));
    try {
      fill(number, source, fresh, ended);
      return fresh;
    } catch (IOException | RuntimeException | Error e) {
      fresh.close();
      throw e;
    }
  }

  private void requireDurable(long published) throws IOException {
    if (log.durablePosition() < published) {
      throw new IOException(
          "the log is not durable up to the shard's last published record position="
              + log.durablePosition() + " published=" + published);
    }
  }

  private Source source(int number, @Nullable CheckpointedShard kept, BooleanSupplier ended)
      throws IOException {
    if (kept == null) {
      return earlier(number);
    }
    var entries =
        new CheckpointEntries(folder.files(), folder.path(), folder.identity().id(), number, kept);
    try {
      entries.read((key, stored) -> requireGoingOn(ended), bytes -> {});
      entries.records(record -> requireGoingOn(ended));
      return new Source(entries, checkpoints.last().logPosition(), () -> {});
    } catch (FileDamaged | CheckpointInvalid | PageFilesChanged e) {
      try {
        return earlier(number);
      } catch (PositionTruncated | SnapshotDamaged none) {
        e.addSuppressed(none);
        throw new Irreparable(e);
      }
    }
  }

  /** Returns the shard as it was before the checkpoint, and keeps the log from there on. */
  private Source earlier(int number) throws IOException {
    var snapshot = snapshot(number).orElse(new Source(ShardEntries.NONE, 0, () -> {}));
    return new Source(snapshot.entries(), snapshot.position(), retention.hold(snapshot.position()));
  }

  /**
   * Returns the shard in the snapshot from which the store was rebuilt, while there is no
   * checkpoint.
   */
  private Optional<Source> snapshot(int number) throws IOException {
    return snapshots
        .parts(groups::ofTreeKey)
        .map(parts -> new Source(parts.of(number), parts.header().position(), () -> {}));
  }

  private void fill(int number, Source source, ShardTree fresh, BooleanSupplier ended)
      throws IOException {
    var end = log.durablePosition();
    var progress = new RebuildProgress(nanoClock);
    var recovery = new ShardRecovery(fresh.tree(), progress);
    progress.expect(source.entries().bytes());
    recovery.load(source.entries());
    progress.expect(end - source.position());
    LogRangeReader.read(
        folder.log(),
        folder.identity().id(),
        source.position(),
        end,
        (position, sequence, payload) -> {
          requireGoingOn(ended);
          apply(number, recovery, payload);
        });
    recovery.finish();
  }

  private static void requireGoingOn(BooleanSupplier ended) {
    if (ended.getAsBoolean()) {
      throw new CancellationException("the store is being closed");
    }
  }

  private void apply(int number, ShardRecovery recovery, ByteBuffer payload) {
    var record = new byte[payload.remaining()];
    payload.duplicate().get(record);
    LogRecord.forEachGroup(record, groups, (group, part) -> {
      if (group == number) {
        recovery.apply(part);
      }
    });
  }

  /**
   * Leaves a shard at rest that stays refused out of checkpoints, unless the log has failed before
   * it was durable up to the shard's last record. A node of several keeps its checkpoint and the
   * log after it, because other nodes go on with the shard. It leads no more.
   */
  void leaveOut(int number, Shard shard) {
    if (log instanceof ReplicatedLog node) {
      node.leadNoMore();
    } else if (log.durablePosition() >= shard.publishedPosition()) {
      checkpoints.leaveOut(number, log.durablePosition());
    }
  }

  /**
   * Makes a shard remove the entries of dropped tables. Costs one seek in the tree for each table.
   */
  void reclaimDropped(Shard shard) {
    try (var pin = shard.pin()) {
      tableIds(pin.tree()).stream().filter(id -> !catalog.isLive(id)).forEach(shard::reclaimTable);
    }
  }

  /**
   * Returns the ids of all tables with an entry in a tree, which is pinned. One seek for each.
   * Fails at a damaged page.
   */
  static List<Integer> tableIds(Tree tree) {
    var ids = new ArrayList<Integer>();
    var cursor = new Cursor().open(tree);
    for (var more = cursor.seekFirst(); more; ) {
      var id = TreeKeys.tableOf(cursor.key());
      ids.add(id);
      more = cursor.seek(TreeKeys.endOfTable(id));
    }
    return ids;
  }

  /** Returns a failure's message for clients: file names are relative to the store's folder. */
  String textForClients(Throwable cause) {
    return String.valueOf(cause.getMessage()).replace(folder.path() + "/", "");
  }
}
