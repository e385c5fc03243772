package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotHeader;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.FirstDamage;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.recovery.CatalogRecovery;
import io.weir.engine.store.recovery.LogHandover;
import io.weir.engine.store.recovery.RebuildProgress;
import io.weir.engine.store.recovery.ShardRecovery;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a store with the pages of its last checkpoint and replays the log after it. No page is
 * read, except those that the replay changes.
 *
 * <p>Owner: the opening thread. It lends the shards to work threads meanwhile.
 *
 * <p>A record of the log may change a damaged page. If nothing but the page holds its entities,
 * only that shard is refused, and the others start: {@code Started.refused}. Of the shard the
 * catalog alone is recovered, in memory, because all shards need it. Checkpoints leave the shard
 * out and set its records of the log aside. A later start replays these, and then the log.
 *
 * <p>The manifest stays valid while the store serves, because no place that it names is used for
 * another page. If manifest, directories and page files disagree, or a page of the catalog is
 * damaged, the store can still be rebuilt if the log reaches back to a snapshot or to its own
 * begin. This is logged once, and the manifest is removed durably. Otherwise the start is refused
 * and no file is deleted. A log that is damaged, or that ends before a position that it had
 * reached, stops the start: a rebuild would hide it.
 */
final class CheckpointStart {

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointStart.class);

  private final StoreFolder folder;
  private final ShardPages pages;
  private final LogOpening logs;
  private final Snapshots snapshots;
  private final ShardTasks tasks;
  private final RepairedShards repairs;
  private final LongSupplier nanoClock;

  /** @param repairs replaces damaged shards */
  CheckpointStart(
      StoreFolder folder,
      ShardPages pages,
      LogOpening logs,
      Snapshots snapshots,
      ShardTasks tasks,
      RepairedShards repairs,
      LongSupplier nanoClock) {
    this.folder = folder;
    this.pages = pages;
    this.logs = logs;
    this.snapshots = snapshots;
    this.tasks = tasks;
    this.repairs = repairs;
    this.nanoClock = nanoClock;
  }

  /**
   * Returns the store as the log's end has it; empty when it has to be rebuilt. The log and the
   * page files are closed then.
   */
  Optional<Started> start() throws IOException {
    Optional<CheckpointManifest> manifest = Optional.empty();
    try {
      manifest = CheckpointManifest.read(folder.files());
      if (manifest.isEmpty()) {
        requireLogForPages();
        return Optional.empty();
      }
      requireFit(manifest.get());
      return Optional.of(start(manifest.get()));
    } catch (CheckpointInvalid | PageFilesChanged | FileDamaged | PageDamaged e) {
      giveUp(manifest, e);
    } catch (CompletionException e) {
      giveUp(manifest, damageOf(e));
    }
    return Optional.empty();
  }

  /**
   * Returns the damage that a work thread found. Anything else, as a lack of room or of heap, is no
   * fault of the checkpoint and stops the start.
   */
  private static Throwable damageOf(CompletionException e) {
    var cause = e.getCause();
    if (cause instanceof PageDamaged || cause instanceof InternalError) {
      return cause; // an InternalError: the disk could not read a mapped page
    }
    throw e;
  }

  /**
   * Removes a manifest that cannot be used, so that its page files may be deleted. Fails when a
   * rebuild would, and removes nothing then.
   */
  private void giveUp(Optional<CheckpointManifest> manifest, Throwable reason) throws IOException {
    var own = manifest.filter(read -> read.storeId().equals(folder.identity().id()));
    if (own.isPresent()) {
      requireWholeLog(own.get());
    }
    requireRebuildable(reason, own.map(CheckpointManifest::reachedPosition).orElse(0L));
    LOG.warn(
        "the checkpoint cannot be used and the store is rebuilt from snapshot and log folder={} reason=\"{}\"",
        folder.path(),
        textOf(reason));
    CheckpointManifest.remove(folder.files());
  }

  /** Fails when a rebuild would, before it deletes the page files of which no manifest is left. */
  private void requireLogForPages() throws IOException {
    if (pages.files(folder.identity().partitionGroups()) > 0) {
      requireReadable(0);
    }
  }

  /**
   * Fails when snapshot or log are damaged, or the log ends before a position that it had reached.
   * Reads both to their end.
   *
   * @param reached according to the manifest
   */
  private void requireReadable(long reached) throws IOException {
    var from = snapshots.load((key, value) -> {}).map(SnapshotHeader::position).orElse(0L);
    var damage = new FirstDamage();
    LogCheck.run(
        folder.log(),
        folder.identity().id(),
        from,
        Math.max(reached, Math.max(snapshots.seenPosition(), logs.recorded())),
        damage);
    damage.throwIfFound();
  }

  private void requireRebuildable(Throwable reason, long reached) throws IOException {
    if (!logs.reaches(rebuildPosition())) {
      throw reason instanceof PageDamaged page
          ? StoreUnusable.withDamagedCatalog(folder.path(), page)
          : StoreUnusable.withoutSource(folder.path(), textOf(reason), reason);
    }
    requireReadable(reached);
  }

  /** Returns where a rebuild would begin to read the log. */
  private long rebuildPosition() throws IOException {
    return snapshots.header().map(SnapshotHeader::position).orElse(0L);
  }

  /**
   * Fails when the log ends before a position that it had reached according to the manifest, which
   * stays as evidence then.
   */
  private void requireWholeLog(CheckpointManifest manifest) throws IOException {
    try {
      logs.open(
              manifest.logPosition(),
              manifest.reachedPosition(),
              (position, sequence, payload) -> {})
          .close();
    } catch (LogDamaged e) {
      if (e.kind() == LogDamaged.Kind.ENDS_TOO_EARLY) {
        throw e;
      }
    }
  }

  private void requireFit(CheckpointManifest manifest) throws CheckpointInvalid {
    require("store", manifest.storeId(), folder.identity().id());
    require("pages", manifest.pageFormat(), ShardPages.format());
    require("shards", manifest.shards().size(), folder.identity().partitionGroups());
  }

  private static void require(String what, Object found, Object expected) throws CheckpointInvalid {
    if (!found.equals(expected)) {
      throw new CheckpointInvalid("the manifest belongs to another store or format " + what + "="
          + found + " expected=" + expected);
    }
  }

  private Started start(CheckpointManifest manifest) throws IOException {
    var repaired = repairs.of(folder.path(), folder.files(), manifest);
    var trees = new ArrayList<>(reopen(manifest, repaired));
    try {
      return replay(manifest, trees, LastCheckpoint.of(manifest, trees, repaired.keySet()));
    } catch (IOException | RuntimeException e) {
      trees.forEach(ShardTree::leave);
      throw e;
    }
  }

  /**
   * Fails with {@link CheckpointInvalid} if a file is missing or too short. Another failure of the
   * disk may pass, and is no reason to give the checkpoint up.
   */
  private List<ShardTree> reopen(CheckpointManifest manifest, Map<Integer, ShardEntries> repaired)
      throws IOException {
    try {
      var directories = directories();
      return tasks.open(manifest.shards().size(), shard -> {
        var entries = repaired.get(shard);
        return entries == null
            ? pages.reopen(shard, manifest, directories)
            : pages.repaired(shard, manifest, directories, entries);
      });
    } catch (NoSuchFileException | EOFException e) {
      throw new CheckpointInvalid(
          "a file of the checkpoint is missing or too short: " + e.getMessage(), e);
    }
  }

  private Started replay(CheckpointManifest manifest, List<ShardTree> trees, LastCheckpoint kept)
      throws IOException {
    var progress = new RebuildProgress(nanoClock);
    progress.expect(logs.bytesAfter(manifest.logPosition()));
    var shards = new ArrayList<>(trees.stream()
        .map(tree -> ShardRecovery.inBatches(tree.tree(), progress))
        .toList());
    var handover = new LogHandover(shards, tasks.workThreads(), tasks.pause());
    handOverSetAside(manifest, handover);
    var log = logs.replay(manifest.logPosition(), manifest.reachedPosition(), handover);
    try {
      var damaged = refused(handover.finishEach());
      var refused = new TreeMap<Integer, Started.Refused>();
      for (var shard : damaged.keySet()) {
        var catalog = catalogOnly(shard, manifest, trees, log, progress);
        shards.set(shard, catalog.seen());
        refused.put(shard, new Started.Refused(damaged.get(shard), catalog.rows()));
      }
      return new Started(
          trees,
          log,
          manifest.logPosition(),
          Math.max(
              manifest.highestTicks(),
              shards.stream().mapToLong(ShardRecovery::highestTicks).max().orElse(0)),
          Math.max(
              manifest.highestTableId(),
              shards.stream().mapToInt(ShardRecovery::highestTableId).max().orElse(0)),
          refused,
          kept);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, log);
      throw e;
    }
  }

  /**
   * Returns the shards that are refused. Fails with the failure of a shard if that is no damaged
   * page, or the log holds its entities.
   */
  private Map<Integer, PageDamaged> refused(List<@Nullable CompletionException> failures)
      throws IOException {
    var refused = new TreeMap<Integer, PageDamaged>();
    for (var shard = 0; shard < failures.size(); shard++) {
      var failure = failures.get(shard);
      if (failure == null) {
        continue;
      }
      if (!(failure.getCause() instanceof PageDamaged damaged) || logs.reaches(rebuildPosition())) {
        throw failure;
      }
      refused.put(shard, damaged);
    }
    return refused;
  }

  /**
   * Opens a refused shard again, as the checkpoint has it, and recovers its rows of the catalog as
   * the end of the log has them.
   */
  private CatalogRecovery catalogOnly(
      int number,
      CheckpointManifest manifest,
      List<ShardTree> trees,
      FileLog log,
      RebuildProgress progress)
      throws IOException {
    trees.get(number).leave();
    var fresh = pages.reopen(number, manifest, directories());
    trees.set(number, fresh);
    var catalog = new CatalogRecovery(fresh.tree(), progress);
    StoredCatalog.read(fresh.tree().published(), catalog::put);
    readSetAside(number, manifest, catalog::apply);
    var groups = new PartitionGroups(trees.size());
    LogRangeReader.read(
        folder.log(),
        folder.identity().id(),
        manifest.logPosition(),
        log.durablePosition(),
        (position, sequence, payload) -> {
          var record = new byte[payload.remaining()];
          payload.duplicate().get(record);
          LogRecord.forEachGroup(record, groups, (group, part) -> {
            if (group == number) {
              catalog.apply(part);
            }
          });
        });
    return catalog;
  }

  /**
   * Hands over what the checkpoint has set aside for shards that it left out. Their records in the
   * log come later.
   */
  private void handOverSetAside(CheckpointManifest manifest, LogHandover handover)
      throws IOException {
    try {
      for (var shard = 0; shard < manifest.shards().size(); shard++) {
        var number = shard;
        readSetAside(shard, manifest, record -> handover.add(number, record));
      }
    } catch (IOException | RuntimeException e) {
      handover.abandon();
      throw e;
    }
  }

  private void readSetAside(int shard, CheckpointManifest manifest, Consumer<byte[]> visitor)
      throws IOException {
    new CheckpointEntries(
            folder.files(),
            folder.path(),
            manifest.storeId(),
            shard,
            manifest.shards().get(shard))
        .records(visitor);
  }

  private Folder directories() throws IOException {
    return folder.files().folder(CheckpointManifest.DIRECTORIES);
  }

  private static void closeAfter(Exception failure, FileLog log) {
    try {
      log.close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Returns a failure's message, with its class name if it is not a failure of this engine or of a
   * file.
   */
  private static String textOf(Throwable reason) {
    return reason instanceof IOException ? String.valueOf(reason.getMessage()) : reason.toString();
  }
}
