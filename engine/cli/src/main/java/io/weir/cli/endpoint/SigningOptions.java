package io.weir.cli.endpoint;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.client.ClientOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the account and the key that sign requests to an endpoint, and the certificates to trust there. */
public final class SigningOptions {

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "Account that signs the requests. Default: the account of the endpoint.")
  private @Nullable String account;

  @Option(
      names = "--key",
      paramLabel = "BASE64",
      description = "The account's key. Other users of the machine can read a command line; prefer"
          + " WEIR_KEY or a file. Default: for devstoreaccount1 its published key, else required.")
  private @Nullable String key;

  @Option(
      names = "--trust",
      paramLabel = "PEM",
      description = "Certificates to trust with an https endpoint. Default: the system's.")
  private @Nullable Path trusted;

  /**
   * Returns the account that signs the requests, with its key.
   *
   * @param endpoint address of an account, which signs unless the options name another
   */
  public SharedKey sharedKey(String endpoint) {
    var name = AccountOptions.named(account == null ? accountOf(endpoint) : account);
    return AccountOptions.sharedKey(name, keyText(name));
  }

  /** Returns the certificates to trust; empty for those of the system. */
  public Optional<Path> trusted() {
    return Optional.ofNullable(trusted);
  }

  /**
   * Returns the options of a client that signs with the key and trusts the certificates.
   *
   * @param endpoint address of an account, which signs unless the options name another
   */
  public ClientOptions.Builder client(String endpoint) {
    var name = sharedKey(endpoint).account();
    var client =
        ClientOptions.builder().endpoint(endpoint).account(name.value()).key(keyText(name));
    return trusted().map(client::trust).orElse(client);
  }

  private String keyText(AccountName name) {
    return AccountOptions.keyText(name, key);
  }

  private static String accountOf(String endpoint) {
    try {
      var path = new URI(endpoint).getPath();
      return path == null || path.length() < 2 ? "" : path.substring(1).replaceAll("/$", "");
    } catch (URISyntaxException e) {
      throw CommandFailure.wrongUsage(
          "'" + endpoint + "' is not of the form http://HOST:PORT/ACCOUNT.");
    }
  }
}
