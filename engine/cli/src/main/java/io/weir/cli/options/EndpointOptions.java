package io.weir.cli.options;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.archive.Policies;
import io.weir.client.ConnectionString;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name a service, and the proof of access to it. */
public final class EndpointOptions {

  private static final String DEFAULT = "http://127.0.0.1:10002/devstoreaccount1";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      defaultValue = DEFAULT,
      description =
          "Address of the account: http:// or https://HOST:PORT/ACCOUNT; those of the nodes of a cluster"
              + " are separated by commas. Default: ${DEFAULT-VALUE}.")
  private String endpoint = DEFAULT;

  @Mixin
  private SigningOptions signing = new SigningOptions();

  /** Makes options from those of another name, as a command with two endpoints has them. */
  public static EndpointOptions of(String endpoint, SigningOptions signing) {
    var options = new EndpointOptions();
    options.endpoint = endpoint;
    options.signing = signing;
    return options;
  }

  /** Returns the address of the account. */
  public String endpoint() {
    return signing.endpoint(endpoint, ConnectionString::tableEndpoint);
  }

  /** Returns the address of the account at the first of its nodes. */
  public String first() {
    return SigningOptions.firstOf(endpoint());
  }

  /**
   * Returns the option that names this address to another command, with a leading blank; empty for
   * the default address.
   */
  public String suffix() {
    return endpoint().equals(DEFAULT) ? "" : " --endpoint " + endpoint();
  }

  /** Returns the account of the address. Fails when the address names none. */
  public AccountName account() {
    return AccountOptions.named(SigningOptions.accountOf(endpoint()));
  }

  /**
   * Returns the connection string of the account, which contains its key or signature.
   *
   * @param queues address of the account's queues
   */
  public String connectionText(Optional<String> queues) {
    return signing.connectionText(endpoint(), queues);
  }

  /** Returns the account that signs the requests, with its key. */
  public SharedKey sharedKey() {
    return signing.sharedKey(endpoint());
  }

  /**
   * Returns a client of the service, Weir or any other of the protocol. It connects at its first
   * request.
   */
  public WeirClient connect() {
    return signing
        .client(endpoint(), ConnectionString::tables)
        .dialect(DialectChoice.AUTO)
        .connect();
  }

  /**
   * Returns a client of the same account at another service, with the same proof of access.
   *
   * @param origin {@code http[s]://HOST:PORT}
   */
  public WeirClient connectAt(String origin) {
    var account = URI.create(first()).getPath();
    return signing
        .client(endpoint(), ConnectionString::tables)
        .endpoint(origin + account)
        .dialect(DialectChoice.AUTO)
        .connect();
  }

  /**
   * Returns access to the stored access policies of the account.
   *
   * @param client of this account
   * @param remarks receives one line when the key or the signature does not show the policies
   */
  public Policies policies(WeirClient client, Consumer<String> remarks) {
    return signing.hasKey()
        ? new EndpointPolicies(client.administration(), remarks)
        : new HiddenPolicies(remarks);
  }
}
