package io.weir.cli.endpoint;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.archive.Policies;
import io.weir.client.ConnectionString;
import io.weir.client.WeirClient;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name a service, and the proof of access to it. */
public final class EndpointOptions {

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:10002/devstoreaccount1",
      description =
          "Address of the account: http:// or https://HOST:PORT/ACCOUNT. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "http://127.0.0.1:10002/" + AccountName.DEVELOPMENT;

  @Mixin
  private SigningOptions signing = new SigningOptions();

  /** Returns the address of the account. */
  public String endpoint() {
    return signing.endpoint(endpoint, ConnectionString::tableEndpoint);
  }

  /** Returns the account that signs the requests, with its key. */
  public SharedKey sharedKey() {
    return signing.sharedKey(endpoint());
  }

  /** Returns the certificates to trust; empty for those of the system. */
  public Optional<Path> trusted() {
    return signing.trusted();
  }

  /** Returns a client of the service. It connects at its first request. */
  public WeirClient connect() {
    return signing.client(endpoint(), ConnectionString::tables).connect();
  }

  /**
   * Returns access to the stored access policies of the account.
   *
   * @param remarks receives one line when the key does not show the policies
   */
  public Policies policies(Consumer<String> remarks) {
    return new EndpointPolicies(endpoint(), sharedKey(), signing.trusted(), remarks);
  }
}
