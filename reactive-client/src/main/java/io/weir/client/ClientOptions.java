package io.weir.client;

import io.micrometer.observation.ObservationRegistry;
import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.client.credential.BearerToken;
import io.weir.client.credential.Credential;
import io.weir.client.options.Endpoint;
import io.weir.client.options.HedgeOptions;
import io.weir.client.options.PoolOptions;
import io.weir.client.options.RetryOptions;
import io.weir.client.options.UnknownWrites;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * All options of a client.
 *
 * @param endpoints where the account is: one address, or one of each node of a cluster
 * @param dialect the dialect that the client speaks
 * @param credential proves its requests
 * @param pool how many connections there are
 * @param retries how often a request is sent again
 * @param silenceTimeout how long a service may owe an answer, or more of a stream, without sending
 *     a byte. A healthy stream sends something every second. In an upload, the service owes an
 *     outcome for each line that was sent; accepting more lines counts as an answer
 * @param deadline time for a call that is answered as a whole, all attempts included; absent for no
 *     limit. A stream has only the deadline of its context
 * @param hedging when a read is sent a second time; absent for never
 * @param pipelining how long a pipeline may answer nothing before the client opens another; zero
 *     disables pipelines
 * @param observations records every call, see {@link WeirClient}
 * @param closeGrace how long {@link WeirClient#closeLater} waits for requests in flight
 */
public record ClientOptions(
    List<Endpoint> endpoints,
    DialectChoice dialect,
    Credential credential,
    PoolOptions pool,
    RetryOptions retries,
    Duration silenceTimeout,
    Optional<Duration> deadline,
    Optional<HedgeOptions> hedging,
    Duration pipelining,
    ObservationRegistry observations,
    Duration closeGrace) {

  private static final int KIB = 1024;
  private static final int RETRIES = 5;
  private static final int RETRIES_AT_NODES = 10;

  public ClientOptions {
    endpoints = List.copyOf(endpoints);
  }

  /** Returns the first address of the account. All have its path. */
  public Endpoint endpoint() {
    return endpoints.get(0);
  }

  /** Returns a builder with every default: the development account at its usual address. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Collects options; {@link #build} reports every invalid option at once. Belongs to one thread.
   */
  public static final class Builder {

    private String endpoint = "http://127.0.0.1:10002/" + AccountName.DEVELOPMENT;
    private Optional<Path> trusted = Optional.empty();
    private @Nullable String account;
    private @Nullable String key;
    private @Nullable String signature;
    private @Nullable Mono<BearerToken> tokens;
    private int connections = 2;
    private int streamsPerConnection = 100;
    private int http1Connections = 50;
    private int waitingRequests = 1000;
    private DialectChoice dialect = DialectChoice.STREAMING;
    private Optional<HedgeOptions> hedging = Optional.empty();
    private Duration pipelining = Duration.ofMillis(2);
    private ObservationRegistry observations = ObservationRegistry.NOOP;
    private Duration closeGrace = Duration.ofSeconds(5);
    private Duration idleTimeout = Duration.ofSeconds(90);
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration silenceTimeout = Duration.ofSeconds(30);
    private Optional<Duration> deadline = Optional.of(Duration.ofMinutes(1));
    private UnknownWrites unknownWrites = UnknownWrites.RESOLVE;
    private int streamWindowBytes = 256 * KIB;
    private OptionalInt retries = OptionalInt.empty();
    private Duration firstBackoff = Duration.ofMillis(100);
    private Duration longestBackoff = Duration.ofSeconds(2);
    private int loops = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    /**
     * Sets where the account is: {@code http://HOST:PORT/ACCOUNT} in clear text,
     * {@code https://HOST:PORT/ACCOUNT}, or the form that the cloud uses,
     * {@code https://ACCOUNT.table.DOMAIN}, for queues {@code https://ACCOUNT.queue.DOMAIN}. The
     * streaming dialect uses HTTP/2, the REST dialect HTTP/1.1. Several addresses, separated by
     * commas, are those of {@link #endpoints}.
     */
    public Builder endpoint(String url) {
      endpoint = url;
      return this;
    }

    /**
     * Sets where the account is at each node of a cluster, of the form of {@link #endpoint}. All
     * have the same scheme and path. Requests go to the node that leads. When it refuses them or
     * cannot be reached, they go to the node that it names if its address is here, else to the next
     * one: see {@link WeirClient}.
     */
    public Builder endpoints(String... urls) {
      endpoint = String.join(",", urls);
      return this;
    }

    /** Trusts these PEM certificates instead of the JVM's, for an https endpoint. */
    public Builder trust(Path certificates) {
      trusted = Optional.of(certificates);
      return this;
    }

    /** Sets the account that the key belongs to. Default: the account of the endpoint. */
    public Builder account(String name) {
      account = name;
      return this;
    }

    /**
     * Sets the account's key, in Base64. Required for all accounts except the development account.
     */
    public Builder key(String base64) {
      key = base64;
      return this;
    }

    /** Uses a shared access signature instead of a key: see {@link Credential#signature}. */
    public Builder sharedAccessSignature(String query) {
      signature = query;
      return this;
    }

    /**
     * Uses bearer tokens instead of a key: see {@link Credential#bearer}. {@link #build} refuses
     * them for a clear-text endpoint on another machine, because anyone who can read the traffic
     * could use the token.
     */
    public Builder bearerTokens(Mono<BearerToken> source) {
      tokens = source;
      return this;
    }

    /** See {@link PoolOptions#connections}. Default: 2. */
    public Builder connections(int value) {
      connections = value;
      return this;
    }

    /** See {@link PoolOptions#streamsPerConnection}. Default: 100. */
    public Builder streamsPerConnection(int value) {
      streamsPerConnection = value;
      return this;
    }

    /** Selects the dialect. Default: {@link DialectChoice#STREAMING}. */
    public Builder dialect(DialectChoice value) {
      dialect = value;
      return this;
    }

    /** See {@link PoolOptions#http1Connections}. Default: 50. */
    public Builder http1Connections(int value) {
      http1Connections = value;
      return this;
    }

    /** See {@link PoolOptions#waitingRequests}. Default: 1,000. */
    public Builder waitingRequests(int value) {
      waitingRequests = value;
      return this;
    }

    /** See {@link PoolOptions#connectTimeout}. Default: 5 seconds. */
    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    /** See {@link ClientOptions#silenceTimeout}. Default: 30 seconds. */
    public Builder silenceTimeout(Duration value) {
      silenceTimeout = value;
      return this;
    }

    /** See {@link ClientOptions#deadline}. Default: 1 minute. */
    public Builder deadline(Duration value) {
      deadline = Optional.of(value);
      return this;
    }

    /** See {@link RetryOptions#unknownWrites}. Default: {@link UnknownWrites#RESOLVE}. */
    public Builder unknownWrites(UnknownWrites value) {
      unknownWrites = value;
      return this;
    }

    /** Sends a late read a second time: see {@link HedgeOptions}. Default: never. */
    public Builder hedging(HedgeOptions value) {
      hedging = Optional.of(value);
      return this;
    }

    /**
     * Sends point reads and single writes over pipelines: requests that stay open and whose
     * operations are answered in the order they were sent. After a pipeline has answered nothing
     * for this long, the client opens another. Each operation succeeds or fails independently. Zero
     * sends each operation as a request of its own, which a proxy that buffers whole requests
     * needs. Default: 2 milliseconds.
     */
    public Builder pipelining(Duration value) {
      pipelining = value;
      return this;
    }

    /** Records calls in this registry: see {@link WeirClient}. Default: none. */
    public Builder observations(ObservationRegistry registry) {
      observations = registry;
      return this;
    }

    /** See {@link ClientOptions#closeGrace}. Default: 5 seconds. */
    public Builder closeGrace(Duration value) {
      closeGrace = value;
      return this;
    }

    /** See {@link PoolOptions#idleTimeout}. Default: 90 seconds. */
    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    /** See {@link PoolOptions#streamWindowBytes}. Default: 256 KiB. */
    public Builder streamWindowBytes(int value) {
      streamWindowBytes = value;
      return this;
    }

    /**
     * See {@link RetryOptions#limit}. Default: 5; with several endpoints 10, which take longer than
     * the choice of a leader.
     */
    public Builder retries(int value) {
      retries = OptionalInt.of(value);
      return this;
    }

    /** See {@link RetryOptions#firstBackoff}. Default: 100 milliseconds. */
    public Builder firstBackoff(Duration value) {
      firstBackoff = value;
      return this;
    }

    /** See {@link RetryOptions#longestBackoff}. Default: 2 seconds. */
    public Builder longestBackoff(Duration value) {
      longestBackoff = value;
      return this;
    }

    /** See {@link PoolOptions#loops}. Default: one for each processor. */
    public Builder loops(int value) {
      loops = value;
      return this;
    }

    /**
     * Fails with {@link IllegalArgumentException} that names every invalid option, and no secret.
     */
    public ClientOptions build() {
      var errors = new OptionErrors();
      errors.requirePositive("silenceTimeout", silenceTimeout);
      errors.requirePositive("closeGrace", closeGrace);
      errors.requireNotNegative("pipelining", pipelining);
      deadline.ifPresent(time -> errors.requirePositive("deadline", time));
      var where = EndpointReader.readAll(endpoint, trusted, errors);
      var options = new ClientOptions(
          where,
          dialect,
          credential(where, errors),
          pool(),
          new RetryOptions(limit(where), firstBackoff, longestBackoff, unknownWrites),
          silenceTimeout,
          deadline,
          hedging,
          pipelining,
          observations,
          closeGrace);
      errors.check(options.pool());
      errors.check(options.retries());
      hedging.ifPresent(errors::check);
      errors.requireNone();
      return options;
    }

    /** Builds the options and a client from them. The client connects at the first request. */
    public WeirClient connect() {
      return WeirClient.of(build());
    }

    /**
     * Builds the options and a client of the account's queues from them. The endpoint is that of
     * the queues, at a port of its own.
     */
    public WeirQueues connectQueues() {
      return WeirQueues.of(build());
    }

    private int limit(List<Endpoint> where) {
      return retries.orElse(where.size() > 1 ? RETRIES_AT_NODES : RETRIES);
    }

    private PoolOptions pool() {
      return new PoolOptions(
          connections,
          streamsPerConnection,
          http1Connections,
          waitingRequests,
          connectTimeout,
          idleTimeout,
          streamWindowBytes,
          loops);
    }

    /**
     * Returns the credential that is set. If it is invalid, notes the error and returns a
     * placeholder.
     */
    private Credential credential(List<Endpoint> where, OptionErrors errors) {
      requireOneCredential(errors);
      try {
        if (signature != null) {
          return Credential.signature(signature);
        }
        if (tokens != null) {
          requireSecrecy(where, errors);
          return Credential.bearer(tokens);
        }
        return Credential.key(signer(account == null ? where.get(0).account() : account));
      } catch (RuntimeException e) {
        errors.add(String.valueOf(e.getMessage()));
        return Credential.bearer(Mono.empty());
      }
    }

    private void requireOneCredential(OptionErrors errors) {
      var given = new ArrayList<String>();
      for (var each : List.of(
          named("key", key),
          named("sharedAccessSignature", signature),
          named("bearerTokens", tokens))) {
        each.ifPresent(given::add);
      }
      if (given.size() > 1) {
        errors.add("credentials=" + String.join(",", given) + " expected=oneOfThem");
      }
    }

    private static Optional<String> named(String name, @Nullable Object value) {
      return value == null ? Optional.empty() : Optional.of(name);
    }

    private static void requireSecrecy(List<Endpoint> where, OptionErrors errors) {
      if (where.stream().anyMatch(one -> one.encryption().isEmpty() && !one.isLoopback())) {
        errors.add("bearerTokens=inClearText expected=httpsEndpoint");
      }
    }

    private SharedKey signer(String name) {
      var known = AccountName.DEVELOPMENT.value().equals(name) ? SharedKey.DEVELOPMENT_KEY : null;
      var base64 = key == null ? known : key;
      if (base64 == null) {
        throw new IllegalArgumentException("key=missing account=" + name
            + " expected=key or=sharedAccessSignature or=bearerTokens");
      }
      return SharedKey.of(new AccountName(name), base64);
    }
  }
}
