package io.weir.client;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A connection string of a storage account, as the SDKs and tools of the original service take it.
 * One text names the tables and the queues of the account, and how to prove access to them.
 *
 * <pre>
 * UseDevelopmentStorage=true
 * DefaultEndpointsProtocol=https;AccountName=ACCOUNT;AccountKey=BASE64;EndpointSuffix=core.windows.net
 * AccountName=ACCOUNT;AccountKey=BASE64;TableEndpoint=http://HOST:10002/ACCOUNT;QueueEndpoint=http://HOST:10001/ACCOUNT
 * TableEndpoint=https://ACCOUNT.table.DOMAIN;SharedAccessSignature=QUERY
 * </pre>
 *
 * <p>Names are compared without regard to case. Other settings, such as the address of blobs, are
 * ignored. Immutable; any thread. The text of this object contains no secret.
 *
 * <p>Source: the public documentation, "Configure Azure Storage connection strings".
 */
public final class ConnectionString {

  private static final String TABLE_PORT = ":10002/";
  private static final String QUEUE_PORT = ":10001/";
  private static final String TABLES = "TableEndpoint";
  private static final String QUEUES = "QueueEndpoint";
  private static final String ACCOUNT = "AccountName";
  private static final String KEY = "AccountKey";
  private static final String SIGNATURE = "SharedAccessSignature";
  private static final String DEVELOPMENT = "UseDevelopmentStorage";

  private final Map<String, String> settings;

  private ConnectionString(Map<String, String> settings) {
    this.settings = settings;
  }

  /**
   * Reads a text.
   *
   * <p>Fails with {@link IllegalArgumentException}, which contains no secret, if a setting has no
   * value or occurs twice, and unless there is exactly one of a key and a signature.
   */
  public static ConnectionString parse(String text) {
    var read = settings(text);
    if ("true".equalsIgnoreCase(read.get(lower(DEVELOPMENT)))) {
      var base = withoutSlash(read.getOrDefault("developmentstorageproxyuri", "http://127.0.0.1"));
      read = settings(ACCOUNT + "=" + AccountName.DEVELOPMENT + ";" + KEY + "="
          + SharedKey.DEVELOPMENT_KEY + ";" + TABLES + "=" + base + TABLE_PORT
          + AccountName.DEVELOPMENT + ";" + QUEUES + "=" + base + QUEUE_PORT
          + AccountName.DEVELOPMENT);
    }
    var parsed = new ConnectionString(Map.copyOf(read));
    if (parsed.key().isPresent() == parsed.sharedAccessSignature().isPresent()) {
      throw wrong("expected=" + KEY + "|" + SIGNATURE);
    }
    if (parsed.key().isPresent() && parsed.account().isEmpty()) {
      throw wrong("missing=" + ACCOUNT);
    }
    return parsed;
  }

  private static Map<String, String> settings(String text) {
    var settings = new HashMap<String, String>();
    for (var setting : text.split(";", -1)) {
      if (setting.isBlank()) {
        continue;
      }
      var number = settings.size() + 1; // not the name: a misplaced key may stand in its place
      var equals = setting.indexOf('=');
      if (equals <= 0 || setting.substring(equals + 1).isBlank()) {
        throw wrong("setting=" + number + " expected=NAME=VALUE");
      }
      var name = lower(setting.substring(0, equals).strip());
      if (settings.put(name, setting.substring(equals + 1).strip()) != null) {
        throw wrong("setting=" + number + " isRepeated=true");
      }
    }
    return settings;
  }

  /**
   * Returns options of a client of the tables. Fails with {@link IllegalArgumentException} if
   * nothing names their address.
   */
  public ClientOptions.Builder tables() {
    return at(tableEndpoint());
  }

  /**
   * Returns options of a client of the queues. Fails with {@link IllegalArgumentException} if
   * nothing names their address.
   */
  public ClientOptions.Builder queues() {
    return at(queueEndpoint());
  }

  /**
   * Returns the address of the tables. Fails with {@link IllegalArgumentException} if nothing names
   * it.
   */
  public String tableEndpoint() {
    return endpoint(TABLES, "table");
  }

  /**
   * Returns the address of the queues. Fails with {@link IllegalArgumentException} if nothing names
   * it.
   */
  public String queueEndpoint() {
    return endpoint(QUEUES, "queue");
  }

  /** Returns the account; empty if only a signature and addresses are given. */
  public Optional<String> account() {
    return setting(ACCOUNT);
  }

  /** Returns the account's key in Base64; empty if there is a signature instead. */
  public Optional<String> key() {
    return setting(KEY);
  }

  /** Returns the shared access signature; empty if there is a key instead. */
  public Optional<String> sharedAccessSignature() {
    return setting(SIGNATURE);
  }

  private ClientOptions.Builder at(String endpoint) {
    var options = ClientOptions.builder().endpoint(endpoint);
    sharedAccessSignature().ifPresent(options::sharedAccessSignature);
    key().ifPresent(key -> options.account(account().orElseThrow()).key(key));
    return options;
  }

  private String endpoint(String name, String service) {
    return setting(name)
        .map(ConnectionString::withoutSlash)
        .orElseGet(() -> derived(name, service));
  }

  private String derived(String name, String service) {
    var account = account().orElseThrow(() -> wrong("missing=" + name));
    return setting("DefaultEndpointsProtocol").orElse("https") + "://" + account + "." + service
        + "." + setting("EndpointSuffix").orElse("core.windows.net");
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private Optional<String> setting(String name) {
    return Optional.ofNullable(settings.get(lower(name)));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static IllegalArgumentException wrong(String facts) {
    return new IllegalArgumentException("The connection string is invalid. " + facts);
  }

  @Override
  public String toString() {
    return "ConnectionString" + settings.keySet();
  }
}
