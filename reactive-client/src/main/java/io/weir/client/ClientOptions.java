package io.weir.client;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom a client speaks to, and what it puts up with.
 *
 * @param host of the endpoint
 * @param port of the endpoint
 * @param path of the account at the endpoint, with its slash: {@code /devstoreaccount1}
 * @param encryption of an https endpoint; absent for clear text
 * @param key signs the requests, in the name of its account
 * @param connections most connections, 1 to 1,000; opened as they are needed
 * @param streamsPerConnection most requests at a time on a connection, 1 to 10,000; the service may allow fewer
 * @param waitingRequests most requests that wait for room on a connection, 1 to 1,000,000; further ones fail with {@code ServerBusy}
 * @param connectTimeout within which a connection must be made
 * @param silenceTimeout after which a service that owes an answer, or more of a stream, is given up; a stream that is under way
 *     says something every second
 * @param streamWindowBytes how much of one answer may be on its way unread, 64 KiB to 16 MiB
 * @param retries attempts after the first without anything received in between, 0 to 100; for reads and streams
 * @param firstBackoff pause before the first of these attempts; doubles from one to the next, and varies by half
 * @param longestBackoff where it stops doubling
 * @param loops threads that carry connections, 1 to 1,024
 */
public record ClientOptions(
    String host,
    int port,
    String path,
    Optional<Encryption> encryption,
    SharedKey key,
    int connections,
    int streamsPerConnection,
    int waitingRequests,
    Duration connectTimeout,
    Duration silenceTimeout,
    int streamWindowBytes,
    int retries,
    Duration firstBackoff,
    Duration longestBackoff,
    int loops) {

  private static final int KIB = 1024;

  /** With every default: the development account at its usual address. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; {@link #build} reports every mistake at once. Belongs to one thread. */
  public static final class Builder {

    private final List<String> mistakes = new ArrayList<>();
    private String endpoint = "http://127.0.0.1:10002/" + AccountName.DEVELOPMENT;
    private @Nullable String account;
    private @Nullable String key;
    private Optional<Path> trusted = Optional.empty();
    private int connections = 2;
    private int streamsPerConnection = 100;
    private int waitingRequests = 1000;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration silenceTimeout = Duration.ofSeconds(30);
    private int streamWindowBytes = 256 * KIB;
    private int retries = 5;
    private Duration firstBackoff = Duration.ofMillis(100);
    private Duration longestBackoff = Duration.ofSeconds(2);
    private int loops = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    /** Where the account is: {@code http://HOST:PORT/ACCOUNT} in clear text, or {@code https}. HTTP/2 in both cases. */
    public Builder endpoint(String url) {
      endpoint = url;
      return this;
    }

    /** In whose name requests are signed; the account of the endpoint when it is not set. */
    public Builder account(String name) {
      account = name;
      return this;
    }

    /** The account's key, Base64; only the development account has one that is known. */
    public Builder key(String base64) {
      key = base64;
      return this;
    }

    /** PEM certificates to trust in place of the JVM's, with an https endpoint. */
    public Builder trust(Path certificates) {
      trusted = Optional.of(certificates);
      return this;
    }

    public Builder connections(int value) {
      connections = value;
      return this;
    }

    public Builder streamsPerConnection(int value) {
      streamsPerConnection = value;
      return this;
    }

    public Builder waitingRequests(int value) {
      waitingRequests = value;
      return this;
    }

    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    public Builder silenceTimeout(Duration value) {
      silenceTimeout = value;
      return this;
    }

    public Builder streamWindowBytes(int value) {
      streamWindowBytes = value;
      return this;
    }

    public Builder retries(int value) {
      retries = value;
      return this;
    }

    public Builder firstBackoff(Duration value) {
      firstBackoff = value;
      return this;
    }

    public Builder longestBackoff(Duration value) {
      longestBackoff = value;
      return this;
    }

    public Builder loops(int value) {
      loops = value;
      return this;
    }

    /** Fails with {@link IllegalArgumentException}, naming every option that is wrong, but never the key. */
    public ClientOptions build() {
      mistakes.clear();
      requireRange("connections", connections, 1, 1000);
      requireRange("streamsPerConnection", streamsPerConnection, 1, 10_000);
      requireRange("waitingRequests", waitingRequests, 1, 1_000_000);
      requireRange("streamWindowBytes", streamWindowBytes, 64 * KIB, 16 * KIB * KIB);
      requireRange("retries", retries, 0, 100);
      requireRange("loops", loops, 1, 1024);
      requirePositive("connectTimeout", connectTimeout);
      requirePositive("silenceTimeout", silenceTimeout);
      requirePositive("firstBackoff", firstBackoff);
      requirePositive("longestBackoff", longestBackoff);
      var url = url();
      var signer = signer(account == null ? url.getPath().substring(1) : account);
      var encryption = encryption(url);
      if (signer == null || !mistakes.isEmpty()) {
        throw new IllegalArgumentException("Options are wrong. " + String.join(" ", mistakes));
      }
      return new ClientOptions(
          url.getHost(),
          url.getPort(),
          url.getPath(),
          encryption,
          signer,
          connections,
          streamsPerConnection,
          waitingRequests,
          connectTimeout,
          silenceTimeout,
          streamWindowBytes,
          retries,
          firstBackoff,
          longestBackoff,
          loops);
    }

    /** Builds the options and a client from them. Nothing is connected before the first request. */
    public WeirClient connect() {
      return WeirClient.of(build());
    }

    private URI url() {
      try {
        var url = new URI(
            endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint);
        if (isHttp(url) && url.getHost() != null && url.getPort() > 0 && isAccount(url.getPath())) {
          return url;
        }
      } catch (URISyntaxException e) {
        mistakes.add("endpointDamagedAt=" + e.getIndex());
      }
      mistakes.add("endpoint=" + endpoint + " expected=http[s]://HOST:PORT/ACCOUNT");
      return URI.create("http://localhost:1/none");
    }

    private static boolean isHttp(URI url) {
      return "http".equalsIgnoreCase(url.getScheme()) || isHttps(url);
    }

    private static boolean isHttps(URI url) {
      return "https".equalsIgnoreCase(url.getScheme());
    }

    private Optional<Encryption> encryption(URI url) {
      try {
        return isHttps(url) ? Optional.of(Encryption.trusting(trusted)) : Optional.empty();
      } catch (IllegalArgumentException e) {
        mistakes.add("trust=" + trusted.orElse(Path.of("")) + " expected=pemCertificates");
        return Optional.empty();
      }
    }

    private static boolean isAccount(@Nullable String path) {
      return path != null && path.matches("/[a-z0-9]+(-secondary)?");
    }

    private @Nullable SharedKey signer(String name) {
      var known = AccountName.DEVELOPMENT.value().equals(name) ? SharedKey.DEVELOPMENT_KEY : null;
      var base64 = key == null ? known : key;
      if (base64 == null) {
        mistakes.add("key=missing account=" + name);
        return null;
      }
      try {
        return SharedKey.of(new AccountName(name), base64);
      } catch (RuntimeException e) {
        mistakes.add(e.getMessage());
        return null;
      }
    }

    private void requireRange(String name, int value, int from, int to) {
      if (value < from || value > to) {
        mistakes.add(name + "=" + value + " from=" + from + " to=" + to);
      }
    }

    private void requirePositive(String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        mistakes.add(name + "=" + value);
      }
    }
  }
}
