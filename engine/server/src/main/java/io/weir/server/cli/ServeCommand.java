package io.weir.server.cli;

import io.weir.server.auth.Account;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves a store until the process is told to end. */
@Command(
    name = "serve",
    sortOptions = false,
    description = "Serve the tables of a store over HTTP/1.1 and HTTP/2, until Ctrl-C or SIGTERM.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class ServeCommand implements Callable<Integer> {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "weir-data",
      description = "Folder of the store; made when it is not there. Default: ./${DEFAULT-VALUE}.")
  private Path data = Path.of("weir-data");

  @Option(
      names = "--backup-dir",
      paramLabel = "DIR",
      description =
          "Folder that takes the backups which 'weir backup' asks for; made when it is not there."
              + " Default: none, and backups are refused.")
  private @Nullable Path backupDir;

  @Mixin
  private ListenSettings listening = new ListenSettings();

  @Mixin
  private AccountSettings account = new AccountSettings();

  @Mixin
  private StoreSettings store = new StoreSettings();

  @Mixin
  private CommonSettings common = new CommonSettings();

  private final Terminal terminal;

  ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    var key = account.sharedKey();
    var folder = data.toAbsolutePath().normalize();
    terminal.remark("Opening the store " + folder + " ...");
    try (var service = LocalService.open(
        store.in(folder),
        listening.serverOptions(),
        new Account(key.account(), List.of(key)),
        listening.loops(),
        Optional.ofNullable(backupDir).map(Path::toAbsolutePath))) {
      terminal.say(
          "Weir serves " + service.url(key.account()) + " (store " + folder + ", durability "
              + store.durability().name().toLowerCase(Locale.ROOT) + ", account "
              + account.description()
              + "). Stop it with Ctrl-C.");
      if (account.isPublished() && listening.isReachableFromOutside()) {
        terminal.remark(
            "Warning: other machines can reach this service, and its key is the published one."
                + " Anybody may read and write; give --account and --key.");
      }
      service.awaitStop(terminal);
      return 0;
    }
  }
}
