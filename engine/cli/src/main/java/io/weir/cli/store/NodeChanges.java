package io.weir.cli.store;

import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirAdministration;
import io.weir.server.json.NodesDocument;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Changes the nodes of a cluster, and waits for the outcome. Belongs to one thread, which blocks.
 */
final class NodeChanges {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private static final int LOOKS_FOR_LEADER = 5;

  private final Terminal terminal;

  NodeChanges(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Hands the leadership over, and returns who leads, for a person.
   *
   * @param to null for the node with most entries
   */
  String transfer(WeirAdministration service, @Nullable String to) {
    (to == null ? service.transferLeadership() : service.transferLeadership(to)).block();
    var nodes = readLeader(service);
    return "The node " + nodes.leader().orElse("(not known)") + " leads"
        + nodes.leaderAddress().map(address -> ", at " + address).orElse("") + ".";
  }

  /** @param listens whether the node shall never vote */
  void add(WeirAdministration service, String node, String address, boolean listens) {
    (listens ? service.addListener(node, address) : service.addNode(node, address)).block();
    await(service, node);
  }

  void remove(WeirAdministration service, String node) {
    service.removeNode(node).block();
    await(service, node);
  }

  /**
   * Lets another node lead if the one that is to be removed does. Returns where clients reach that
   * one; empty if the service need not hand over, or if its next leader answers here already.
   */
  Optional<String> leaderWithout(WeirAdministration service, String removed) {
    if (!read(service).leader().equals(Optional.of(removed))) {
      return Optional.empty();
    }
    terminal.remark(transfer(service, null));
    var nodes = readLeader(service);
    var address = nodes.leaderAddress();
    if (address.isEmpty() && (!nodes.role().equals("leader") || nodes.node().equals(removed))) {
      throw CommandFailure.failed("The node " + removed
          + " does not lead any more; run the command again at the one that does.");
    }
    return address;
  }

  /** Reads the nodes; a node hears a moment after the hand-over where the next leader is. */
  private static NodesDocument readLeader(WeirAdministration service) {
    var nodes = read(service);
    for (var look = 0; look < LOOKS_FOR_LEADER && isUnknown(nodes); look++) {
      pause();
      nodes = read(service);
    }
    return nodes;
  }

  private static boolean isUnknown(NodesDocument nodes) {
    return !nodes.role().equals("leader")
        && (nodes.leader().isEmpty() || nodes.leaderAddress().isEmpty());
  }

  /** Waits until a change has ended, and tells what it waits for. */
  private void await(WeirAdministration service, String node) {
    var told = "";
    while (true) {
      var change = read(service).change().filter(now -> now.node().equals(node));
      var state = change.map(NodesDocument.Change::state).orElse("");
      var note = change.map(NodesDocument.Change::note).orElse("");
      if (state.equals("done")) {
        return;
      }
      if (!state.equals("running")) {
        throw CommandFailure.failed("The nodes were not changed: "
            + (note.isEmpty() ? "another node leads now; run the command again there" : note)
            + ".");
      }
      if (!note.isEmpty() && !note.equals(told)) {
        terminal.remark("The node " + node + " " + note + " ...");
        told = note;
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.failed("Interrupted; the change goes on.");
    }
  }

  private static NodesDocument read(WeirAdministration service) {
    return NodesDocument.read(service.nodes().blockOptional().orElseThrow());
  }
}
