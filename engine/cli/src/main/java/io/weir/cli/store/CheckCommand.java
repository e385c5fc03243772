package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.offline.CannotCheck;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.CheckReport;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.RestoreRehearsal;
import io.weir.engine.offline.StoreCheck;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies a backup, an archive, or a store that no service has open. */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Verify a store that no service has open, a backup, or an archive: every file, checksum and entry, and indexes against entities. The command changes nothing.",
      "With --restore the command also rehearses the restore of a sound backup or archive: in a temporary folder, which it opens, compares, verifies and deletes.",
      "It prints each damage to standard output with file and offset. Exit codes: 0 sound, 1 damaged, 2 it cannot be checked."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class CheckCommand implements Callable<Integer> {

  private static final int DAMAGED = 1;
  private static final int NOT_CHECKED = 2;

  @Parameters(
      paramLabel = "DIR",
      description = "Folder of the store, of the backup or of the archive.")
  private Path folder = Path.of("");

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "Folder for temporary files, which the command deletes: the tables that have indexes, to compare both, and with --restore the whole store. Default: the folder that holds DIR.")
  private @Nullable Path scratch;

  @Option(
      names = "--restore",
      description =
          "Rehearse the restore of a backup or an archive. Needs room for about twice the store in the folder for temporary files.")
  private boolean rehearses;

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var remarks = new ArrayList<String>();
    try {
      var report = check(remarks);
      remarks.forEach(terminal::remark);
      terminal.say(verdict(report));
      var isSound = report.isSound() && (!rehearses || rehearse());
      return isSound ? 0 : DAMAGED;
    } catch (CannotCheck e) {
      terminal.remark(String.valueOf(e.getMessage()));
      return NOT_CHECKED;
    }
  }

  private CheckReport check(List<String> remarks) throws IOException {
    if (rehearses && Files.exists(path().resolve(StoreIdentity.FILE))) {
      throw CommandFailure.wrongUsage(
          "--restore rehearses the restore of a backup or an archive, and this is a store.");
    }
    try (var progress = terminal.progress().begin("Reading", -1, "bytes")) {
      return StoreCheck.run(path(), temporary(), listener(progress::advance, remarks));
    }
  }

  private Path path() {
    return folder.toAbsolutePath().normalize();
  }

  private Path temporary() {
    return (scratch == null ? path().resolveSibling("") : scratch.toAbsolutePath()).normalize();
  }

  /** Returns whether the restored store is what it should be. */
  private boolean rehearse() throws IOException {
    try (var loops = EmbeddedLoops.start(1);
        var progress = new CopyProgress(terminal.progress())) {
      var report = RestoreRehearsal.run(
          path(),
          temporary(),
          loops.loops(),
          progress,
          listener(progress::advance, new ArrayList<>()));
      progress.close();
      report.differing().forEach(table -> terminal.say("Differs: " + table));
      terminal.say(String.format(
          Locale.ROOT,
          report.isSound()
              ? "Rehearsed: the restored store has %,d entities in %,d tables, as of %s, as the backup has them. The copy is deleted."
              : "The rehearsal failed: the restored store has %,d entities in %,d tables, as of %s, and is not what the backup has. The copy is deleted.",
          report.entities(),
          report.tables(),
          report.moment()));
      return report.isSound();
    }
  }

  private CheckListener listener(LongConsumer progress, List<String> remarks) {
    return new CheckListener() {
      @Override
      public void begin(String file, long bytes) {}

      @Override
      public void read(long bytes) {
        progress.accept(bytes);
      }

      @Override
      public void damaged(Finding finding) {
        terminal.say(finding.toString());
      }

      @Override
      public void remark(String what) {
        remarks.add(what);
      }
    };
  }

  private static String verdict(CheckReport report) {
    var seen = String.format(
        Locale.ROOT,
        "%,d entries of the pages, %,d records of the log and %,d entries of indexes are good.",
        report.entries(),
        report.logRecords(),
        report.indexEntries());
    return report.isSound()
        ? "Sound: " + seen
        : String.format(Locale.ROOT, "Damaged in %,d places; %s", report.damages(), seen);
  }
}
