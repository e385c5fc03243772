package io.weir.server.http;

import io.netty.handler.ssl.SslContext;
import io.weir.api.wire.Dialect;
import io.weir.server.request.RequestLimits;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How an endpoint listens and what it puts up with.
 *
 * @param host address to bind; by default only this machine can reach it
 * @param port 0 to 65,535; 0 takes any that is free
 * @param tls what connections are encrypted with, and ALPN for {@code h2} and {@code http/1.1}; clear text where it is absent
 * @param metrics where metrics are shown
 */
public record ServerOptions(
    String host, int port, Optional<SslContext> tls, RequestLimits limits, MetricsExposure metrics) {

  /** The port that tools expect a table service of development at. */
  public static final int DEFAULT_PORT = 10002;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** The same on another port. */
  public ServerOptions at(int otherPort) {
    return new ServerOptions(host, otherPort, tls, limits, metrics);
  }

  /** With every default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; {@link #build} reports every mistake at once. */
  public static final class Builder {

    private String host = "127.0.0.1";
    private int port = DEFAULT_PORT;
    private int bodyLimitBytes = 4 * MIB;
    private long memoryLimitBytes;
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

    /** 0, the default, takes an eighth of the largest heap, and four of the largest bodies at least. */
    public Builder memoryLimitBytes(long value) {
      memoryLimitBytes = value;
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

    public Builder tls(Optional<SslContext> value) {
      tls = value;
      return this;
    }

    /** Fails with {@link IllegalArgumentException}, naming every option that is out of its range. */
    public ServerOptions build() {
      var mistakes = new ArrayList<String>();
      requireRange(mistakes, "port", port, 0, 0xFFFF);
      requireRange(mistakes, "metrics.port", metrics.port(), 0, 0xFFFF);
      requireRange(mistakes, "bodyLimitBytes", bodyLimitBytes, KIB, 64 * MIB);
      requireRange(mistakes, "memoryLimitBytes", memoryLimit(), bodyLimitBytes, Long.MAX_VALUE);
      requireRange(mistakes, "targetLimitBytes", targetLimitBytes, KIB, MIB);
      requireRange(mistakes, "headerLimitBytes", headerLimitBytes, KIB, MIB);
      requireRange(mistakes, "connections", connections, 1, 1_000_000);
      requireRange(mistakes, "streamsPerConnection", streamsPerConnection, 1, 100_000);
      requireRange(mistakes, "streams.bytes", streams.bytes(), 1, Long.MAX_VALUE);
      requireRange(
          mistakes,
          "streams.bytesPerSecond",
          streams.bytesPerSecond(),
          Dialect.SLOWEST_RATE,
          Long.MAX_VALUE);
      requirePositive(mistakes, "idleTimeout", idleTimeout);
      requirePositive(mistakes, "headTimeout", headTimeout);
      requirePositive(mistakes, "requestTimeout", requestTimeout);
      requirePositive(mistakes, "readTimeout", readTimeout);
      requirePositive(mistakes, "answerTimeout", answerTimeout);
      if (!mistakes.isEmpty()) {
        throw new IllegalArgumentException("Options out of range. " + String.join(" ", mistakes));
      }
      return new ServerOptions(host, port, tls, limits(), metrics);
    }

    private RequestLimits limits() {
      return new RequestLimits(
          bodyLimitBytes,
          memoryLimit(),
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
      return memoryLimitBytes == 0
          ? Math.max(4L * bodyLimitBytes, Runtime.getRuntime().maxMemory() / 8)
          : memoryLimitBytes;
    }

    private static void requireRange(
        List<String> mistakes, String name, long value, long from, long to) {
      if (value < from || value > to) {
        mistakes.add(name + "=" + value + " from=" + from + " to=" + to);
      }
    }

    private static void requirePositive(List<String> mistakes, String name, Duration value) {
      if (value.isNegative() || value.isZero()) {
        mistakes.add(name + "=" + value);
      }
    }
  }
}
