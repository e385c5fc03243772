package io.weir.server.cli;

import io.weir.server.http.ServerOptions;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an endpoint listens, and on how many threads it works. */
final class ListenSettings {

  @Option(
      names = "--host",
      paramLabel = "H",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on; 0.0.0.0 for all, which lets other machines in. Default: ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "10002",
      description =
          "Port to listen on, 1 to 65535; 0 takes any that is free. Default: ${DEFAULT-VALUE}.")
  private int port = ServerOptions.DEFAULT_PORT;

  @Option(
      names = "--loops",
      paramLabel = "N",
      description =
          "Event loops, 1 to 1024; each is a thread. Default: as many as there are cores.")
  private int loops = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--health-port",
      paramLabel = "N",
      description =
          "Port that serves /health and /health/ready as well, in clear text and on a thread of its own; 0 takes any that is free. Default: none.")
  private @Nullable Integer healthPort;

  @Option(
      names = "--access-log",
      description = "Log a line for each request, without its query. Default: off.")
  void setAccessLog(boolean on) {
    // Before the first logger is made, for it reads the level once.
    System.setProperty("weir.access.log", on ? "INFO" : "OFF");
  }

  ServerOptions.Builder serverOptions() {
    if (port < 0 || port > 0xFFFF) {
      throw CommandFailure.wrongUsage("--port is 0 to 65535, not " + port + ".");
    }
    return ServerOptions.builder().host(host).port(port);
  }

  /** The port of the probes' own, where there is to be one. */
  OptionalInt healthPort() {
    if (healthPort == null) {
      return OptionalInt.empty();
    }
    if (healthPort < 0 || healthPort > 0xFFFF) {
      throw CommandFailure.wrongUsage("--health-port is 0 to 65535, not " + healthPort + ".");
    }
    return OptionalInt.of(healthPort);
  }

  int loops() {
    if (loops < 1 || loops > 1024) {
      throw CommandFailure.wrongUsage("--loops is 1 to 1024, not " + loops + ".");
    }
    return loops;
  }

  boolean isReachableFromOutside() {
    return !host.equals("localhost") && !host.startsWith("127.") && !host.equals("::1");
  }
}
