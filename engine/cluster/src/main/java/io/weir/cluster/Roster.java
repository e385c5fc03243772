package io.weir.cluster;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that may take part now: the members of the configuration, and the node that is being
 * added. Until a new node has heard of the configuration, those of its options.
 *
 * <p>The configuration is that of this node's log. A node that was away does not know a member that
 * was added meanwhile, and learns of it only from a leader, which may be that very member.
 * {@code Door} therefore takes a leader's calls of an unknown node that has met this one. Raft
 * permits it: a follower takes the entries of each leader, whether it knows that one as a member or
 * not (Ongaro's dissertation, section 4.2). Runs on: any thread.
 */
final class Roster {

  private static final String REMOVED = " was removed from the cluster";

  private final ClusterOptions options;
  private final Set<String> ofOptions;

  /**
   * What was read of the last configuration that was asked for, because each call of a node asks.
   * Ratis makes another object for each configuration and changes none.
   */
  private volatile @Nullable Configured configured;

  /**
   * The ids in a configuration of Ratis.
   *
   * @param members all nodes
   * @param voters the nodes that vote: one set, or two while they change
   */
  private record Configured(
      RaftConfiguration source, Set<String> members, List<Set<String>> voters) {

    static Configured of(RaftConfiguration source) {
      Set<String> members = Stream.of(RaftPeerRole.FOLLOWER, RaftPeerRole.LISTENER)
          .flatMap(role -> ids(source.getAllPeers(role)).stream())
          .collect(Collectors.toSet());
      List<Set<String>> voters = Stream.of(source.getCurrentPeers(), source.getPreviousPeers())
          .filter(peers -> !peers.isEmpty())
          .map(Roster::ids)
          .toList();
      return new Configured(source, members, voters);
    }
  }

  /** Set once at the start. */
  private volatile @Nullable Members members;

  /** Set once at the start. */
  private volatile RaftServer.@Nullable Division division;

  /** The node that is being added. Written by the thread that adds it. */
  private volatile @Nullable Guest guest;

  /** A node that is being added. Any thread tells that it was heard. */
  static final class Guest {

    private final NodeAddress node;
    private final boolean listens;
    private volatile long heardNanos;
    private volatile boolean heard;

    private Guest(NodeAddress node, boolean listens) {
      this.node = node;
      this.listens = listens;
    }

    /** Returns when the node asked something last; empty if it never did. */
    Optional<Long> heardNanos() {
      return heard ? Optional.of(heardNanos) : Optional.empty();
    }
  }

  Roster(ClusterOptions options) {
    this.options = options;
    this.ofOptions = options.nodes().stream().map(NodeAddress::id).collect(Collectors.toSet());
  }

  void begin(Members known) {
    members = known;
  }

  void begin(RaftServer.Division started) {
    division = started;
  }

  /**
   * Lets a node take part that is no member yet.
   *
   * @param listens whether it shall not vote
   */
  Guest invite(NodeAddress node, boolean listens) {
    Guest invited = new Guest(node, listens);
    guest = invited;
    return invited;
  }

  void uninvite() {
    guest = null;
  }

  /** Notes that a node has asked something. */
  void heard(String id) {
    Guest invited = guest;
    if (invited != null && invited.node.id().equals(id)) {
      invited.heardNanos = System.nanoTime();
      invited.heard = true;
    }
  }

  /** Whether a node receives entries and does not vote, as a member or once it is added. */
  boolean listens(String id) {
    Guest invited = guest;
    RaftConfiguration now = configuration();
    return invited != null && invited.node.id().equals(id) && invited.listens
        || now != null && ids(now.getAllPeers(RaftPeerRole.LISTENER)).contains(id);
  }

  /** Returns why a node may not take part; empty if it may. */
  String objection(String id) {
    Guest invited = guest;
    if (members().contains(id) || invited != null && invited.node.id().equals(id)) {
      return "";
    }
    Members known = members;
    return known != null && known.isRemoved(id)
        ? removal(id)
        : "node=" + options.node() + " does not know a node of this name: " + id
            + "; the leader adds it by 'weir cluster add'";
  }

  /** Whether this node has heard nothing of a node, neither that it takes part nor that it left. */
  boolean isUnknown(String id) {
    Members known = members;
    return !objection(id).isEmpty() && (known == null || !known.isRemoved(id));
  }

  private static String removal(String id) {
    return "the node " + id + REMOVED;
  }

  /** Whether a failure says that the node of these options was removed. */
  boolean tellsRemoval(Exception failure) {
    return String.valueOf(failure.getMessage()).contains(removal(options.node()));
  }

  private Set<String> members() {
    Configured now = configured();
    return now == null ? ofOptions : now.members();
  }

  /** Returns what the configuration says now; null as long as the node knows none. */
  private @Nullable Configured configured() {
    RaftConfiguration now = configuration();
    Configured known = configured;
    // a listener that waits for the leader to tell it knows itself alone
    if (now == null || now.getAllPeers(RaftPeerRole.FOLLOWER).isEmpty()) {
      return null;
    }
    if (known == null || known.source() != now) {
      known = Configured.of(now);
      configured = known;
    }
    return known;
  }

  private @Nullable RaftConfiguration configuration() {
    RaftServer.Division started = division;
    return started == null ? null : started.getRaftConf();
  }

  /**
   * Returns the sets of nodes of each of which a leader needs a majority: one, or two while the
   * members change.
   */
  List<Set<String>> voters() {
    Configured now = configured();
    return now == null ? List.of() : now.voters();
  }

  private static Set<String> ids(Collection<RaftPeer> peers) {
    return peers.stream().map(peer -> peer.getId().toString()).collect(Collectors.toSet());
  }
}
