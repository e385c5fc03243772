package io.weir.engine.archive;

import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.RestoreReport;
import io.weir.engine.backup.TableAtPoint;
import io.weir.engine.backup.TablesAtPoint;
import io.weir.engine.checkpoint.SnapshotDamaged;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.append.LogCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores a moment of an archive to a new store, or gives one table of it. Uses the newest base
 * that can restore it; if that one is damaged, an earlier one and more of the log. Owner: the
 * caller's thread, which blocks.
 */
public final class ArchiveRestore {

  private static final Logger LOG = LoggerFactory.getLogger(ArchiveRestore.class);

  private ArchiveRestore() {}

  /** Whether a folder is an archive. */
  public static boolean isArchive(Path folder) {
    return Files.exists(folder.resolve(ArchiveFolder.MARKER));
  }

  /**
   * Restores a point into a folder that is empty or does not exist. Verifies all that it needs
   * before it writes. The service may go on archiving meanwhile.
   *
   * @throws BackupRefused when the archive does not hold the point or is damaged, or the folder is
   *     not empty
   */
  public static RestoreReport run(
      Path archive, Path folder, RestorePoint point, CopyListener listener) throws IOException {
    return run(new ReadOnlyFolder(FolderOnDisk.in(archive)), folder, point, listener);
  }

  static RestoreReport run(Folder archive, Path folder, RestorePoint point, CopyListener listener)
      throws IOException {
    var chosen = newestSound(archive, point, (each, limit) -> {
      each.verify(listener);
      return new Chosen(each, limit);
    });
    return Restore.verified(
        chosen.base.folder(),
        chosen.base.log(),
        chosen.base.manifest(),
        folder,
        chosen.limit,
        listener);
  }

  private record Chosen(Restorable base, LogCopy.Limit limit) {}

  /**
   * Finds a table as it was at a point, and verifies everything that it is made of; reads nothing
   * else of the other tables than their records in the log.
   *
   * @throws BackupRefused when the archive does not hold the point, is damaged where the table
   *     needs it, or has no such table
   */
  public static TableAtPoint table(
      Path archive, RestorePoint point, TableAtPoint.Wanted wanted, CopyListener listener)
      throws IOException {
    return table(new ReadOnlyFolder(FolderOnDisk.in(archive)), point, wanted, listener);
  }

  static TableAtPoint table(
      Folder archive, RestorePoint point, TableAtPoint.Wanted wanted, CopyListener listener)
      throws IOException {
    return newestSound(
        archive, point, (each, limit) -> TableAtPoint.verified(each.upTo(point, listener), wanted));
  }

  /**
   * Shows all tables at a point, and their entities.
   *
   * @param sinks makes the receiver; another one if the reading begins again with another base
   */
  public static void showAll(
      Path archive, RestorePoint point, CopyListener listener, Supplier<TablesAtPoint.Sink> sinks)
      throws IOException {
    var unused = newestSound(new ReadOnlyFolder(FolderOnDisk.in(archive)), point, (each, limit) -> {
      TablesAtPoint.showAll(each.upTo(point, listener), sinks.get());
      return each;
    });
  }

  /** Verifies a base and the log after it. */
  @FunctionalInterface
  private interface Check<T> {

    /** Returns what was verified. Fails when it is damaged. */
    T of(Restorable each, LogCopy.Limit limit) throws IOException;
  }

  /** Returns what the newest base gives that leads to the point and is sound. */
  private static <T> T newestSound(Folder archive, RestorePoint point, Check<T> check)
      throws IOException {
    var all = Restorable.allIn(archive);
    if (all.isEmpty()) {
      throw new BackupRefused(
          "The archive has no complete base yet, so nothing of it can be restored. folder="
              + archive.locate(""));
    }
    var damages = new ArrayList<Exception>();
    for (var each : all) {
      var limit = limit(each, all, point);
      if (limit.isPresent()) {
        try {
          return check.of(each, limit.get());
        } catch (FileDamaged | LogDamaged | SnapshotDamaged | NoSuchFileException e) {
          LOG.warn(
              "a base of the archive cannot be used folder={}", each.folder().locate(""), e);
          if (each.isThere()) { // else it was too old, and deleted
            damages.add(e);
          }
        }
      }
    }
    throw damages.isEmpty() ? outside(Restorable.allIn(archive), point) : damaged(archive, damages);
  }

  /** Returns which records are restored; empty if this base does not lead to the point. */
  private static Optional<LogCopy.Limit> limit(
      Restorable each, List<Restorable> all, RestorePoint point) {
    var isLast = each.chain() == all.get(0).chain()
        && each.manifest().points().end() == all.get(0).manifest().points().end();
    if (point instanceof RestorePoint.End && !(isLast && each.isComplete())) {
      return Optional.empty();
    }
    try {
      return Optional.of(point.within(each.manifest()));
    } catch (BackupRefused e) {
      LOG.debug("a base does not lead to the point folder={}", each.folder().locate(""), e);
      return Optional.empty();
    }
  }

  private static BackupRefused outside(List<Restorable> all, RestorePoint point) {
    if (point instanceof RestorePoint.End) {
      return new BackupRefused(
          "The archive lacks a base or a part of the log, so its last writes cannot be restored. It restores any moment "
              + Restorable.ranges(all) + "; choose one of these with --to-time.");
    }
    var wanted = point instanceof RestorePoint.Time time ? "time=" + time.time() : "" + point;
    return new BackupRefused("The archive restores any moment " + Restorable.ranges(all)
        + "; choose one of these. " + wanted);
  }

  private static BackupRefused damaged(Folder archive, List<Exception> damages) {
    return new BackupRefused(
        "The archive is damaged where this point needs it; choose another. 'weir check "
            + archive.locate("") + "' tells all that is wrong with it. "
            + damages.stream().map(Exception::getMessage).collect(Collectors.joining(" ")),
        damages.get(0));
  }
}
