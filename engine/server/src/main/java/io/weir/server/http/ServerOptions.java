package io.weir.server.http;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How an endpoint listens and what it puts up with.
 *
 * @param host address to bind; by default only this machine can reach it
 * @param port 0 to 65,535; 0 takes any that is free
 * @param bodyLimitBytes largest body that is read whole, 1 KiB to 64 MiB; the protocol's is 4 MiB
 * @param targetLimitBytes longest request line, 1 KiB to 1 MiB; filters of many KiB occur
 * @param headerLimitBytes all headers of a request together, 1 KiB to 1 MiB
 * @param idleTimeout after which a connection without a request is closed
 * @param readTimeout after which a request whose body stopped arriving is given up
 * @param tls what connections are encrypted with, and ALPN for {@code h2} and {@code http/1.1}; clear text where it is absent
 */
public record ServerOptions(
    String host,
    int port,
    int bodyLimitBytes,
    int targetLimitBytes,
    int headerLimitBytes,
    Duration idleTimeout,
    Duration readTimeout,
    Optional<SslContext> tls) {

  /** The port that tools expect a table service of development at. */
  public static final int DEFAULT_PORT = 10002;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** With every default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options; {@link #build} reports every mistake at once. */
  public static final class Builder {

    private String host = "127.0.0.1";
    private int port = DEFAULT_PORT;
    private int bodyLimitBytes = 4 * MIB;
    private int targetLimitBytes = 64 * KIB;
    private int headerLimitBytes = 32 * KIB;
    private Duration idleTimeout = Duration.ofMinutes(2);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Optional<SslContext> tls = Optional.empty();

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

    public Builder targetLimitBytes(int value) {
      targetLimitBytes = value;
      return this;
    }

    public Builder headerLimitBytes(int value) {
      headerLimitBytes = value;
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

    public Builder tls(Optional<SslContext> value) {
      tls = value;
      return this;
    }

    /** Fails with {@link IllegalArgumentException}, naming every option that is out of its range. */
    public ServerOptions build() {
      var mistakes = new ArrayList<String>();
      requireRange(mistakes, "port", port, 0, 0xFFFF);
      requireRange(mistakes, "bodyLimitBytes", bodyLimitBytes, KIB, 64 * MIB);
      requireRange(mistakes, "targetLimitBytes", targetLimitBytes, KIB, MIB);
      requireRange(mistakes, "headerLimitBytes", headerLimitBytes, KIB, MIB);
      requirePositive(mistakes, "idleTimeout", idleTimeout);
      requirePositive(mistakes, "readTimeout", readTimeout);
      if (!mistakes.isEmpty()) {
        throw new IllegalArgumentException("Options out of range. " + String.join(" ", mistakes));
      }
      return new ServerOptions(
          host,
          port,
          bodyLimitBytes,
          targetLimitBytes,
          headerLimitBytes,
          idleTimeout,
          readTimeout,
          tls);
    }

    private static void requireRange(
        List<String> mistakes, String name, int value, int from, int to) {
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
