package io.weir.cli.options;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.cli.terminal.CommandFailure;
import io.weir.client.ClientOptions;
import io.weir.client.ConnectionString;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options that say how a command proves its access to an endpoint, and the certificates to trust
 * there: an account and its key, a shared access signature, or a connection string, which names the
 * endpoint too.
 *
 * <p>A connection string goes before a signature, and a signature before a key, whether they stand
 * on the command line, in the environment or in a file: a key that is exported for all commands
 * does not disturb one that is given a signature.
 */
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
      names = "--sas",
      paramLabel = "QUERY",
      description =
          "A shared access signature, used before a key. Prefer WEIR_SAS or a file. Default: none.")
  private @Nullable String signature;

  @Option(
      names = "--connection-string",
      paramLabel = "TEXT",
      description = "Connection string of the account, as the SDKs take it, used before endpoint,"
          + " account, signature and key. Prefer WEIR_CONNECTION_STRING or a file. Default: none.")
  private @Nullable String connection;

  @Option(
      names = "--trust",
      paramLabel = "PEM",
      description = "Certificates to trust with an https endpoint. Default: the system's.")
  private @Nullable Path trusted;

  /**
   * Makes options from those of another name, as a command with two endpoints has them. Null for an
   * option that was not given.
   *
   * @param key in base64
   * @param signature a shared access signature
   * @param connection a connection string
   */
  public static SigningOptions of(
      @Nullable String account,
      @Nullable String key,
      @Nullable String signature,
      @Nullable String connection,
      @Nullable Path trusted) {
    var options = new SigningOptions();
    options.account = account;
    options.key = key;
    options.signature = signature;
    options.connection = connection;
    options.trusted = trusted;
    return options;
  }

  /**
   * Returns the address of the service.
   *
   * @param given the value of the option that names the address
   * @param service takes the address from a connection string
   */
  String endpoint(String given, Function<ConnectionString, String> service) {
    return connection(service).orElse(given.replaceAll("/$", ""));
  }

  /**
   * Returns the account that signs the requests, with its key. Fails if there is only a signature.
   *
   * @param endpoint address of an account, which signs unless the options name another
   */
  SharedKey sharedKey(String endpoint) {
    if (!hasKey()) {
      throw CommandFailure.wrongUsage(
          "This command signs its requests itself and needs a key, not a shared access signature.");
    }
    return connection(text -> AccountOptions.sharedKey(
            AccountOptions.named(text.account().orElseThrow()), text.key().orElseThrow()))
        .orElseGet(() -> ownKey(endpoint));
  }

  /**
   * Returns the connection string of an account: the one that was given, or one of the address and
   * of the signature or the key.
   *
   * @param tables address of the account
   * @param queues address of its queues
   */
  String connectionText(String tables, Optional<String> queues) {
    if (connection != null) {
      return connection;
    }
    var addresses = "TableEndpoint=" + tables + ";"
        + queues.map(url -> "QueueEndpoint=" + url + ";").orElse("");
    return sharedAccessSignature()
        .map(query -> addresses + "SharedAccessSignature=" + query)
        .orElseGet(() -> "DefaultEndpointsProtocol=" + tables.replaceFirst(":.*", "")
            + ";AccountName=" + ownKey(tables).account() + ";AccountKey="
            + keyText(ownKey(tables).account()) + ";" + addresses);
  }

  private SharedKey ownKey(String endpoint) {
    var name = AccountOptions.named(account == null ? accountOf(endpoint) : account);
    return AccountOptions.sharedKey(name, keyText(name));
  }

  /** Whether there is a key, or the default of one; not so with a signature alone. */
  boolean hasKey() {
    return sharedAccessSignature().isEmpty() || connection == null && key != null;
  }

  /**
   * Returns the shared access signature that takes the place of a key, without a question mark;
   * empty if there is none.
   */
  private Optional<String> sharedAccessSignature() {
    return connection(ConnectionString::sharedAccessSignature)
        .orElseGet(() -> Optional.ofNullable(signature))
        .map(query -> query.replaceFirst("^\\?", ""));
  }

  /** Returns the certificates to trust; empty for those of the system. */
  private Optional<Path> trusted() {
    return Optional.ofNullable(trusted);
  }

  /**
   * Returns the options of a client that proves its access and trusts the certificates.
   *
   * @param endpoint address of the account, which signs unless the options name another
   * @param service takes the options of a client from a connection string
   */
  public ClientOptions.Builder client(
      String endpoint, Function<ConnectionString, ClientOptions.Builder> service) {
    var client = connection(service).orElseGet(() -> client(endpoint));
    return trusted().map(client::trust).orElse(client);
  }

  private ClientOptions.Builder client(String endpoint) {
    var client = ClientOptions.builder().endpoint(endpoint);
    return sharedAccessSignature().map(client::sharedAccessSignature).orElseGet(() -> {
      var name = ownKey(endpoint).account();
      return client.account(name.value()).key(keyText(name));
    });
  }

  private <T> Optional<T> connection(Function<ConnectionString, T> part) {
    try {
      return Optional.ofNullable(connection).map(ConnectionString::parse).map(part);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
    }
  }

  private String keyText(AccountName name) {
    return AccountOptions.keyText(name, key);
  }

  /** Returns the first of the addresses of an account, which commas separate. */
  static String firstOf(String endpoint) {
    return endpoint.split(",", -1)[0].strip();
  }

  static String accountOf(String endpoint) {
    try {
      var path = new URI(firstOf(endpoint)).getPath();
      return path == null || path.length() < 2 ? "" : path.substring(1).replaceAll("/$", "");
    } catch (URISyntaxException e) {
      throw CommandFailure.wrongUsage(
          "'" + endpoint + "' is not of the form http://HOST:PORT/ACCOUNT.");
    }
  }
}
