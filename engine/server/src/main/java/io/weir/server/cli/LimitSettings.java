package io.weir.server.cli;

import io.weir.server.http.ServerOptions;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What a service puts up with. The defaults bound what clients can hold without bounding what they can do. */
final class LimitSettings {

  private static final int KIB = 1024;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Connections at a time, 1 to 1000000; further ones are closed. Default: ${DEFAULT-VALUE}.")
  private int connections = 10_000;

  @Option(
      names = "--max-streams",
      paramLabel = "N",
      defaultValue = "256",
      description =
          "Requests at a time on a connection of HTTP/2, 1 to 100000. Default: ${DEFAULT-VALUE}.")
  private int streams = 256;

  @Option(
      names = "--stream-size",
      paramLabel = "MIB",
      description =
          "A stream ends when it has sent so much, and clients go on with another. Default: when it is complete.")
  private long streamMib = 0;

  @Option(
      names = "--stream-rate",
      paramLabel = "KIB",
      description =
          "What a stream sends in a second at most, in KiB, 64 and up. Default: as much as its client takes.")
  private long streamKibPerSecond = 0;

  @Option(
      names = "--max-header-size",
      paramLabel = "KIB",
      defaultValue = "32",
      description = "Headers of a request together, in KiB, 1 to 1024. Default: ${DEFAULT-VALUE}.")
  private int headerKib = 32;

  @Option(
      names = "--max-body-size",
      paramLabel = "KIB",
      defaultValue = "4096",
      description =
          "Body of a request, in KiB, 1 to 65536; the protocol's is 4096. Default: ${DEFAULT-VALUE}.")
  private int bodyKib = 4096;

  @Option(
      names = "--max-request-memory",
      paramLabel = "MIB",
      description =
          "Bodies and answers of all requests under way together, in MiB; beyond it is ServerBusy. Default: an eighth of the heap.")
  private long memoryMib = 0;

  @Option(
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "A connection that asks nothing for so long is closed. Default: ${DEFAULT-VALUE}.")
  private int idleSeconds = 120;

  @Option(
      names = "--head-timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "A handshake, or the headers of a request, must be whole so long after their first byte. Default: ${DEFAULT-VALUE}.")
  private int headSeconds = 10;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "The body of a request must be whole so long after its headers. Default: ${DEFAULT-VALUE}.")
  private int requestSeconds = 120;

  @Option(
      names = "--answer-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description =
          "An answer in one piece must be taken so long after it is there; streams may take as long as they like. Default: ${DEFAULT-VALUE}.")
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
        .idleTimeout(Duration.ofSeconds(idleSeconds))
        .headTimeout(Duration.ofSeconds(headSeconds))
        .requestTimeout(Duration.ofSeconds(requestSeconds))
        .answerTimeout(Duration.ofSeconds(answerSeconds))
        .memoryLimitBytes(Math.multiplyExact(memoryMib, KIB * KIB));
  }
}
