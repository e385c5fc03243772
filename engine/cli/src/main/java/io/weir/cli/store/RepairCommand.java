package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.backup.Repair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repairs damaged pages of a stopped store. */
@Command(
    name = "repair",
    sortOptions = false,
    description = {
      "Repair the damaged pages of a store that no service has open, from a backup and the log after it. Nothing is lost: the pages become as the log's end has them.",
      "The log from the backup to the store's last checkpoint must be whole, in the backup and the store together. Otherwise the command changes nothing and says up to which time"
          + " 'weir restore' brings the store back. 'weir check DIR' lists the damage."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class RepairCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "Folder of the store.")
  private Path folder = Path.of("");

  @Option(
      names = "--from",
      required = true,
      paramLabel = "BACKUP",
      description =
          "Folder of a backup of this store; the newest is the best. Default: none; required.")
  private Path backup = Path.of("");

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public RepairCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    try (var loops = EmbeddedLoops.start(1);
        var progress = new CopyProgress(terminal.progress())) {
      var report = Repair.run(
          folder.toAbsolutePath().normalize(),
          backup.toAbsolutePath().normalize(),
          loops.loops(),
          progress);
      progress.close();
      terminal.say(
          report.pages() == 0
              ? "No page of " + folder + " is damaged."
              : String.format(
                  Locale.ROOT,
                  "Repaired %,d damaged pages of %s with %,d entries. Verify it with 'weir check %s'.",
                  report.pages(),
                  folder,
                  report.entries(),
                  folder));
    }
    return 0;
  }
}
