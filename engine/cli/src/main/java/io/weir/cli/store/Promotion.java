package io.weir.cli.store;

import io.weir.api.edm.EdmDateTime;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.cluster.ClusterOptions;
import io.weir.cluster.NodeAddress;
import io.weir.cluster.SurvivingNode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.offline.SurvivingCopy;
import io.weir.engine.offline.SurvivingCopy.Reach;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes a store of its own of a node's copy, after telling what the copy has. Belongs to one
 * thread, which blocks.
 */
final class Promotion {

  private final Terminal terminal;

  Promotion(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Tells how far the copy in a folder reaches. */
  void look(Path folder) throws IOException {
    var node = node(folder);
    try (var loops = EmbeddedLoops.start(1);
        var copy = SurvivingCopy.open(absolute(folder), node::entries, loops.loops())) {
      tell(node, copy.reach());
    }
    var answering = node.answering();
    if (!answering.isEmpty()) {
      terminal.say("Something listens at the addresses of " + named(answering)
          + ". Stop these nodes for good first.");
    }
    terminal.say(
        "Nothing was written. To give up what is missing and make a store of the copy: weir cluster promote "
            + folder + " --to NEW --confirm " + node.cluster());
  }

  /**
   * Makes the store.
   *
   * @param confirmed the name of the cluster, as the operator gave it
   * @param despiteAnswers whether the other nodes may be up
   */
  void run(Path folder, Path target, @Nullable String confirmed, boolean despiteAnswers)
      throws IOException {
    var node = node(folder);
    requireConfirmed(node, confirmed);
    SurvivingCopy.Fence fence = () -> {
      if (!despiteAnswers) {
        requireGone(node);
      }
    };
    fence.require();
    try (var loops = EmbeddedLoops.start(1);
        var copy = SurvivingCopy.open(absolute(folder), node::entries, loops.loops());
        var progress = new CopyProgress(terminal.progress())) {
      tell(node, copy.reach());
      copy.writeTo(absolute(target), progress, fence);
    }
    terminal.say("The store in " + target
        + " has an identity of its own, which no node of the cluster " + node.cluster()
        + " accepts. Serve it with --data " + target
        + ". Consumers of change feeds begin anew. The folder of the node is as it was."
        + " A new cluster that you copy it into needs another name than "
        + node.cluster() + ": what fits the lost cluster must not fit the new one.");
  }

  private static SurvivingNode node(Path folder) throws IOException {
    return SurvivingNode.read(absolute(folder).resolve(ClusterOptions.FOLDER));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static void requireConfirmed(SurvivingNode node, @Nullable String confirmed) {
    if (!node.cluster().equals(confirmed)) {
      throw CommandFailure.wrongUsage(
          "What the copy lacks is lost with the cluster. Give --confirm with the name of the cluster, which is "
              + node.cluster()
              + ", to confirm that. Without --to the command tells what the copy has.");
    }
  }

  private static void requireGone(SurvivingNode node) {
    if (node.removed()) {
      throw CommandFailure.failed(
          "The node " + node.node()
              + " was removed from its cluster, which went on without it. Make the store of another node's copy, or give --despite-answers.");
    }
    if (node.others().isEmpty()) {
      throw CommandFailure.failed(
          "The folder does not tell the other nodes, so nobody can look whether they are gone. If they are, give --despite-answers.");
    }
    var answering = node.answering();
    if (!answering.isEmpty()) {
      throw CommandFailure.failed(
          "Something listens at the addresses of " + named(answering)
              + ", so the cluster may be alive, and nothing was written. Stop these nodes for good; if it is not they, give --despite-answers.");
    }
  }

  private static String named(List<NodeAddress> nodes) {
    return nodes.isEmpty()
        ? "not known"
        : nodes.stream().map(NodeAddress::toString).collect(Collectors.joining(", "));
  }

  private void tell(SurvivingNode node, Reach reach) {
    terminal.say("The node " + node.node() + " is a " + (node.listens() ? "listener" : "voter")
        + " of the cluster " + node.cluster() + "; the other nodes are " + named(node.others())
        + ".");
    terminal.say(String.format(
        Locale.ROOT,
        "Its copy ends with the entry %d of term %d, at position %d. Entries that it received after it and does not know to be agreed on are left out: %d.",
        reach.end().index(),
        reach.end().term(),
        reach.position(),
        reach.leftOut()));
    terminal.say(
        reach.wholeTicks() > 0
            ? "It has every write that was acknowledged with a Timestamp up to "
                + time(reach.wholeTicks()) + "."
            : "It does not know a time up to which it has every acknowledged write.");
    terminal.say("Of later writes it has those that it received, the last of "
        + (reach.lastTicks() > 0 ? time(reach.lastTicks()) : "no time")
        + "; others are missing, and may have been acknowledged.");
  }

  private static String time(long ticks) {
    return new EdmDateTime(ticks).toString();
  }
}
