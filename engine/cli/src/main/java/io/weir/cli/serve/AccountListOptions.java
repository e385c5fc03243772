package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.cli.accounts.AccountsFile;
import io.weir.cli.accounts.KeySlot;
import io.weir.cli.accounts.StoredAccounts;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.files.WatchedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options that give several accounts, by a file or the environment, in place of the one of
 * {@link AccountOptions}.
 */
final class AccountListOptions {

  private static final List<KeySlot> SLOTS = List.of(KeySlot.KEY1, KeySlot.KEY2);

  @Option(
      names = "--accounts",
      paramLabel = "FILE",
      description =
          "File of accounts and their keys, as 'weir account' writes it, in place of --account and --key. Changes are in force"
              + " within seconds. Only its owner may be able to read it. Default: the one account of --account.")
  private @Nullable Path file;

  @Option(
      names = "--account-keys",
      paramLabel = "TEXT",
      description =
          "AccountRegistry and their keys as NAME:KEY or NAME:KEY1:KEY2, with ';' between accounts, in place of --account and --key."
              + " Meant for the environment: WEIR_ACCOUNT_KEYS. Default: the one account of --account.")
  private @Nullable String text;

  /** Returns the accounts of these options, or empty if none of them was given. Reads the file. */
  Optional<ServedAccounts> read() throws IOException {
    if (file != null && text != null) {
      throw CommandFailure.wrongUsage("--accounts and --account-keys exclude each other.");
    }
    if (file != null) {
      return Optional.of(read(new AccountsFile(file.toAbsolutePath())));
    }
    return text == null ? Optional.empty() : Optional.of(served(parse(text)));
  }

  private static ServedAccounts read(AccountsFile source) throws IOException {
    var served = served(source.read());
    return served.watching(new WatchedFiles(
        List.of(source.path()),
        () -> served.accounts().replaceWith(source.read().toAccounts())));
  }

  private static ServedAccounts served(StoredAccounts stored) {
    if (stored.byName().isEmpty()) {
      throw CommandFailure.wrongUsage("There is no account to serve; see 'weir account add'.");
    }
    var accounts = toAccounts(stored);
    var names = new TreeSet<>(stored.byName().keySet());
    return new ServedAccounts(
        accounts,
        new AccountName(names.first()),
        String.join(", ", names),
        stored.isPublished(),
        List.of());
  }

  private static AccountRegistry toAccounts(StoredAccounts stored) {
    try {
      return stored.toAccounts();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
    }
  }

  /** Parses the text of {@code --account-keys}. A failure names the account and no key. */
  private static StoredAccounts parse(String text) {
    var stored = StoredAccounts.NONE;
    for (var account : text.split(";", -1)) {
      if (account.isBlank()) {
        continue;
      }
      var parts = account.strip().split(":", -1);
      var name = AccountOptions.named(parts[0]);
      if (parts.length < 2 || parts.length > 1 + SLOTS.size() || stored.has(parts[0])) {
        throw CommandFailure.wrongUsage(
            "--account-keys names each account once, as NAME:KEY or NAME:KEY1:KEY2; see " + name
                + ".");
      }
      for (var i = 1; i < parts.length; i++) {
        var unused = AccountOptions.sharedKey(name, parts[i]);
        stored = stored.with(parts[0], SLOTS.get(i - 1), parts[i]);
      }
    }
    return stored;
  }
}
