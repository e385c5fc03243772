package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
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
        "Show which node of a cluster leads and how far the others are, let another one lead, add and remove nodes, make a store of the copy that survives.")
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
        spec.commandLine(), "Say what to do: cluster status, transfer, add, remove or promote.");
  }

  @Command(
      name = "status",
      description = {
        "Print what each node does, its term, how many entries of the agreed log its store lacks, how many seconds ago its copy was whole (on the leader: those of all others that answer),"
            + " and how many seconds ago it heard of an election.",
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
    terminal.say(line("NODE", "STATE", "TERM", "LACKS", "AGE", "ELECTED"));
    for (var node : nodes) {
      var look = looks.at(node);
      leaders += look.leads() ? 1 : 0;
      terminal.say(line(
          node.toString(), look.state(), look.term(), look.lacks(), look.age(), look.elected()));
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
      @Option(
              names = "--listener",
              description =
                  "Add a copy elsewhere: the node receives everything and never votes or leads, so no write waits for it. It stays a listener. Default: off; the node votes.")
          boolean listens,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var parts = node.split("=", 2);
    if (parts.length < 2) {
      throw CommandFailure.wrongUsage("A node is ID=HOST:PORT, not '" + node + "'.");
    }
    try (var client = endpoint.connect()) {
      new NodeChanges(terminal).add(client.administration(), parts[0], parts[1], listens);
    }
    terminal.say(
        "The node " + parts[0] + " is one of the cluster's" + (listens ? ", as a listener." : "."));
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

  @Command(
      name = "promote",
      description = {
        "Make a store of its own of the copy in the folder of a stopped node, usually a listener's, when the voters are gone for ever. Without --to the command only tells how far the copy reaches.",
        "The new store has an identity of its own: nodes of the cluster that come back can neither write to it nor take anything of it. The node's folder stays as it is. Later writes of"
            + " the cluster, acknowledged ones too, are lost."
      })
  int promote(
      @Parameters(paramLabel = "DIR", description = "Folder that the node had as --data.")
          Path folder,
      @Option(
              names = "--to",
              paramLabel = "NEW",
              description =
                  "Folder of the new store, which does not exist yet. There must be room for the store twice, for a while. Default: none; nothing is written.")
          @Nullable
          Path target,
      @Option(
              names = "--confirm",
              paramLabel = "NAME",
              description =
                  "With --to: the name of the cluster, to confirm that it is gone and that what the copy lacks is lost. Default: none; required with --to.")
          @Nullable
          String confirmed,
      @Option(
              names = "--despite-answers",
              description =
                  "With --to: go on although something listens at the address of another node. If it is the cluster, both go on from here, and no later write of the one is in the"
                      + " other. Default: off; the command is refused then.")
          boolean despiteAnswers,
      @Mixin CommonOptions unused)
      throws IOException {
    if (target == null) {
      new Promotion(terminal).look(folder);
    } else {
      new Promotion(terminal).run(folder, target, confirmed, despiteAnswers);
    }
    return 0;
  }

  private static void requireOrigin(URI node) {
    if (node.getHost() == null
        || !List.of("http", "https").contains(String.valueOf(node.getScheme()))) {
      throw CommandFailure.wrongUsage("A node is http[s]://HOST:PORT, not '" + node + "'.");
    }
  }

  private static String line(
      String node, String state, String term, String lacks, String age, String elected) {
    return String.format(
            Locale.ROOT, "%-32s  %-28s  %6s  %8s  %6s  %8s", node, state, term, lacks, age, elected)
        .stripTrailing();
  }
}
