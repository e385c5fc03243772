package io.weir.cli.options;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.SharedKey;
import io.weir.cli.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name an account and its key. */
public final class AccountOptions {

  @Option(
      names = "--account",
      paramLabel = "NAME",
      defaultValue = "devstoreaccount1",
      description = "Account: 3 to 24 lower-case letters and digits. Default: ${DEFAULT-VALUE}.")
  private String account = AccountName.DEVELOPMENT.value();

  @Option(
      names = "--key",
      paramLabel = "BASE64",
      description = "The account's key. Other users of the machine can read a command line; prefer"
          + " WEIR_KEY or a file. Default: for devstoreaccount1 its published key, else required.")
  private @Nullable String key;

  AccountName name() {
    return named(account);
  }

  /** Returns whether the key is the published one. */
  public boolean isPublished() {
    return keyText().equals(SharedKey.DEVELOPMENT_KEY);
  }

  /** Returns the account's description for a person, without the key. */
  public String description() {
    return account + (isPublished() ? " with its published key" : "");
  }

  /** Returns the account with its key. Fails when the key is not Base64. */
  public SharedKey sharedKey() {
    return sharedKey(name(), keyText());
  }

  /** Returns the key in Base64, as given or published. */
  public String keyText() {
    return keyText(name(), key);
  }

  /**
   * Returns the name of an account. Fails with a sentence for a person when the text is no name.
   */
  public static AccountName named(String text) {
    try {
      return new AccountName(text);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(
          "'" + text + "' is no account: 3 to 24 lower-case letters and digits.");
    }
  }

  /**
   * Returns the given key, or the published one for the development account. Fails when there is
   * neither.
   */
  static String keyText(AccountName account, @Nullable String given) {
    if (given != null) {
      return given;
    }
    if (account.equals(AccountName.DEVELOPMENT)) {
      return SharedKey.DEVELOPMENT_KEY;
    }
    throw CommandFailure.wrongUsage("The account " + account + " needs a key: --key or WEIR_KEY.");
  }

  /** Returns an account with its key. Fails when the key is not Base64. */
  public static SharedKey sharedKey(AccountName account, String base64) {
    try {
      return SharedKey.of(account, base64);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("The key of " + account + " is not Base64.");
    }
  }
}
