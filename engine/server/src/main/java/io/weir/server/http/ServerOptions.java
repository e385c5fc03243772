package io.weir.server.http;

import io.netty.handler.ssl.SslContext;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.RequestTracer;
import io.weir.server.operator.ServiceStatus;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.RequestLimits;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The address and the limits of an endpoint.
 *
 * @param host address to bind; the default is reachable only from this machine
 * @param port 0 to 65,535; 0 takes any free port
 * @param tls TLS context with ALPN for {@code h2} and {@code http/1.1}; clear text if empty
 * @param metrics where metrics are shown
 * @param console whether the console is served
 * @param tracer traces every request
 * @param status what the service tells of itself, and its operator; empty: it tells nothing and has
 *     no operator
 * @param liveSecondary whether the secondary claims to be a live copy: see
 *     {@link io.weir.server.settings.ServiceStatistics}
 */
public record ServerOptions(
    String host,
    int port,
    Optional<SslContext> tls,
    RequestLimits limits,
    MetricsExposure metrics,
    ConsoleExposure console,
    RequestTracer tracer,
    Optional<ServiceStatus> status,
    boolean liveSecondary) {

  /** The port at which tools expect a table service for development. */
  public static final int DEFAULT_PORT = 10002;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** A million chunks of 960 KiB, which is what the rows of a value can number. */
  private static final long LONGEST_VALUE_BYTES = 937_500L * MIB;

  /** Returns the options with another port. */
  public ServerOptions at(int otherPort) {
    return new ServerOptions(
        host, otherPort, tls, limits, metrics, console, tracer, status, liveSecondary);
  }

  /** Returns the options with another exposure of the console. */
  public ServerOptions with(ConsoleExposure other) {
    return new ServerOptions(
        host, port, tls, limits, metrics, other, tracer, status, liveSecondary);
  }

  /** Returns the options with another tracer. */
  public ServerOptions with(RequestTracer other) {
    return new ServerOptions(
        host, port, tls, limits, metrics, console, other, status, liveSecondary);
  }

  /** Returns the options with a status that the service tells. */
  public ServerOptions with(ServiceStatus told) {
    return new ServerOptions(
        host, port, tls, limits, metrics, console, tracer, Optional.of(told), liveSecondary);
  }

  /** Returns a builder with every default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options. {@link #build} reports every invalid one at once. */
  public static final class Builder {

    private String host = "127.0.0.1";
    private int port = DEFAULT_PORT;
    private int bodyLimitBytes = 4 * MIB;
    private long valueLimitBytes = LONGEST_VALUE_BYTES;
    private long memoryLimitBytes;
    private long clientLimitBytes;
    private int targetLimitBytes = 64 * KIB;
    private int headerLimitBytes = 32 * KIB;
    private int connections = 10_000;
    private int streamsPerConnection = 256;
    private StreamLimits streams = StreamLimits.NONE;
    private Duration idleTimeout = Duration.ofMinutes(2);
    private Duration headTimeout = Duration.ofSeconds(10);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Duration requestTimeout = Duration.ofMinutes(2);
    private Duration answerTimeout = Duration.ofMinutes(2);
    private Optional<SslContext> tls = Optional.empty();
    private MetricsExposure metrics = MetricsExposure.WITH_SERVICE;
    private ConsoleExposure console = ConsoleExposure.NONE;
    private boolean liveSecondary;

    private Builder() {}

    public Builder host(String value) {
      host = value;
      return this;
    }

    public Builder port(int value) {
      port = value;
      return this;
    }

    public Builder bodyLimitBytes(int value) {
      bodyLimitBytes = value;
      return this;
    }

    public Builder valueLimitBytes(long value) {
      valueLimitBytes = value;
      return this;
    }

    /**
     * 0, the default, means an eighth of the maximum heap, but at least four of the largest bodies,
     * or a fifth of the heap if that is less.
     */
    public Builder memoryLimitBytes(long value) {
      memoryLimitBytes = value;
      return this;
    }

    /** 0, the default, means {@link ClientMemory#ofHeap}. */
    public Builder clientLimitBytes(long value) {
      clientLimitBytes = value;
      return this;
    }

    public Builder targetLimitBytes(int value) {
      targetLimitBytes = value;
      return this;
    }

    public Builder headerLimitBytes(int value) {
      headerLimitBytes = value;
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

    public Builder streams(StreamLimits value) {
      streams = value;
      return this;
    }

    public Builder headTimeout(Duration value) {
      headTimeout = value;
      return this;
    }

    public Builder requestTimeout(Duration value) {
      requestTimeout = value;
      return this;
    }

    public Builder answerTimeout(Duration value) {
      answerTimeout = value;
      return this;
    }

    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    public Builder readTimeout(Duration value) {
      readTimeout = value;
      return this;
    }

    public Builder metrics(MetricsExposure value) {
      metrics = value;
      return this;
    }

    public Builder console(ConsoleExposure value) {
      console = value;
      return this;
    }

    /**
     * Default: false. There is one copy of the data; true is for tests of programs that ask for the
     * state of a second one.
     */
    public Builder liveSecondary(boolean value) {
      liveSecondary = value;
      return this;
    }

    public Builder tls(Optional<SslContext> value) {
      tls = value;
      return this;
    }

    /**
     * Builds the options. Fails with {@link IllegalArgumentException} that names every option out
     * of range.
     */
    public ServerOptions build() {
      var errors = new ArrayList<String>();
      requireRange(errors, "port", port, 0, 0xFFFF);
      requireRange(errors, "metrics.port", metrics.port(), 0, 0xFFFF);
      requireRange(errors, "bodyLimitBytes", bodyLimitBytes, KIB, 64 * MIB);
      requireRange(errors, "valueLimitBytes", valueLimitBytes, 1, LONGEST_VALUE_BYTES);
      requireRange(errors, "memoryLimitBytes", memoryLimit(), bodyLimitBytes, Long.MAX_VALUE);
      requireRange(errors, "clientLimitBytes", clientLimit(), 64 * KIB, Long.MAX_VALUE);
      requireRange(errors, "targetLimitBytes", targetLimitBytes, KIB, MIB);
      requireRange(errors, "headerLimitBytes", headerLimitBytes, KIB, MIB);
      requireRange(errors, "connections", connections, 1, 1_000_000);
      requireRange(errors, "streamsPerConnection", streamsPerConnection, 1, 100_000);
      requireRange(errors, "streams.bytes", streams.bytes(), 1, Long.MAX_VALUE);
      requireRange(
          errors,
          "streams.bytesPerSecond",
          streams.bytesPerSecond(),
          Dialect.SLOWEST_RATE,
          Long.MAX_VALUE);
      requirePositive(errors, "idleTimeout", idleTimeout);
      requirePositive(errors, "headTimeout", headTimeout);
      requirePositive(errors, "requestTimeout", requestTimeout);
      requirePositive(errors, "readTimeout", readTimeout);
      requirePositive(errors, "answerTimeout", answerTimeout);
      if (!errors.isEmpty()) {
        throw new IllegalArgumentException("options out of range " + String.join(" ", errors));
      }
      return new ServerOptions(
          host,
          port,
          tls,
          limits(),
          metrics,
          console,
          RequestTracer.NONE,
          Optional.empty(),
          liveSecondary);
    }

    private RequestLimits limits() {
      return new RequestLimits(
          bodyLimitBytes,
          valueLimitBytes,
          memoryLimit(),
          clientLimit(),
          targetLimitBytes,
          headerLimitBytes,
          connections,
          streamsPerConnection,
          streams,
          idleTimeout,
          headTimeout,
          readTimeout,
          requestTimeout,
          answerTimeout);
    }

    private long memoryLimit() {
      if (memoryLimitBytes != 0) {
        return memoryLimitBytes;
      }
      var heap = Runtime.getRuntime().maxMemory();
      var bodies = Math.max(bodyLimitBytes, Math.min(4L * bodyLimitBytes, heap / 5));
      return Math.max(bodies, heap / 8);
    }

    private long clientLimit() {
      return clientLimitBytes == 0
          ? ClientMemory.ofHeap(Runtime.getRuntime().maxMemory())
          : clientLimitBytes;
    }

    private static void requireRange(
        List<String> errors, String name, long value, long from, long to) {
      if (value < from || value > to) {
        errors.add(name + "=" + value + " from=" + from + " to=" + to);
      }
    }

    private static void requirePositive(List<String> errors, String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        errors.add(name + "=" + value);
      }
    }
  }
}
