package io.weir.cli.transfer;

import io.weir.cli.archive.Exporter;
import io.weir.cli.archive.ReachableAccounts;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointAccount;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes all tables into a folder, as lines of JSON. */
@Command(
    name = "export",
    sortOptions = false,
    description = {
      "Write all tables into a folder: one file per table with one JSON object per entity, which 'weir import' reads.",
      "Clients may write while the export reads. For a copy of one point in time, export a store that was restored from a backup."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ExportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DIR", description = "The folder: empty or absent.")
  private Path folder = Path.of("");

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "Folder of a store that no service has open, to export all its accounts. Default: none; the account of --endpoint is exported.")
  private @Nullable Path store;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (store == null) {
      var account = endpoint.sharedKey().account();
      try (var client = endpoint.connect()) {
        export(new EndpointAccount(account, client, endpoint.policies(client, terminal::remark)));
      }
      return 0;
    }
    if (!Files.isDirectory(store)) {
      throw CommandFailure.wrongUsage("There is no store in " + store + ".");
    }
    try (var accounts = StoreAccounts.open(store)) {
      export(accounts);
    }
    return 0;
  }

  private void export(ReachableAccounts accounts) throws IOException {
    var done = Exporter.run(accounts, folder, terminal.progress(), terminal::remark);
    terminal.say(String.format(
        Locale.ROOT,
        "%,d entities of %,d tables are in %s.",
        done.entities(),
        done.tables(),
        folder));
  }
}
