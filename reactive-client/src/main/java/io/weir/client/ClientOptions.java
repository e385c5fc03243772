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
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Whom a client speaks to, and what it puts up with.
 *
 * @param endpoint where the account is
 * @param dialect in which the service is spoken to
 * @param credential proves its requests
 * @param pool how many connections there are
 * @param retries how often a request is sent again
 * @param silenceTimeout after which a service that owes an answer, or more of a stream, is given up; a stream that is under way
 *     says something every second. An upload is owed an outcome for each line that was sent, and taking more of them is an answer too
 * @param deadline time for a request that is answered as a whole, all its attempts included; absent for as long as they take. A
 *     stream has the deadline of its context only
 * @param hedging when reads are sent a second time; absent for never
 * @param pipelining how long a pipeline of reads of single entities, or of single writes, may answer nothing before another is taken;
 *     nothing for no pipelines
 * @param observations hears of every request, see {@link WeirClient}
 * @param closeGrace how long {@link WeirClient#closeLater} waits for requests under way
 */
public record ClientOptions(
    Endpoint endpoint,
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

  /** With every default: the development account at its usual address. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; {@link #build} reports every mistake at once. Belongs to one thread. */
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
    private int retries = 5;
    private Duration firstBackoff = Duration.ofMillis(100);
    private Duration longestBackoff = Duration.ofSeconds(2);
    private int loops = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    /**
     * Where the account is: {@code http://HOST:PORT/ACCOUNT} in clear text, or {@code https}, or as the cloud names it {@code
     * https://ACCOUNT.table.DOMAIN}. HTTP/2 in all cases, but for the standard dialect.
     */
    public Builder endpoint(String url) {
      endpoint = url;
      return this;
    }

    /** PEM certificates to trust in place of the JVM's, with an https endpoint. */
    public Builder trust(Path certificates) {
      trusted = Optional.of(certificates);
      return this;
    }

    /** In whose name requests are signed with a key; the account of the endpoint when it is not set. */
    public Builder account(String name) {
      account = name;
      return this;
    }

    /** The account's key, Base64; only the development account has one that is known. */
    public Builder key(String base64) {
      key = base64;
      return this;
    }

    /** A shared access signature in place of a key: see {@link Credential#signature}. */
    public Builder sharedAccessSignature(String query) {
      signature = query;
      return this;
    }

    /**
     * Bearer tokens in place of a key: see {@link Credential#bearer}. Refused with an endpoint in clear text that is not on this
     * machine, because whoever reads a token on its way has it.
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

    /** In which dialect the service is spoken to. Default: {@link DialectChoice#STREAMING}. */
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

    /** Sends reads a second time when they are late: see {@link HedgeOptions}. Default: never. */
    public Builder hedging(HedgeOptions value) {
      hedging = Optional.of(value);
      return this;
    }

    /**
     * Reads of single entities, and single writes, leave by pipelines: requests that stay open, answered in the order in which they are
     * asked. One that has answered nothing for so long is passed by, and another opened. Each operation is answered, and fails, by
     * itself. Zero has each go by itself, as something between client and service may need that holds a request until it is
     * whole. Default: two milliseconds.
     */
    public Builder pipelining(Duration value) {
      pipelining = value;
      return this;
    }

    /** Where requests are observed: see {@link WeirClient}. Default: nowhere. */
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

    /** See {@link RetryOptions#limit}. Default: 5. */
    public Builder retries(int value) {
      retries = value;
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

    /** Fails with {@link IllegalArgumentException}, naming every option that is wrong, but nothing that is secret. */
    public ClientOptions build() {
      var errors = new OptionErrors();
      errors.requirePositive("silenceTimeout", silenceTimeout);
      errors.requirePositive("closeGrace", closeGrace);
      errors.requireNotNegative("pipelining", pipelining);
      deadline.ifPresent(time -> errors.requirePositive("deadline", time));
      var where = EndpointReader.read(endpoint, trusted, errors);
      var options = new ClientOptions(
          where,
          dialect,
          credential(where, errors),
          pool(),
          new RetryOptions(retries, firstBackoff, longestBackoff, unknownWrites),
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

    /** Builds the options and a client from them. Nothing is connected before the first request. */
    public WeirClient connect() {
      return WeirClient.of(build());
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

    /** The one that is set; where it is wrong, any, and a mistake is noted. */
    private Credential credential(Endpoint where, OptionErrors errors) {
      requireOneCredential(errors);
      try {
        if (signature != null) {
          return Credential.signature(signature);
        }
        if (tokens != null) {
          requireSecrecy(where, errors);
          return Credential.bearer(tokens);
        }
        return Credential.key(signer(account == null ? where.account() : account));
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

    private static void requireSecrecy(Endpoint where, OptionErrors errors) {
      if (where.encryption().isEmpty() && !where.isLoopback()) {
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
