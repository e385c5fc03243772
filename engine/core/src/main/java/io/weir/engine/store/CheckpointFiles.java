package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.CheckpointedShard;
import io.weir.engine.checkpoint.DirectoryWriter;
import io.weir.engine.checkpoint.SetAsideRecords;
import io.weir.engine.checkpoint.Snapshots;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.store.LastCheckpoint.Known;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files of checkpoints: makes them durable one step after another, and deletes those that no
 * start needs any more.
 *
 * <p>Owner: the thread that writes checkpoints, one at a time. All methods block.
 */
final class CheckpointFiles {

  /**
   * Receives why the pages of a shard that are younger than the last checkpoint must not be
   * believed: a force failed, or one is malformed.
   */
  @FunctionalInterface
  interface Distrust {
    void of(int shard, IOException cause);
  }

  /**
   * Finds what has changed in a shard since the last checkpoint, which is null when the shard was
   * not in it.
   */
  @FunctionalInterface
  interface Changes {
    LeafChanges of(Captured captured, @Nullable Known known) throws IOException;
  }

  private final Folder files;
  private final UUID storeId;
  private final Snapshots snapshots;
  private final SettingAside settingAside;

  /** Set before the store serves. */
  private Distrust distrust = (shard, cause) -> {};

  /** The highest number that a checkpoint may have used. */
  private long number;

  /** Whether a snapshot may be left, from which the store was rebuilt. */
  private boolean snapshotIsLeft = true;

  /** @param last number of the last durable checkpoint */
  CheckpointFiles(
      Folder files, UUID storeId, Snapshots snapshots, SettingAside settingAside, long last)
      throws IOException {
    this.settingAside = settingAside;
    this.files = files;
    this.storeId = storeId;
    this.snapshots = snapshots;
    this.number = last;
    for (var name : directories().list()) {
      number = Math.max(number, DirectoryWriter.numberOf(name)); // also one that failed
    }
  }

  private Folder directories() throws IOException {
    return files.folder(CheckpointManifest.DIRECTORIES);
  }

  /** Sets who has shards rebuilt. Called before the store serves. */
  void whenDistrusted(Distrust receiver) {
    distrust = receiver;
  }

  /** Returns a number that no checkpoint has used. */
  long nextNumber() {
    return ++number;
  }

  /**
   * Makes page files and leaf directories durable, and the records of shards that are left out. No
   * manifest names them yet.
   *
   * @param leftOut all shards that are not captured, with the position after everything that each
   *     has logged
   */
  List<Known> prepare(
      long checkpoint,
      List<Captured> captured,
      Map<Integer, Long> leftOut,
      LastCheckpoint before,
      Changes changes)
      throws IOException {
    for (var one : captured) {
      force(one, before.of(one));
    }
    var folder = directories();
    var written = new TreeMap<Integer, Known>();
    try (var directory = DirectoryWriter.create(folder, storeId, checkpoint)) {
      for (var one : captured) {
        written.put(
            one.shard(),
            write(
                new ShardDirectory(directory, folder, storeId, one.shard()), one, before, changes));
      }
      directory.finish();
      for (var shard : leftOut.keySet()) {
        written.put(shard, leaveOut(folder, checkpoint, shard, leftOut.get(shard), before));
      }
    } catch (IOException | RuntimeException | Error e) {
      deleteUnfinished(folder, DirectoryWriter.name(checkpoint), e);
      leftOut
          .keySet()
          .forEach(shard -> deleteUnfinished(folder, SetAsideRecords.name(checkpoint, shard), e));
      throw e;
    }
    folder.force();
    return List.copyOf(written.values());
  }

  private Known leaveOut(Folder folder, long checkpoint, int shard, long end, LastCheckpoint before)
      throws IOException {
    var known = before.shards().get(shard);
    var position = before.positionOf(shard);
    return known.leftOut(
        settingAside.write(folder, checkpoint, shard, known.pages().behind(), position, end));
  }

  /**
   * Makes the page files of a shard durable. A failure is reported once, because the force must not
   * be repeated.
   */
  private void force(Captured captured, @Nullable Known known) throws IOException {
    var pages = captured.owner().pages();
    try {
      pages.captures().force(captured.pages());
    } catch (ForceFailed e) {
      distrust.of(captured.shard(), e);
      throw e;
    }
    var named = known == null ? Set.<String>of() : names(known);
    if (!named.containsAll(names(captured.pages().files()))) {
      pages.captures().forceNames();
    }
  }

  private Known write(
      ShardDirectory directory, Captured captured, LastCheckpoint before, Changes changes)
      throws IOException {
    var known = before.of(captured);
    var changed = changed(captured, known, changes);
    var parts = directory.write(known, changed, () -> changed(captured, null, changes));
    return new Known(
        captured.owner(),
        captured.tree(),
        changed.leaves(),
        new CheckpointedShard(captured.pages().files(), parts));
  }

  private LeafChanges changed(Captured captured, @Nullable Known known, Changes changes)
      throws IOException {
    try {
      var changed = changes.of(captured, known);
      changed.added().forEach(leaf -> captured.owner().pages().record(leaf.page()));
      return changed;
    } catch (MalformedPage e) {
      distrust.of(captured.shard(), e);
      throw e;
    }
  }

  /**
   * Deletes the file of a failed checkpoint, because a full disk needs its bytes. No manifest names
   * it yet.
   */
  private static void deleteUnfinished(Folder folder, String name, Throwable failure) {
    try {
      folder.delete(name);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Replaces the manifest. If this fails, it may have been replaced or not.
   *
   * @param seen the log position after everything that the pages contain
   * @param ticks the highest Timestamp assigned
   * @param tableId the highest id of a table
   */
  void publish(LastCheckpoint checkpoint, long seen, long ticks, int tableId) throws IOException {
    new CheckpointManifest(
            storeId,
            ShardPages.format(),
            checkpoint.number(),
            checkpoint.logPosition(),
            seen,
            ticks,
            tableId,
            checkpoint.shards().stream().map(Known::pages).toList())
        .write(files);
  }

  /**
   * Deletes what a durable checkpoint makes superfluous. What fails is repeated after the next one.
   */
  void tidy(LastCheckpoint durable) throws IOException {
    for (var known : durable.shards()) {
      var owner = known.owner();
      if (owner != null) {
        owner.pages().deleteReplaced(); // no manifest names them any more
      }
    }
    deleteUnnamed(durable);
    deleteSnapshot();
  }

  private void deleteUnnamed(LastCheckpoint durable) throws IOException {
    var folder = directories();
    var named = new HashSet<String>();
    for (var shard = 0; shard < durable.shards().size(); shard++) {
      var number = shard;
      var pages = durable.shards().get(shard).pages();
      pages.leaves().forEach(part -> named.add(DirectoryWriter.name(part.file())));
      pages.setAside().ifPresent(aside -> named.add(SetAsideRecords.name(aside.file(), number)));
    }
    for (var name : folder.list()) {
      if (!named.contains(name)) {
        folder.delete(name);
      }
    }
  }

  /** Deletes the snapshot from which the store was rebuilt. No start needs it any more. */
  private void deleteSnapshot() throws IOException {
    if (snapshotIsLeft) {
      snapshots.delete();
      snapshotIsLeft = false;
    }
  }

  private static Set<String> names(Known known) {
    return names(known.pages().files());
  }

  private static Set<String> names(List<PersistedExtent> pageFiles) {
    return pageFiles.stream()
        .map(PersistedExtent::fileName)
        .collect(Collectors.toUnmodifiableSet());
  }
}
