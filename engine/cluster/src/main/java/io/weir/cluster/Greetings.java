package io.weir.cluster;

import io.weir.cluster.Wire.Greeting;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Greets other nodes, by which each learns the folder of the other, and hears what they know of a
 * member. Runs on: a thread that may block, for an election time-out at each node.
 */
final class Greetings {

  private static final Logger LOG = LoggerFactory.getLogger(Greetings.class);

  private final ClusterOptions options;
  private final KnownFolders known;
  private final FirstMembers first;
  private final Roster roster;

  Greetings(ClusterOptions options, KnownFolders known, FirstMembers first, Roster roster) {
    this.options = options;
    this.known = known;
    this.first = first;
    this.roster = roster;
  }

  /** Greets a node that is being added, and returns whether it has begun as a listener. */
  boolean isListener(NodeAddress added) throws IOException {
    try (Wire wire = greet(added)) {
      return NodeCopy.isListener(wire, added.id());
    }
  }

  /** Asks a node up to which time its store has published everything, in ticks. */
  long appliedTicks(NodeAddress node) throws IOException {
    try (Wire wire = greet(node)) {
      return NodeCopy.appliedTicks(wire);
    }
  }

  /**
   * Asks each of the others once whether this node was removed. Its own configuration may be one
   * that was not agreed on.
   *
   * @param ends whether no further node is to be asked
   */
  boolean tellRemoval(BooleanSupplier ends) {
    for (NodeAddress node : first.others()) {
      if (ends.getAsBoolean()) {
        return false;
      }
      try {
        greet(node).close();
      } catch (IOException e) {
        if (roster.tellsRemoval(e)) {
          return true;
        }
        LOG.debug("a node does not say whether this one was removed node={}", node, e);
      }
    }
    return false;
  }

  /** Returns the connection; the caller closes it. */
  private Wire greet(NodeAddress node) throws IOException {
    int patience = Math.toIntExact(options.electionTimeout().toMillis());
    Wire wire = new Wire(
        new Sockets(options.tls()).connect(node, patience), Settings.maxCallBytes(options));
    try {
      wire.greet(Greeting.of(options, known, node.id()));
      return wire;
    } catch (IOException | RuntimeException e) {
      wire.close();
      throw e;
    }
  }
}
