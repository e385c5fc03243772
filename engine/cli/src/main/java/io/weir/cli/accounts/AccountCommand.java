package io.weir.cli.accounts;

import io.weir.cli.options.AccountOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Edits the file of accounts that a service reads. A running service applies changes within
 * seconds.
 */
@Command(
    name = "account",
    sortOptions = false,
    description = {
      "Edit the file of accounts that 'weir serve --accounts' reads.",
      "The command makes keys of 64 random bytes and prints them only with --show-keys."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class AccountCommand implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final SecureRandom random;

  public AccountCommand(Terminal terminal, SecureRandom random) {
    this.terminal = terminal;
    this.random = random;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: account add, list, rotate or remove.");
  }

  @Command(name = "add", description = "Add an account, with one key that allows everything.")
  int add(
      @Parameters(paramLabel = "NAME") String name,
      @Mixin AccountsFileOptions options,
      @Mixin CommonOptions unused)
      throws IOException {
    var file = options.file();
    var accounts = Files.exists(file.path()) ? file.read() : StoredAccounts.NONE;
    AccountOptions.named(name);
    if (accounts.has(name)) {
      throw CommandFailure.failed(
          "There is an account " + name + " already; see 'account rotate'.");
    }
    return store(options, accounts, name, KeySlot.KEY1);
  }

  @Command(
      name = "rotate",
      description = {
        "Replace the key in a slot of an account by a new one.",
        "To change keys without a pause: rotate key2, give it to the clients, rotate key1."
      })
  int rotate(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--slot",
              paramLabel = "SLOT",
              required = true,
              description = "key1 or key2; readonly1 or readonly2 may only read.")
          KeySlot slot,
      @Mixin AccountsFileOptions options,
      @Mixin CommonOptions unused)
      throws IOException {
    return store(options, known(options.file(), name), name, slot);
  }

  @Command(
      name = "remove",
      description = "Remove an account, or the key in one of its slots. Its tables stay.")
  int remove(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--slot",
              paramLabel = "SLOT",
              description = "Only the key in this slot. Default: the account.")
          @Nullable
          KeySlot only,
      @Mixin AccountsFileOptions options,
      @Mixin CommonOptions unused)
      throws IOException {
    var accounts = known(options.file(), name);
    var slot = Optional.ofNullable(only);
    var rest = slot.map(one -> accounts.without(name, one)).orElseGet(() -> accounts.without(name));
    if (rest.has(name)
        && rest.key(name, KeySlot.KEY1).isEmpty()
        && rest.key(name, KeySlot.KEY2).isEmpty()) {
      throw CommandFailure.failed(
          "An account needs key1 or key2; rotate the other one first, or remove the account.");
    }
    options.file().write(rest);
    terminal.say("Removed " + name + slot.map(one -> " " + one.text()).orElse("") + ".");
    return 0;
  }

  @Command(name = "list", description = "List the accounts and the slots in which they have keys.")
  int list(@Mixin AccountsFileOptions options, @Mixin CommonOptions unused) throws IOException {
    var accounts = options.file().read();
    for (var name : accounts.byName().keySet()) {
      for (var slot : KeySlot.values()) {
        accounts.key(name, slot).ifPresent(key -> say(name, slot, key, options));
      }
    }
    return 0;
  }

  private static StoredAccounts known(AccountsFile file, String name) throws IOException {
    var accounts = file.read();
    if (!accounts.has(name)) {
      throw CommandFailure.failed(
          "There is no account " + name + " in " + file.path() + "; there are " + accounts + ".");
    }
    return accounts;
  }

  private int store(AccountsFileOptions options, StoredAccounts accounts, String name, KeySlot slot)
      throws IOException {
    var key = NewKey.make(random);
    options.file().write(accounts.with(name, slot, key));
    say(name, slot, key, options);
    return 0;
  }

  private void say(String name, KeySlot slot, String key, AccountsFileOptions options) {
    terminal.say(name + " " + slot.text() + (options.showsKeys() ? " " + key : ""));
  }
}
