package io.weir.cli.serve;

import io.weir.server.http.ServerOptions;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/**
 * Options of a service's limits. The defaults bound the resources that clients can hold, not the
 * operations.
 */
final class LimitOptions {

  private static final int KIB = 1024;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Concurrent connections, 1 to 1000000; further ones are answered 503 and closed. Default: ${DEFAULT-VALUE}.")
  private int connections = 10_000;

  @Option(
      names = "--max-streams",
      paramLabel = "N",
      defaultValue = "256",
      description =
          "Concurrent requests on an HTTP/2 connection, 1 to 100000. Default: ${DEFAULT-VALUE}.")
  private int streams = 256;

  @Option(
      names = "--stream-size",
      paramLabel = "MIB",
      description =
          "Bytes after which a stream ends with a token that continues it, in MiB. Default: none; a stream ends when it is complete.")
  private long streamMib = 0;

  @Option(
      names = "--stream-rate",
      paramLabel = "KIB",
      description =
          "Highest rate of a stream per second, in KiB, 64 and up. Default: none; the client sets the pace.")
  private long streamKibPerSecond = 0;

  @Option(
      names = "--max-header-size",
      paramLabel = "KIB",
      defaultValue = "32",
      description =
          "Total size of a request's headers, in KiB, 1 to 1024. Default: ${DEFAULT-VALUE}.")
  private int headerKib = 32;

  @Option(
      names = "--max-body-size",
      paramLabel = "KIB",
      defaultValue = "4096",
      description =
          "Size of a request's body, in KiB, 1 to 65536; the protocol's limit is 4096. Default: ${DEFAULT-VALUE}.")
  private int bodyKib = 4096;

  @Option(
      names = "--max-value-size",
      paramLabel = "MIB",
      defaultValue = "937500",
      description = "Size of a large value, in MiB, 1 to 937500. Default: ${DEFAULT-VALUE}.")
  private long valueMib = 937_500;

  @Option(
      names = "--max-request-memory",
      paramLabel = "MIB",
      description =
          "Total size of bodies and answers of all requests in flight, in MiB; further requests get ServerBusy. Default: an eighth of the heap.")
  private long memoryMib = 0;

  @Option(
      names = "--max-client-memory",
      paramLabel = "MIB",
      description =
          "Heap for connections, requests in progress, change feeds and waiting takes of all ports, in MiB; further ones get ServerBusy."
              + " Default: 3/8 of the heap without its first 24 MiB.")
  private long clientMib = 0;

  @Option(
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "Time without a request after which a connection is closed. Default: ${DEFAULT-VALUE}.")
  private int idleSeconds = 120;

  @Option(
      names = "--head-timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "Time from the first byte of a handshake or of headers to their end. Default: ${DEFAULT-VALUE}.")
  private int headSeconds = 10;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "Time from a request's headers to the end of its body. Default: ${DEFAULT-VALUE}.")
  private int requestSeconds = 120;

  @Option(
      names = "--answer-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "Time in which a client must take an answer that is not a stream. Default: ${DEFAULT-VALUE}.")
  private int answerSeconds = 120;

  private static long orNone(long value, long unit) {
    return value == 0 ? Long.MAX_VALUE : Math.multiplyExact(value, unit);
  }

  void applyTo(ServerOptions.Builder options) {
    options
        .connections(connections)
        .streamsPerConnection(streams)
        .streams(new StreamLimits(orNone(streamMib, KIB * KIB), orNone(streamKibPerSecond, KIB)))
        .headerLimitBytes(Math.multiplyExact(headerKib, KIB))
        .bodyLimitBytes(Math.multiplyExact(bodyKib, KIB))
        .valueLimitBytes(Math.multiplyExact(valueMib, KIB * KIB))
        .idleTimeout(Duration.ofSeconds(idleSeconds))
        .headTimeout(Duration.ofSeconds(headSeconds))
        .requestTimeout(Duration.ofSeconds(requestSeconds))
        .answerTimeout(Duration.ofSeconds(answerSeconds))
        .clientLimitBytes(Math.multiplyExact(clientMib, KIB * KIB))
        .memoryLimitBytes(Math.multiplyExact(memoryMib, KIB * KIB));
  }
}
