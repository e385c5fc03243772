package io.weir.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
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
    Set<String> agreed = now.configuration().getPeersList().stream()
        .map(peer -> peer.getId().toStringUtf8() + "=" + peer.getAddress())
        .collect(Collectors.toSet());
    Set<String> given =
        options.nodes().stream().map(NodeAddress::toString).collect(Collectors.toSet());
    if (!agreed.equals(given)) {
      LOG.warn(
          "--peers differs from the members that the nodes have agreed on, and these count members={} peers={}",
          String.join(",", agreed.stream().sorted().toList()),
          String.join(",", given.stream().sorted().toList()));
    }
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
   * @param joined whether this node was not one of the first
   */
  List<RaftPeer> peers(boolean joined) {
    Optional<Members.Change> agreed = members.last();
    if (agreed.isEmpty()) {
      return joined ? List.of() : ofOptions();
    }
    List<RaftPeerProto> voters = agreed.get().configuration().getPeersList();
    return voters.stream().anyMatch(peer -> peer.getId().toStringUtf8().equals(options.node()))
        ? voters.stream().map(FirstMembers::peer).toList()
        : List.of();
  }

  private static RaftPeer peer(RaftPeerProto known) {
    return peer(known.getId().toStringUtf8(), known.getAddress());
  }

  private static RaftPeer peer(String id, String address) {
    return RaftPeer.newBuilder()
        .setId(RaftPeerId.valueOf(id))
        .setAddress(address)
        .build();
  }

  private List<RaftPeer> ofOptions() {
    return options.nodes().stream()
        .map(node -> peer(node.id(), node.hostAndPort()))
        .toList();
  }
}
