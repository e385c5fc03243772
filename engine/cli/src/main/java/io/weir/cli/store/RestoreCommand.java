package io.weir.cli.store;

import io.weir.api.TableName;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.archive.ArchiveRestore;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.TableAtPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a store from a backup or an archive, or puts one table of it into a running service. */
@Command(
    name = "restore",
    sortOptions = false,
    description = {
      "Make a new store of a backup, or of the archive of 'weir serve --archive', verifying it on the way. The backup stays as it is.",
      "With --to-position or --to-time the store is as it was at that point of its log: it holds what was logged up to there, each"
          + " batch whole, and nothing that came later. 'weir check BACKUP' tells which points there are.",
      "An archive has every moment of its last days; the service may go on archiving meanwhile.",
      "With --table and --as, in place of DIR, one table becomes a new table of a running service, which goes on serving. Entities get new"
          + " Timestamps and ETags. Indexes and the setting of the change feed are declared; what is not restored is told."
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
      arity = "0..1",
      description = "Folder of the new store: empty, or not there. Not with --table.")
  private @Nullable Path folder;

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

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Restore this table into the service at --endpoint. Default: the whole store.")
  private @Nullable String table;

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description =
          "With --table: its name in the service. The table is created, or is there and empty. Default: none; required.")
  private @Nullable String target;

  @Option(
      names = "--from-account",
      paramLabel = "NAME",
      description =
          "With --table: the account that has the table in the backup. Default: the account of the endpoint.")
  private @Nullable String fromAccount;

  @Option(
      names = "--resume",
      description =
          "With --table: repeat a restore that was interrupted. The table of --as may have entities; those with the same keys are replaced.")
  private boolean resumes;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description =
          "With --table: how long to try again when the service does not answer any more, as while it restarts. 0 ends at once. Default: ${DEFAULT-VALUE}.")
  private int patienceSeconds = 600;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var point = point();
    if (table != null && target != null && folder == null) {
      restoreTable(TableArgument.named(table), TableArgument.named(target), point);
    } else if (table == null && target == null && folder != null) {
      restoreStore(folder, point);
    } else {
      throw CommandFailure.wrongUsage(
          "Name the folder of the new store, or a table with --table and --as.");
    }
    return 0;
  }

  private void restoreStore(Path target, RestorePoint point) throws IOException {
    try (var progress = new CopyProgress(terminal.progress())) {
      var from = from();
      var to = target.toAbsolutePath().normalize();
      var report = ArchiveRestore.isArchive(from)
          ? ArchiveRestore.run(from, to, point, progress)
          : Restore.run(from, to, point, progress);
      progress.close();
      terminal.say(String.format(
          Locale.ROOT,
          "Restored %s: %,d entries of the snapshot, %,d records of the log, %,d later ones left out. Serve it with --data %s.",
          target,
          report.snapshotEntries(),
          report.logRecords(),
          report.omittedRecords(),
          target));
    }
  }

  private void restoreTable(TableName name, TableName as, RestorePoint point) throws IOException {
    if (patienceSeconds < 0) {
      throw CommandFailure.wrongUsage("--patience is 0 or more.");
    }
    var persistence = new Persistence(
        patienceSeconds > 0,
        Duration.ofSeconds(patienceSeconds),
        Persistence.Time.SYSTEM,
        terminal);
    if (resumes && point instanceof RestorePoint.End && ArchiveRestore.isArchive(from())) {
      throw CommandFailure.wrongUsage(
          "The end of an archive moves on. Give --resume the moment of the restore that was interrupted, with --to-time, or with the --to-position that it told.");
    }
    try (var client = endpoint.connect()) {
      var restore = new TableRestore(client, as, persistence, terminal);
      restore.requireFree(resumes);
      restore.store(find(name, point));
    }
  }

  private TableAtPoint find(TableName name, RestorePoint point) throws IOException {
    var account = fromAccount == null ? endpoint.account() : AccountOptions.named(fromAccount);
    var wanted = new TableAtPoint.Wanted(account, name);
    var from = from();
    try (var progress = new CopyProgress(terminal.progress())) {
      return ArchiveRestore.isArchive(from)
          ? ArchiveRestore.table(from, point, wanted, progress)
          : TableAtPoint.in(from, point, wanted, progress);
    }
  }

  private Path from() {
    return backup.toAbsolutePath().normalize();
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
