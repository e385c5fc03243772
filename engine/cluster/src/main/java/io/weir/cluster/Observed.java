package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** What Ratis tells of itself and of the other nodes. Runs on: any thread. */
final class Observed {

  /** A node that a leader sends entries to. */
  record Follower(String id, long matchIndex, Duration silence) {}

  /** A leader is heard of several times in an election time-out. */
  private static final int DEAF_TIMEOUTS = 3;

  private Observed() {}

  static ConsensusStatus notStarted(ClusterOptions options) {
    return new ConsensusStatus(
        options.node(), Role.STOPPED, 0, null, null, Applied.NONE, -1, null, List.of(), null);
  }

  static ConsensusStatus of(
      ClusterOptions options,
      RaftServer.Division division,
      @Nullable Duration sinceElection,
      Applied received,
      @Nullable String failure,
      ToLongFunction<String> appliedTicks,
      @Nullable Change change) {
    DivisionInfo info = division.getInfo();
    return new ConsensusStatus(
        options.node(),
        role(info),
        info.getCurrentTerm(),
        leader(options, info),
        sinceElection,
        received,
        division.getRaftLog().getLastCommittedIndex(),
        failure,
        peers(options, division, appliedTicks),
        change);
  }

  /**
   * Returns the id of the node that leads; null if it is not known. A voter that hears nothing of
   * it seeks the leadership and forgets it. Ratis lets a listener remember it for ever.
   */
  private static @Nullable String leader(ClusterOptions options, DivisionInfo info) {
    RaftPeerId leader = info.getLeaderId();
    return leader == null || isDeafListener(options, info) ? null : leader.toString();
  }

  /** Whether this node is a listener that hears of no leader. */
  static boolean isDeafListener(ClusterOptions options, DivisionInfo info) {
    return info.getCurrentRole() == RaftPeerRole.LISTENER
        && (info.getLeaderId() == null
            || info.getRoleInfoProto().getFollowerInfo().getLeaderInfo().getLastRpcElapsedTimeMs()
                > DEAF_TIMEOUTS * options.electionTimeout().toMillis());
  }

  private static Role role(DivisionInfo info) {
    if (!info.isAlive()) {
      return Role.STOPPED;
    }
    RaftPeerRole role = info.getCurrentRole();
    return switch (role) {
      case LEADER -> Role.LEADER;
      case CANDIDATE -> Role.CANDIDATE;
      case LISTENER -> Role.LISTENER;
      default -> Role.FOLLOWER;
    };
  }

  private static List<Peer> peers(
      ClusterOptions options, RaftServer.Division division, ToLongFunction<String> appliedTicks) {
    List<Follower> followers = followers(division.getInfo());
    return members(options, division.getRaftConf())
        .filter(node -> !node.id().equals(options.node()))
        .sorted(Comparator.comparing(Member::id))
        .map(node -> followers.stream()
            .filter(follower -> follower.id().equals(node.id()))
            .findAny()
            .map(known -> new Peer(
                node.id(),
                node.address(),
                node.votes(),
                known.matchIndex(),
                appliedTicks.applyAsLong(node.id()),
                known.silence()))
            .orElseGet(() -> new Peer(node.id(), node.address(), node.votes(), -1, 0, null)))
        .toList();
  }

  private record Member(String id, String address, boolean votes) {
    static Member of(RaftPeer peer, boolean votes) {
      return new Member(peer.getId().toString(), peer.getAddress(), votes);
    }
  }

  /** Returns the voters and the listeners; the nodes of the options while this one knows none. */
  private static Stream<Member> members(ClusterOptions options, RaftConfiguration now) {
    return now.getCurrentPeers().isEmpty()
        ? options.nodes().stream().map(node -> new Member(node.id(), node.hostAndPort(), true))
        : Stream.concat(
            now.getCurrentPeers().stream().map(peer -> Member.of(peer, true)),
            now.getCurrentPeers(RaftPeerRole.LISTENER).stream()
                .map(peer -> Member.of(peer, false)));
  }

  /** Returns the followers of a leader; none if this node does not lead. */
  static List<Follower> followers(DivisionInfo info) {
    RoleInfoProto role = info.getRoleInfoProto();
    long[] matches = info.getFollowerMatchIndices();
    List<Follower> followers = new ArrayList<>();
    if (role.hasLeaderInfo() && matches != null) {
      List<ServerRpcProto> known = role.getLeaderInfo().getFollowerInfoList();
      for (int i = 0; i < Math.min(known.size(), matches.length); i++) {
        followers.add(new Follower(
            known.get(i).getId().getId().toStringUtf8(),
            matches[i],
            Duration.ofMillis(known.get(i).getLastRpcElapsedTimeMs())));
      }
    }
    return followers;
  }
}
