package io.weir.engine.offline;

import io.weir.engine.archive.ArchiveRestore;
import io.weir.engine.archive.Restorable;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.PointSource;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.TablesAtPoint;
import io.weir.engine.catalog.Table;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.disk.TemporaryFolder;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
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
   * @param tables number of tables in the restored store
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
    try {
      return rehearse(findings);
    } catch (FileDamaged | LogDamaged | SnapshotDamaged | StoreUnusable | CannotCheck e) {
      throw e;
    } catch (IOException e) {
      if (e instanceof BackupRefused && e.getCause() != null) {
        throw e; // it is damaged
      }
      throw new CannotCheck(
          "The rehearsal could not be carried out; --scratch DIR names a folder"
              + " with more room. " + e.getMessage(),
          e);
    }
  }

  private Report rehearse(CheckListener findings) throws IOException {
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
      if (isArchive) {
        ArchiveRestore.showAll(source, point, listener, () -> new Tables(expected));
      } else {
        var log = folder().folder(Backup.LOG);
        TablesAtPoint.showAll(
            new PointSource(folder(), log, manifest, point, listener), new Tables(expected));
      }
      var found = opened(copy);
      return new Report(
          manifest.created(),
          found.size(),
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

  /** What tables have, by account and name. */
  private static final class Tables implements TablesAtPoint.Sink {

    private final Map<String, Contents> all;

    Tables(Map<String, Contents> all) {
      this.all = all;
      all.clear();
    }

    @Override
    public void table(Table table) {
      all.put(nameOf(table), new Contents(0, 0));
    }

    @Override
    public void entity(Table table, byte[] key, byte[] stored) {
      all.merge(nameOf(table), Contents.of(key, stored), Contents::plus);
    }

    private static String nameOf(Table table) {
      return table.account() + "/" + table.name();
    }
  }

  /** Starts the store, and returns what its tables have. */
  private Map<String, Contents> opened(Path copy) throws IOException {
    var contents = new HashMap<String, Contents>();
    var found = new Tables(contents);
    listener.begin("Opening", -1);
    try (var store = Store.open(StoreOptions.in(copy).withExpirySweep(NO_SWEEP), loops)) {
      var catalog = store.catalog();
      var tables = catalog.accounts().stream()
          .flatMap(account -> catalog.tables(account).values().stream())
          .collect(Collectors.toMap(Table::id, table -> table));
      tables.values().forEach(found::table);
      Contents.of(
          store,
          (key, stored) -> {
            var table = tables.get(TreeKeys.tableOf(key));
            if (table != null) {
              found.entity(table, key, stored);
            }
          },
          listener::advance);
    }
    return contents;
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

  private static String entries(Map<String, Contents> all, String name) {
    var contents = all.get(name);
    return contents == null ? "noTable" : Long.toString(contents.entries());
  }
}
