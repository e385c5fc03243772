package io.weir.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A network of machines on this one, each a network namespace of Linux: a bridge joins them, and
 * this process is on it, too. Links between two machines can be cut in one direction or in both,
 * and a machine can be taken off the network.
 *
 * <p>Needs root and {@code ip}. Namespaces, bridge and links have the number of this process in
 * their names and are removed by {@link #close}. Belongs to one thread, which blocks.
 */
final class NodeNetwork implements AutoCloseable {

  private static final int FIRST_HOST = 10;

  /** Names of links have 15 characters at most. */
  private final String prefix = "w" + ProcessHandle.current().pid() % 1_000_000;

  private final String subnet = "10.213." + ProcessHandle.current().pid() % 250 + ".";
  private final List<String> machines;

  private NodeNetwork(List<String> machines) {
    this.machines = List.copyOf(machines);
  }

  /**
   * Returns whether this process may make networks and machines on them reach each other, which a
   * firewall may prevent.
   */
  static boolean isPossible() throws InterruptedException {
    try (var probe = of(List.of("p", "q"))) {
      probe.cut("p", "q");
      probe.join("p", "q");
      return probe.reaches("p", "q");
    } catch (IOException refused) {
      return false;
    }
  }

  /** Returns whether a machine refuses a connection of another one, as one does that is reached. */
  private boolean reaches(String from, String to) throws IOException, InterruptedException {
    var command = new ArrayList<>(launcher(from));
    command.addAll(List.of("timeout", "5", "bash", "-c", "</dev/tcp/" + host(to) + "/9"));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor(1, TimeUnit.MINUTES) && said.contains("refused");
  }

  /** Makes the network. */
  static NodeNetwork of(List<String> machines) throws IOException, InterruptedException {
    var network = new NodeNetwork(machines);
    try {
      network.make();
    } catch (IOException failed) {
      try {
        network.close();
      } catch (IOException left) {
        failed.addSuppressed(left);
      }
      throw failed;
    }
    return network;
  }

  private void make() throws IOException, InterruptedException {
    run("ip", "link", "add", prefix, "type", "bridge");
    run("ip", "address", "add", subnet + "1/24", "dev", prefix);
    run("ip", "link", "set", prefix, "up");
    for (var machine : machines) {
      var space = space(machine);
      run("ip", "netns", "add", space);
      run(
          "ip",
          "link",
          "add",
          link(machine),
          "type",
          "veth",
          "peer",
          "name",
          "eth0",
          "netns",
          space);
      run("ip", "link", "set", link(machine), "master", prefix, "up");
      run("ip", "-n", space, "address", "add", host(machine) + "/24", "dev", "eth0");
      run("ip", "-n", space, "link", "set", "eth0", "up");
      run("ip", "-n", space, "link", "set", "lo", "up");
    }
  }

  /** Returns the address of a machine. */
  String host(String machine) {
    return subnet + (FIRST_HOST + machines.indexOf(machine));
  }

  /** Returns the program that runs another one on a machine, in the same process. */
  List<String> launcher(String machine) {
    return List.of("ip", "netns", "exec", space(machine));
  }

  /** Drops what {@code from} sends to {@code to}. */
  void cut(String from, String to) throws IOException, InterruptedException {
    run("ip", "-n", space(from), "route", "add", "blackhole", host(to) + "/32");
  }

  /** Ends {@link #cut}. */
  void join(String from, String to) throws IOException, InterruptedException {
    run("ip", "-n", space(from), "route", "delete", "blackhole", host(to) + "/32");
  }

  /** Takes a machine off the network, or puts it back. */
  void plug(String machine, boolean in) throws IOException, InterruptedException {
    run("ip", "link", "set", link(machine), in ? "up" : "down");
  }

  private String space(String machine) {
    return prefix + machine;
  }

  private String link(String machine) {
    return prefix + machine;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said.strip());
    }
  }

  /** Removes what exists of the network. The machines' processes have ended before. */
  @Override
  public void close() throws IOException, InterruptedException {
    var commands = new ArrayList<String[]>();
    machines.forEach(
        machine -> commands.add(new String[] {"ip", "netns", "delete", space(machine)}));
    commands.add(new String[] {"ip", "link", "delete", prefix});
    IOException failed = null;
    for (var command : commands) {
      try {
        run(command);
      } catch (IOException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
