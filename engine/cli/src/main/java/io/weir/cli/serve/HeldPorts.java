package io.weir.cli.serve;

import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ports of a service while its store is opened. No other process gets them, and connections to
 * them are refused.
 *
 * <p>A store may take minutes to open. A port that another process has must be told before that.
 * The ports are released just before the endpoint binds them.
 *
 * <p>Belongs to the thread that opens the service.
 */
final class HeldPorts implements AutoCloseable {

  private final List<SocketChannel> held = new ArrayList<>();

  private HeldPorts() {}

  /**
   * Takes the ports that the options name. Fails with {@link CommandFailure} if one is in use or
   * named twice, and then holds none.
   */
  static HeldPorts of(ServiceOptions options) {
    var ports = new HeldPorts();
    try {
      named(options)
          .forEach((port, option) -> ports.hold(options.listening().host(), port, option));
      return ports;
    } catch (RuntimeException e) {
      ports.close();
      throw e;
    }
  }

  /** The failure of a port that cannot be listened on. */
  static CommandFailure cannotListen(String host, int port, String option, String reason) {
    return CommandFailure.failed("Cannot listen on " + host + ":" + port + ": " + reason
        + ". Stop what listens there, or choose another port with " + option
        + " (0 takes any that is free).");
  }

  /** Returns the ports that are not chosen by the system, and their options. */
  private static Map<Integer, String> named(ServiceOptions options) {
    var ports = new LinkedHashMap<Integer, String>();
    name(ports, options.listening().port(), "--port");
    name(ports, options.listening().metrics().port(), "--metrics-port");
    if (options.store().offersQueues()) {
      options.queuePort().ifPresent(port -> name(ports, port, "--queue-port"));
    }
    options.healthPort().ifPresent(port -> name(ports, port, "--health-port"));
    return ports;
  }

  private static void name(Map<Integer, String> ports, int port, String option) {
    var other = port == 0 ? null : ports.put(port, option);
    if (other != null) {
      throw CommandFailure.wrongUsage(
          other + " and " + option + " name the same port. port=" + port);
    }
  }

  private void hold(String host, int port, String option) {
    var address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw cannotListen(host, port, option, "the host is unknown");
    }
    try {
      hold(address);
    } catch (IOException e) {
      throw cannotListen(host, port, option, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Connections of a service that has just stopped do not count as a use, but nobody else is kept
   * from the port then.
   */
  private void hold(InetSocketAddress address) throws IOException {
    try {
      bind(address, false);
    } catch (BindException e) {
      bind(address, true);
    }
  }

  /**
   * Binds a socket that does not listen: a client must not wait for a store that may take minutes.
   */
  private void bind(InetSocketAddress address, boolean reuse) throws IOException {
    var channel = SocketChannel.open();
    held.add(channel);
    channel.setOption(StandardSocketOptions.SO_REUSEADDR, reuse);
    channel.bind(address);
  }

  @Override
  public void close() {
    try {
      for (var channel : held) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
