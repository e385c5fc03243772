package io.weir.engine.backup;

import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SetAsideRecords;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.checkpoint.SnapshotVisitor;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.FirstDamage;
import io.weir.engine.log.LogCheck;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.log.LogSlices;
import io.weir.engine.loop.Loops;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.store.RepairedShards;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreIdentity;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Repairs the damaged pages of a stopped store from a backup of it. The package's page gives the
 * rules.
 *
 * <p>Owner: the caller's thread, which blocks; {@link #of} runs on it, within {@link Store#repair}.
 */
public final class Repair implements RepairedShards {

  /**
   * How many bytes of lost entries are held in memory. More damage than this is a case for a
   * restore.
   */
  private static final long MOST_BYTES = 128L << 20;

  /** A repair does not decide what change feeds may still read. */
  private static final Retention ALL = new Retention(Duration.ofDays(36_500), Long.MAX_VALUE);

  private final Folder backup;
  private final BackupManifest manifest;
  private final CopyListener listener;
  private final LostRanges lost;

  private Repair(Folder backup, BackupManifest manifest, CopyListener listener, long mostBytes) {
    this.backup = backup;
    this.manifest = manifest;
    this.listener = listener;
    this.lost = new LostRanges(new PartitionGroups(manifest.store().partitionGroups()), mostBytes);
  }

  /**
   * The outcome of a repair.
   *
   * @param pages damaged pages
   * @param entries entries that are in their ranges of keys now
   */
  public record Report(int pages, long entries) {}

  /**
   * Repairs a store. When this returns, a new checkpoint without the damaged pages is durable. An
   * interrupted repair has changed no page of the old one, and may be repeated.
   *
   * @throws BackupRefused when this backup cannot repair the store; the store is as it was
   * @throws IOException when the store cannot be opened for another reason than damaged pages, or
   *     the disk fails
   */
  public static Report run(Path store, Path backup, Loops loops, CopyListener listener)
      throws IOException {
    return run(store, backup, loops, listener, MOST_BYTES);
  }

  static Report run(Path store, Path backup, Loops loops, CopyListener listener, long mostBytes)
      throws IOException {
    if (!Files.exists(backup.resolve(BackupManifest.FILE))) {
      throw new BackupRefused("The folder holds no backup: there is no file " + BackupManifest.FILE
          + ". folder=" + backup);
    }
    if (!Files.exists(store.resolve(StoreIdentity.FILE))) {
      throw new BackupRefused("The folder holds no store: there is no file " + StoreIdentity.FILE
          + ". folder=" + store);
    }
    var files = new ReadOnlyFolder(FolderOnDisk.in(backup));
    var repair = new Repair(files, read(files), listener, mostBytes);
    Store.repair(StoreOptions.in(store).withRetention(ALL), loops, repair);
    return new Report(repair.lost.count(), repair.lost.entries());
  }

  private static BackupManifest read(Folder backup) throws IOException {
    try {
      return BackupManifest.read(backup);
    } catch (FileDamaged e) {
      throw new BackupRefused("The backup is damaged; take another. " + e.getMessage(), e);
    }
  }

  @Override
  public Map<Integer, ShardEntries> of(Path store, Folder files, CheckpointManifest checkpoint)
      throws IOException {
    try {
      var shards = damaged(store, files, checkpoint);
      if (!lost.isEmpty()) {
        requireOrder(files, checkpoint);
        gather(files, checkpoint);
      }
      return shards;
    } catch (CheckpointInvalid | PageFilesChanged e) {
      throw refused("The store has more damage than pages. " + e.getMessage(), e);
    } catch (FileDamaged | SnapshotDamaged e) {
      throw refused("The backup is damaged; take another. " + e.getMessage(), e);
    } catch (LogDamaged e) {
      throw refused("The log between backup and store is damaged. " + e.getMessage(), e);
    } catch (LostRanges.TooMany e) {
      throw refused("Too much is damaged to be repaired page by page.", e);
    }
  }

  private BackupRefused refused(String why, Exception cause) {
    return new BackupRefused(why + restoreInstead(), cause);
  }

  private String restoreInstead() {
    return " Nothing was changed. 'weir restore' makes a new store of the backup, up to "
        + manifest.created() + ".";
  }

  /**
   * Finds the damaged pages. Returns the damaged shards, which can be read when the ranges are
   * filled.
   */
  private Map<Integer, ShardEntries> damaged(
      Path store, Folder files, CheckpointManifest checkpoint) throws IOException {
    if (!manifest.store().id().equals(checkpoint.storeId())) {
      throw new BackupRefused("The backup is of another store. backup="
          + manifest.store().id() + " store=" + checkpoint.storeId());
    }
    listener.begin("Reading", -1);
    var shards = new HashMap<Integer, ShardEntries>();
    for (var shard = 0; shard < checkpoint.shards().size(); shard++) {
      var number = shard;
      var entries = new CheckpointEntries(
          files, store, checkpoint.storeId(), shard, checkpoint.shards().get(shard));
      entries.read(
          (key, stored) -> {},
          listener::advance,
          (file, offset, what, from, before) -> lost.add(number, from, before));
      shards.put(shard, new Patched(shard, entries));
    }
    shards.keySet().retainAll(lost.shards());
    return shards;
  }

