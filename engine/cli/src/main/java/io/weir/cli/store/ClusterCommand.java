package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and changes the nodes of a cluster. */
@Command(
    name = "cluster",
    sortOptions = false,
    description =
        "Show which node of a cluster leads and how far the others are, let another one lead, add and remove nodes.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ClusterCommand implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ClusterCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: cluster status, transfer, add or remove.");
  }

  @Command(
      name = "status",
      description = {
        "Print what each node does, its term, and how many entries of the agreed log its store lacks.",
        "The command reads public pages and needs no key. It ends with 3 if none of the nodes leads."
      })
  int status(
      @Parameters(
              paramLabel = "URL",
              arity = "1..7",
              description = "Where clients reach a node: http[s]://HOST:PORT.")
          List<URI> nodes,
      @Mixin CommonOptions unused) {
    nodes.forEach(ClusterCommand::requireOrigin);
    var looks = new NodeLooks();
    var leaders = 0;
    terminal.say(line("NODE", "STATE", "TERM", "LACKS"));
    for (var node : nodes) {
      var look = looks.at(node);
      leaders += look.leads() ? 1 : 0;
      terminal.say(line(node.toString(), look.state(), look.term(), look.lacks()));
    }
    return leaders > 0 ? 0 : ExitCode.UNAVAILABLE;
  }

  @Command(
      name = "transfer",
      description = {
        "Let another node lead. Ask the node that leads, with the key of the operator's account.",
        "It answers what it has taken, then the other node leads; nothing is lost. Requests are refused as busy meanwhile, for some milliseconds."
      })
  int transfer(
      @Option(
              names = "--to",
              paramLabel = "ID",
              description = "The node that is to lead. Default: the one with most entries.")
          @Nullable
          String to,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      terminal.say(new NodeChanges(terminal).transfer(client.administration(), to));
    }
    return 0;
  }

  @Command(
      name = "add",
      description = {
        "Add a node. Start it first, with --cluster-join and an empty folder. Ask the node that leads, with the key of the operator's account.",
        "The new node fetches a copy of the store and what was written since; then it votes. A node that does not come changes nothing."
      })
  int add(
      @Parameters(
              paramLabel = "ID=HOST:PORT",
              description = "The new node, as --peers names it. An id is used once.")
          String node,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var parts = node.split("=", 2);
    if (parts.length < 2) {
      throw CommandFailure.wrongUsage("A node is ID=HOST:PORT, not '" + node + "'.");
    }
    try (var client = endpoint.connect()) {
      new NodeChanges(terminal).add(client.administration(), parts[0], parts[1]);
    }
    terminal.say("The node " + parts[0] + " is one of the cluster's.");
    return 0;
  }

  @Command(
      name = "remove",
      description = {
        "Remove a node, also one that is lost. Ask the node that leads, with the key of the operator's account.",
        "A node that leads hands over first. A removed node serves no more; delete its folder."
      })
  int remove(
      @Parameters(paramLabel = "ID", description = "The node.") String node,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var changes = new NodeChanges(terminal);
    try (var client = endpoint.connect()) {
      var leader = changes.leaderWithout(client.administration(), node);
      if (leader.isEmpty()) {
        changes.remove(client.administration(), node);
      } else {
        try (var other = endpoint.connectAt(leader.get())) {
          changes.remove(other.administration(), node);
        }
      }
    }
    terminal.say("The node " + node + " is none of the cluster's any more.");
    return 0;
  }

  private static void requireOrigin(URI node) {
    if (node.getHost() == null
        || !List.of("http", "https").contains(String.valueOf(node.getScheme()))) {
      throw CommandFailure.wrongUsage("A node is http[s]://HOST:PORT, not '" + node + "'.");
    }
  }

  private static String line(String node, String state, String term, String lacks) {
    return String.format(Locale.ROOT, "%-32s  %-28s  %6s  %s", node, state, term, lacks)
        .stripTrailing();
  }
}
