package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.archive.ArchiveRestore;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a store from a backup or an archive. */
@Command(
    name = "restore",
    sortOptions = false,
    description = {
      "Make a new store of a backup, or of the archive of 'weir serve --archive', verifying it on the way. The backup stays as it is.",
      "With --to-position or --to-time the store is as it was at that point of its log: it holds what was logged up to there, each"
          + " batch whole, and nothing that came later. 'weir check BACKUP' tells which points there are.",
      "An archive has every moment of its last days; the service may go on archiving meanwhile."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class RestoreCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "BACKUP",
      index = "0",
      description = "Folder of the backup or of the archive.")
  private Path backup = Path.of("");

  @Parameters(
      paramLabel = "DIR",
      index = "1",
      description = "Folder of the new store: empty, or not there.")
  private Path folder = Path.of("");

  @Option(
      names = "--to-position",
      paramLabel = "N",
      description = "Keep what was logged before this position. Default: all.")
  private @Nullable Long position;

  @Option(
      names = "--to-time",
      paramLabel = "TIME",
      description =
          "Keep what was logged up to this time, such as 2026-01-31T14:02:00Z or 2026-01-31T15:02:00+01:00. Default: all.")
  private @Nullable String time;

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var point = point();
    try (var progress = new CopyProgress(terminal.progress())) {
      var from = backup.toAbsolutePath().normalize();
      var to = folder.toAbsolutePath().normalize();
      var report = ArchiveRestore.isArchive(from)
          ? ArchiveRestore.run(from, to, point, progress)
          : Restore.run(from, to, point, progress);
      progress.close();
      terminal.say(String.format(
          Locale.ROOT,
          "Restored %s: %,d entries of the snapshot, %,d records of the log, %,d later ones left out. Serve it with --data %s.",
          folder,
          report.snapshotEntries(),
          report.logRecords(),
          report.omittedRecords(),
          folder));
    }
    return 0;
  }

  private RestorePoint point() {
    if (position != null && time != null) {
      throw CommandFailure.wrongUsage("Give --to-position or --to-time, not both.");
    }
    if (position != null) {
      return new RestorePoint.Position(position);
    }
    return time == null ? new RestorePoint.End() : new RestorePoint.Time(instant(time));
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw CommandFailure.wrongUsage(
          "--to-time is of the form 2026-01-31T14:02:00Z, not '" + text + "'.");
    }
  }
}
