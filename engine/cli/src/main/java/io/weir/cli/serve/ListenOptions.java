package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import io.weir.server.QueueServer;
import io.weir.server.http.ConsoleExposure;
import io.weir.server.http.MetricsExposure;
import io.weir.server.http.ServerOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an endpoint listens, and on how many threads it works. */
final class ListenOptions {

  private static final String ON = "on";
  private static final String OFF = "off";

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
      names = "--queue-port",
      paramLabel = "N",
      description =
          "Port of the queues, 0 to 65535; 0 takes any that is free, 'off' serves no queues. Default: 10001; with --port 0 any that is free.")
  private @Nullable String queuePort;

  @Option(
      names = "--loops",
      paramLabel = "N",
      description =
          "Event loops, 1 to 1024; each is a thread. Default: as many as there are cores.")
  private int loops = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--metrics-port",
      paramLabel = "N",
      description =
          "Port that shows /metrics, and the health pages too, in place of the service's: 0 to 65535; 'off' shows metrics nowhere."
              + " Default: the port of the service.")
  private @Nullable String metricsPort;

  @Option(
      names = "--health-port",
      paramLabel = "N",
      description =
          "Port that serves /health and /health/ready as well, in clear text and on a thread of its own; 0 takes any that is free. Default: none.")
  private @Nullable Integer healthPort;

  @Option(
      names = "--console",
      paramLabel = "on|off",
      description =
          "Serve the console, an application for browsers, at /console/. It holds no secret and asks for credentials."
              + " Default: on if only this machine can reach the service, else off.")
  private @Nullable String console;

  @Option(
      names = "--live-secondary",
      description =
          "Answer 'live' and the current time to GET /ACCOUNT-secondary?comp=stats, for tests of programs that ask for it. Default:"
              + " 'unavailable', because there is no second copy of the data.")
  private boolean liveSecondary;

  @Option(
      names = "--allow-published-key",
      description =
          "Let other machines in although an account has the published key, which lets everybody read and write. Default: the start"
              + " is refused.")
  private boolean allowPublishedKey;

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
    return ServerOptions.builder()
        .host(host)
        .port(port)
        .metrics(metrics())
        .console(console())
        .liveSecondary(liveSecondary);
  }

  /**
   * Returns where clients reach the service; empty if the system chooses its port. Resolves names,
   * so it may block.
   *
   * @param ofMachine the host that stands for all addresses of this machine
   */
  String origin(boolean encrypted, String ofMachine) {
    if (port == 0) {
      return "";
    }
    var reached = isAnyAddress() ? ofMachine : host;
    var shown = reached.indexOf(':') < 0 ? reached : "[" + reached + "]";
    return (encrypted ? "https://" : "http://") + shown + ":" + port;
  }

  private boolean isAnyAddress() {
    try {
      return InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private ConsoleExposure console() {
    if (console == null) {
      return isLoopback() ? ConsoleExposure.SERVED : ConsoleExposure.NONE;
    }
    return switch (console) {
      case ON -> ConsoleExposure.SERVED;
      case OFF -> ConsoleExposure.NONE;
      default -> throw CommandFailure.wrongUsage("--console is on or off, not '" + console + "'.");
    };
  }

  private MetricsExposure metrics() {
    if (metricsPort == null) {
      return MetricsExposure.WITH_SERVICE;
    }
    return metricsPort.equals(OFF)
        ? MetricsExposure.DISABLED
        : MetricsExposure.at(portOf("--metrics-port", metricsPort));
  }

  private static int portOf(String option, String text) {
    try {
      var number = Integer.parseInt(text);
      if (number >= 0 && number <= 0xFFFF) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw noPort(option, text);
    }
    throw noPort(option, text);
  }

  private static CommandFailure noPort(String option, String text) {
    return CommandFailure.wrongUsage(option + " is 0 to 65535, or off, not '" + text + "'.");
  }

  /** Returns the port of the queues; empty if they are not served. */
  OptionalInt queuePort() {
    if (queuePort == null) {
      return OptionalInt.of(port == 0 ? 0 : QueueServer.DEFAULT_PORT);
    }
    return queuePort.equals(OFF)
        ? OptionalInt.empty()
        : OptionalInt.of(portOf("--queue-port", queuePort));
  }

  /** Returns the additional port of the probes, if one was given. */
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

  /**
   * Refuses to listen for other machines if an account has the published key, unless the operator
   * allows it.
   *
   * @return whether other machines are let in with that key
   */
  boolean requireSecret(ServedAccounts served) {
    if (!served.published() || isLoopback()) {
      return false;
    }
    if (!allowPublishedKey) {
      throw CommandFailure.wrongUsage(
          "Other machines can reach " + host
              + ", and an account has the published key, with which anyone can read and write. Give --account and --key, or"
              + " --accounts with keys of your own; or listen on 127.0.0.1 with --host; or allow it with --allow-published-key.");
    }
    return true;
  }

  /**
   * Returns whether the host is a loopback address. Resolves names, so it may block. An unknown
   * name may become any address.
   */
  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
