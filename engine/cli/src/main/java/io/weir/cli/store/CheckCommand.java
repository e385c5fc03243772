package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.offline.CannotCheck;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.CheckReport;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.StoreCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
          "Folder for temporary files, which the command deletes: it copies the tables that have indexes, to compare both. Default: the folder that holds DIR.")
  private @Nullable Path scratch;

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
      return report.isSound() ? 0 : DAMAGED;
    } catch (CannotCheck e) {
      terminal.remark(String.valueOf(e.getMessage()));
      return NOT_CHECKED;
    }
  }

  private CheckReport check(List<String> remarks) throws IOException {
    try (var progress = terminal.progress().begin("Reading", -1, "bytes")) {
      var path = folder.toAbsolutePath().normalize();
      var temporary = scratch == null ? path.resolveSibling("") : scratch.toAbsolutePath();
      return StoreCheck.run(path, temporary.normalize(), listener(progress, remarks));
    }
  }

  private CheckListener listener(LoadProgress progress, List<String> remarks) {
    return new CheckListener() {
      @Override
      public void begin(String file, long bytes) {}

      @Override
      public void read(long bytes) {
        progress.advance(bytes);
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
