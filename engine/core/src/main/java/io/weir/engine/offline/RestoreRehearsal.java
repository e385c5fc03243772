package io.weir.engine.offline;

import io.weir.engine.archive.ArchiveRestore;
import io.weir.engine.archive.Restorable;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.PointSource;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.TablesAtPoint;
import io.weir.engine.catalog.Table;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.disk.TemporaryFolder;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Restores the end of a backup or an archive into a temporary folder, opens the store, compares the
 * entities of each table with those that the backup has, verifies the store, and deletes it.
 *
 * <p>The comparison reads the backup on another way than the restore: blocks and log, without a
 * snapshot and without a start.
 *
 * <p>Owner: the caller's thread, which blocks.
 */
public final class RestoreRehearsal {

  private static final Duration NO_SWEEP = Duration.ofDays(365);

  private final Path source;
  private final Path scratch;
  private final Loops loops;
  private final CopyListener listener;

  private RestoreRehearsal(Path source, Path scratch, Loops loops, CopyListener listener) {
    this.source = source;
    this.scratch = scratch;
    this.loops = loops;
    this.listener = listener;
  }

  /**
   * The outcome.
   *
   * @param moment up to which the store was restored
   * @param tables number of tables
   * @param entities of all tables in the restored store
   * @param differing the tables that the restored store has otherwise than the backup
   * @param check of the restored store
   */
  public record Report(
      Instant moment, int tables, long entities, List<String> differing, CheckReport check) {

    public Report {
      differing = List.copyOf(differing);
    }

    /** Whether the restored store is sound and has what the backup has. */
    public boolean isSound() {
      return differing.isEmpty() && check.isSound();
    }
  }

  /**
   * Rehearses the restore of a folder that a check has found sound.
   *
   * @param scratch a folder with room for the whole store, once as snapshot and once as pages
   * @param loops on which the store is opened; they run on
   * @param findings receives damage of the restored store
   * @throws io.weir.engine.backup.BackupRefused when it cannot be restored
   */
  public static Report run(
      Path source, Path scratch, Loops loops, CopyListener listener, CheckListener findings)
      throws IOException {
    return new RestoreRehearsal(source, scratch, loops, listener).run(findings);
  }

  private Report run(CheckListener findings) throws IOException {
    try (var temporary = TemporaryFolder.in(scratch, "weir-rehearsal-")) {
      var copy = temporary.path().resolve("store");
      var isArchive = ArchiveRestore.isArchive(source);
      var manifest = isArchive ? endOfArchive() : BackupManifest.read(folder());
      var point = new RestorePoint.Position(manifest.points().end());
      if (isArchive) {
        ArchiveRestore.run(source, copy, point, listener);
      } else {
        Restore.run(source, copy, point, listener);
      }
      var expected = new HashMap<String, Contents>();
      var tables = isArchive ? ofArchive(point, expected) : ofBackup(manifest, point, expected);
      var found = opened(copy);
      return new Report(
          manifest.created(),
          tables,
          found.values().stream().mapToLong(Contents::entries).sum(),
          differing(expected, found),
          StoreCheck.run(copy, temporary.path(), findings));
    }
  }

  private Folder folder() throws IOException {
    return new ReadOnlyFolder(FolderOnDisk.in(source));
  }

  /** The service may go on archiving, so the rehearsal ends where the archive ends now. */
  private BackupManifest endOfArchive() throws IOException {
    return Restorable.allIn(folder()).stream()
        .findFirst()
        .orElseThrow(() -> new CannotCheck(
            "The archive has no complete base yet, so no restore can be rehearsed. folder="
                + source))
        .manifest();
  }

  private int ofArchive(RestorePoint point, Map<String, Contents> contents) throws IOException {
    return ArchiveRestore.showAll(source, point, listener, () -> {
      contents.clear();
      return (table, key, stored) -> add(contents, table, key, stored);
    });
  }

  private int ofBackup(BackupManifest manifest, RestorePoint point, Map<String, Contents> contents)
      throws IOException {
    var log = folder().folder(Backup.LOG);
    return TablesAtPoint.showAll(
        new PointSource(folder(), log, manifest, point, listener),
        (table, key, stored) -> add(contents, table, key, stored));
  }

  private static void add(Map<String, Contents> all, Table table, byte[] key, byte[] stored) {
    all.merge(table.account() + "/" + table.name(), Contents.of(key, stored), Contents::plus);
  }

  /** Starts the store, and returns what its tables have. */
  private Map<String, Contents> opened(Path copy) throws IOException {
    var found = new HashMap<String, Contents>();
    listener.begin("Opening", -1);
    try (var store = Store.open(StoreOptions.in(copy).withExpirySweep(NO_SWEEP), loops)) {
      var catalog = store.catalog();
      var tables = catalog.accounts().stream()
          .flatMap(account -> catalog.tables(account).values().stream())
          .collect(Collectors.toMap(Table::id, table -> table));
      Contents.of(
          store,
          (key, stored) -> {
            var table = tables.get(TreeKeys.tableOf(key));
            if (table != null) {
              add(found, table, key, stored);
            }
          },
          listener::advance);
    }
    return found;
  }

  static List<String> differing(Map<String, Contents> expected, Map<String, Contents> found) {
    var names = new TreeSet<>(expected.keySet());
    names.addAll(found.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(expected.get(name), found.get(name)))
        .map(name ->
            name + " entities=" + entries(found, name) + " expected=" + entries(expected, name))
        .toList();
  }

  private static long entries(Map<String, Contents> all, String name) {
    return all.getOrDefault(name, new Contents(0, 0)).entries();
  }
}
