package io.weir.cli.transfer;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.cli.archive.Destination;
import io.weir.cli.archive.Importer;
import io.weir.cli.archive.Policies;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Imports the folder of an export, with the options of {@code weir import} that apply only to it.
 */
final class FolderImport {

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "With a folder: the store to import into, which no service has open. It is made if it does not exist. Each account is stored"
              + " under its name. Default: none; one account is stored at --endpoint.")
  private @Nullable Path store;

  @Option(
      names = "--from-account",
      paramLabel = "NAME",
      description = "With a folder of several accounts: the account to import. Default: all.")
  private @Nullable String fromAccount;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "With a folder: the file that records the progress. The same command continues there after an interruption."
              + " Default: FOLDER.journal, beside the folder.")
  private @Nullable Path journal;

  /** Fails if one of these options was given. */
  void requireUnused() {
    if (store != null || fromAccount != null || journal != null) {
      throw CommandFailure.wrongUsage(
          "--store, --from-account and --journal are for the folder of an export.");
    }
  }

  void run(Path folder, EndpointOptions endpoint, int inFlight, Terminal terminal)
      throws IOException {
    if (!Importer.isArchive(folder)) {
      throw CommandFailure.wrongUsage(
          folder + " is a folder that 'weir export' did not write, or not to its end.");
    }
    var chosen = chosen(Importer.accountsIn(folder));
    if (store == null) {
      if (chosen.size() > 1) {
        throw CommandFailure.wrongUsage("The export holds the accounts " + chosen
            + "; choose one with --from-account, or import into a --store.");
      }
      try (var client = endpoint.connect()) {
        load(
            folder,
            account -> door(chosen, account, client, endpoint.policies(client, terminal::remark)),
            endpoint.endpoint(),
            inFlight,
            terminal);
      }
    } else {
      try (var accounts = StoreAccounts.open(store)) {
        load(
            folder,
            account -> door(chosen, account, accounts.tables(account), accounts.policies(account)),
            store.toAbsolutePath().normalize().toString(),
            inFlight,
            terminal);
      }
    }
  }

  private static Optional<Destination> door(
      List<AccountName> chosen, AccountName account, TableService tables, Policies policies) {
    return chosen.contains(account)
        ? Optional.of(new Destination(tables, policies))
        : Optional.empty();
  }

  private List<AccountName> chosen(List<AccountName> held) {
    if (fromAccount == null) {
      return held;
    }
    var name = AccountOptions.named(fromAccount);
    if (!held.contains(name)) {
      throw CommandFailure.wrongUsage(
          "The export holds no account " + name + "; there are " + held + ".");
    }
    return List.of(name);
  }

  private void load(
      Path folder,
      Function<AccountName, Optional<Destination>> target,
      String targetName,
      int inFlight,
      Terminal terminal)
      throws IOException {
    var file = journal == null
        ? folder.toAbsolutePath().normalize().resolveSibling(folder.getFileName() + ".journal")
        : journal;
    var done = Importer.run(
        folder, target, inFlight, file, targetName, terminal.progress(), terminal::remark);
    terminal.say(String.format(
        Locale.ROOT,
        "%,d tables of %s are stored, %,d entities of them now.",
        done.tables(),
        folder,
        done.entities()));
  }
}