  /** Requires that the store has all that the pages of the backup contain, and the log between. */
  private void requireOrder(Folder files, CheckpointManifest checkpoint) throws IOException {
    for (var shard : lost.shards()) {
      var from = manifest.points().from();
      var to = checkpoint.positionOf(shard);
      if (from > to) {
        throw new BackupRefused("The backup is of a later time than the store." + restoreInstead()
            + " backupFrom=" + from + " storeAt=" + to);
      }
      var aside = checkpoint.shards().get(shard).setAside();
      requireLog(
          seam(to),
          to,
          aside.isPresent()
              ? aside.get().from()
              : slices(files.folder(Backup.LOG)).oldest());
    }
    requireReached(files, checkpoint);
  }

  /**
   * The pages of the backup may contain changes up to a later position than that of its checkpoint.
   * Without the log up to there, a part of a commit could come back.
   */
  private void requireReached(Folder files, CheckpointManifest checkpoint) throws IOException {
    var contained = manifest.points().earliest();
    if (contained > checkpoint.reachedPosition()) { // up to there a start requires the log
      var damage = new FirstDamage();
      var end = LogCheck.run(
          files.folder(Backup.LOG),
          checkpoint.storeId(),
          checkpoint.logPosition(),
          checkpoint.reachedPosition(),
          damage);
      damage.throwIfFound();
      if (end < contained) {
        throw new BackupRefused(
            "The log of the store ends before what the pages of the backup contain: it has lost its end."
                + restoreInstead() + " backupContains=" + contained + " logEnd=" + end);
      }
    }
  }

  private LogSlices slices(Folder log) {
    return new LogSlices(log, manifest.store().id());
  }

  /** Returns where the log of the store takes over from that of the backup. */
  private long seam(long to) {
    return Math.min(manifest.points().end(), to);
  }

  /**
   * Fills the lost ranges: from the backup, then from the log up to where a start goes on. That is
   * the log position of the checkpoint, or an earlier one for a shard that the checkpoint has left
   * out, whose log is set aside.
   */
  private void gather(Folder files, CheckpointManifest checkpoint) throws IOException {
    readBackup();
    var to = checkpoint.logPosition();
    log(
        backup,
        manifest.points().from(),
        seam(to),
        (at, shard) -> at < checkpoint.positionOf(shard));
    log(files, seam(to), to, (at, shard) -> checkpoint.shards().get(shard).behind() == null);
    for (var shard : lost.shards()) {
      var aside = checkpoint.shards().get(shard).behind();
      if (aside != null) {
        SetAsideRecords.read(
            files.folder(CheckpointManifest.DIRECTORIES),
            checkpoint.storeId(),
            shard,
            aside,
            (at, record) -> {
              if (at >= seam(aside.position()) && at < aside.position()) {
                lost.apply(ByteBuffer.wrap(record));
              }
            });
      }
    }
  }

  private void requireLog(long seam, long to, long oldest) throws IOException {
    if (seam < to && oldest > seam) {
      throw new BackupRefused(
          "The log between the backup and the store is not complete: the backup ends at position "
              + seam + ", the log of the store begins at " + oldest
              + ". A newer backup may reach." + restoreInstead());
    }
  }

  /** Says whether a record concerns a shard. */
  @FunctionalInterface
  private interface Concerns {
    boolean test(long position, int shard);
  }

  private void log(Folder folder, long from, long to, Concerns concerns) throws IOException {
    var only = lost.shards().stream().anyMatch(shard -> concerns.test(from, shard));
    if (from < to && only) {
      LogRangeReader.read(
          folder.folder(Backup.LOG),
          manifest.store().id(),
          from,
          to,
          (position, sequence, payload) -> {
            listener.advance(payload.remaining());
            lost.apply(payload, shard -> concerns.test(position, shard));
          });
    }
  }

  private void readBackup() throws IOException {
    for (var sum : manifest.files()) {
      if (sum.file().equals(LeafList.FILE)) {
        requireSound(sum);
      }
    }
    var shards = BackedUpEntries.of(backup, manifest);
    for (var shard : lost.shards()) {
      if (!shards.isEmpty()) {
        shards
            .get(shard)
            .read(
                (from, before) -> lost.touches(shard, from, before), lost::put, listener::advance);
      }
    }
    if (shards.isEmpty()) {
      var unused = new Snapshots(backup, manifest.store().id()).load(lost::put);
    }
  }

  private void requireSound(FileSum sum) throws IOException {
    var damage = FileSums.damageOf(backup, sum, listener);
    if (!damage.isEmpty()) {
      throw new FileDamaged(backup.locate(sum.file()), 0, damage);
    }
  }

  /** A shard of the checkpoint, with the gathered entries in place of its damaged pages. */
  private final class Patched implements ShardEntries {

    private final int shard;
    private final CheckpointEntries sound;

    Patched(int shard, CheckpointEntries sound) {
      this.shard = shard;
      this.sound = sound;
    }

    @Override
    public long bytes() throws IOException {
      return sound.bytes();
    }

    @Override
    public void read(SnapshotVisitor visitor, LongConsumer progress) throws IOException {
      sound.read(visitor, progress, (file, offset, what, from, before) -> {
        var range = lost.at(shard, from);
        if (range == null) {
          throw new FileDamaged(file.toString(), offset, what); // it was sound a moment ago
        }
        range.entries().forEach(visitor::entry);
      });
    }
  }
}
