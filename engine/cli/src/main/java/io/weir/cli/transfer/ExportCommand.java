package io.weir.cli.transfer;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.archive.Exporter;
import io.weir.cli.archive.ReachableAccounts;
import io.weir.cli.format.TextFormat;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointAccount;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
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

/** Writes all tables into a folder, as lines of JSON, or one table to a file or a pipe. */
@Command(
    name = "export",
    sortOptions = false,
    description = {
      "Write all tables into a folder: one file per table with one JSON object per entity, which 'weir import' reads.",
      "With --table: write one table to a file, or to standard output with '-', as CSV, JSON or lines of JSON.",
      "Clients may write while the export reads. For a copy of one point in time, export a store that was restored from a backup."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ExportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PLACE",
      description =
          "The folder: empty or absent. With --table a file, which is replaced, compressed"
              + " if its name ends in .gz; '-' for standard output.")
  private Path place = Path.of("");

  @Option(
      names = "--table",
      paramLabel = "T",
      description = "The table to export. Default: all tables, to a folder.")
  private @Nullable String table;

  @Option(
      names = "--format",
      paramLabel = "csv|tsv|json|ndjson",
      description =
          "With --table: format of the output. Separated values have columns NAME@type for the types, and the table is read"
              + " twice. Default: what the name of the file says; ndjson for standard output.")
  private @Nullable TextFormat format;

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
    if (table != null) {
      exportTable(table);
      return 0;
    }
    if (format != null || isStandardOutput()) {
      throw CommandFailure.wrongUsage("--format and '-' are for one table; name it with --table.");
    }
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

  private void exportTable(String named) throws IOException {
    var name = TableArgument.named(named);
    if (store != null) {
      throw CommandFailure.wrongUsage("--table is for a running service, --store for all tables.");
    }
    try (var client = endpoint.connect()) {
      export(client, name);
    }
  }

  /** Exports a table of this service. */
  void export(TableService service, TableName name) throws IOException {
    var export = new TableExport(service, name, chosenFormat(), terminal);
    if (isStandardOutput()) {
      export.print();
    } else {
      export.write(place);
      terminal.say("The table " + name + " is in " + place + ".");
    }
  }

  private TextFormat chosenFormat() {
    if (format != null) {
      return format;
    }
    return isStandardOutput()
        ? TextFormat.NDJSON
        : TextFormat.ofName(place.toString())
            .orElseThrow(() -> CommandFailure.wrongUsage("What should be in " + place
                + "? Say --format csv, tsv, json or ndjson, or end its name in one of them."));
  }

  private boolean isStandardOutput() {
    return place.toString().equals("-");
  }

  private void export(ReachableAccounts accounts) throws IOException {
    var done = Exporter.run(accounts, place, terminal.progress(), terminal::remark);
    terminal.say(String.format(
        Locale.ROOT,
        "%,d entities of %,d tables are in %s.",
        done.entities(),
        done.tables(),
        place));
  }
}
