package io.weir.cli.queue;

import io.weir.api.AccountName;
import io.weir.cli.options.AccountOptions;
import io.weir.cli.terminal.CommandFailure;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the queues of a service, and the account and key for them. */
final class QueueEndpointOptions {

  @Option(
      names = "--queue-endpoint",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:10001/devstoreaccount1",
      description =
          "Address of the account's queues: http:// or https://HOST:PORT/ACCOUNT. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "http://127.0.0.1:10001/" + AccountName.DEVELOPMENT;

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

  QueueEndpoint connect() {
    var name = AccountOptions.named(account == null ? accountOfEndpoint() : account);
    return new QueueEndpoint(
        endpoint.replaceAll("/$", ""),
        AccountOptions.sharedKey(name, AccountOptions.keyText(name, key)),
        Optional.ofNullable(trusted));
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
