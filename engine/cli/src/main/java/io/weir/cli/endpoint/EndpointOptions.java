package io.weir.cli.endpoint;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.archive.Policies;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.client.WeirClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name a service, and the account and key for it. */
public final class EndpointOptions {

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:10002/devstoreaccount1",
      description =
          "Address of the account: http:// or https://HOST:PORT/ACCOUNT. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "http://127.0.0.1:10002/" + AccountName.DEVELOPMENT;

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

  /** Returns the address of the account, as given. */
  public String endpoint() {
    return endpoint;
  }

  /** Returns the account that signs the requests, with its key. */
  public SharedKey sharedKey() {
    var name = AccountOptions.named(account == null ? accountOfEndpoint() : account);
    return AccountOptions.sharedKey(name, AccountOptions.keyText(name, key));
  }

  /** Returns a client of the service. It connects at its first request. */
  public WeirClient connect() {
    var name = sharedKey().account();
    var client = WeirClient.builder()
        .endpoint(endpoint)
        .account(name.value())
        .key(AccountOptions.keyText(name, key));
    return (trusted == null ? client : client.trust(trusted)).connect();
  }

  /**
   * Returns access to the stored access policies of the account.
   *
   * @param remarks receives one line when the key does not show the policies
   */
  public Policies policies(Consumer<String> remarks) {
    return new EndpointPolicies(endpoint, sharedKey(), Optional.ofNullable(trusted), remarks);
  }

  private String accountOfEndpoint() {
    try {
      var path = new URI(endpoint).getPath();
      return path == null || path.length() < 2 ? "" : path.substring(1).replaceAll("/$", "");
    } catch (URISyntaxException e) {
      throw CommandFailure.wrongUsage(
          "'" + endpoint + "' is not of the form http://HOST:PORT/ACCOUNT.");
    }
  }
}
