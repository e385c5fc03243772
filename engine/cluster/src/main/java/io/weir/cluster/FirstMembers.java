package io.weir.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members with which a node starts: those that the nodes have agreed on, or those of the
 * options at the first start of all. Ratis finds what it has logged itself; this counts where it
 * has nothing.
 */
record FirstMembers(ClusterOptions options, Members members) {

  private static final Logger LOG = LoggerFactory.getLogger(FirstMembers.class);

  /** Reads what a node knows, and says so if its options differ. */
  static FirstMembers read(ClusterOptions options) throws IOException {
    FirstMembers first = new FirstMembers(options, Members.read(options));
    first.members.last().ifPresent(first::compare);
    return first;
  }

  private void compare(Members.Change now) {
    Set<String> agreed = named(now.configuration().getPeersList());
    Set<String> given =
        options.nodes().stream().map(NodeAddress::toString).collect(Collectors.toSet());
    given.removeAll(named(now.configuration().getListenersList()));
    if (!agreed.equals(given)) {
      LOG.warn(
          "--peers differs from the members that the nodes have agreed on, and these count members={} peers={}",
          String.join(",", agreed.stream().sorted().toList()),
          String.join(",", given.stream().sorted().toList()));
    }
  }

  private static Set<String> named(List<RaftPeerProto> peers) {
    return peers.stream()
        .map(peer -> peer.getId().toStringUtf8() + "=" + peer.getAddress())
        .collect(Collectors.toSet());
  }

  /** Returns this node with the address at which the others reach it. */
  NodeAddress self() {
    return members.last().stream()
        .flatMap(now -> now.peers().stream())
        .filter(peer -> peer.getId().toStringUtf8().equals(options.node()))
        .findFirst()
        .map(peer -> NodeAddress.of(options.node(), peer.getAddress()))
        .orElseGet(options::self);
  }

  /** Returns the other members that this node knows now. */
  List<NodeAddress> others() {
    List<NodeAddress> known = members
        .last()
        .map(now -> now.peers().stream()
            .map(peer -> NodeAddress.of(peer.getId().toStringUtf8(), peer.getAddress()))
            .distinct()
            .toList())
        .orElse(options.nodes());
    return known.stream().filter(node -> !node.id().equals(options.node())).toList();
  }

  /**
   * Returns the members for Ratis; none for a node that waits for the leader to tell it: Ratis does
   * not start a node with members of which it is none.
   *
   * <p>A listener that waits is given itself, as a listener. Ratis decides only at a start whether
   * a node listens; one that starts without members would take itself for a voter until its next
   * start, seek the leadership when it hears no leader, and end its part when it finds that it may
   * not.
   *
   * @param joined whether this node was not one of the first
   * @param listens whether this node never votes
   */
  List<RaftPeer> peers(boolean joined, boolean listens) {
    Optional<Members.Change> agreed = members.last();
    if (agreed.isEmpty() && !joined) {
      return ofOptions();
    }
    List<RaftPeer> known = agreed
        .map(now -> Stream.concat(
                peers(now.configuration().getPeersList(), RaftPeerRole.FOLLOWER),
                peers(now.configuration().getListenersList(), RaftPeerRole.LISTENER))
            .toList())
        .orElse(List.of());
    if (known.stream().anyMatch(peer -> peer.getId().toString().equals(options.node()))) {
      return known;
    }
    NodeAddress self = options.self();
    return listens
        ? List.of(peer(self.id(), self.hostAndPort(), RaftPeerRole.LISTENER))
        : List.of();
  }

  private static Stream<RaftPeer> peers(List<RaftPeerProto> known, RaftPeerRole role) {
    return known.stream().map(peer -> peer(peer.getId().toStringUtf8(), peer.getAddress(), role));
  }

  static RaftPeer peer(String id, String address, RaftPeerRole role) {
    return RaftPeer.newBuilder()
        .setId(RaftPeerId.valueOf(id))
        .setAddress(address)
        .setStartupRole(role)
        .build();
  }

  private List<RaftPeer> ofOptions() {
    return options.nodes().stream()
        .map(node -> peer(node.id(), node.hostAndPort(), RaftPeerRole.FOLLOWER))
        .toList();
  }
}
