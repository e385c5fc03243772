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
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** What Ratis tells of itself and of the other nodes. Runs on: any thread. */
final class Observed {

  /** A node that a leader sends entries to. */
  record Follower(String id, long matchIndex, Duration silence) {}

  private Observed() {}

  static ConsensusStatus notStarted(ClusterOptions options) {
    return new ConsensusStatus(
        options.node(), Role.STOPPED, 0, null, Applied.NONE, -1, null, List.of(), null);
  }

  static ConsensusStatus of(
      ClusterOptions options,
      RaftServer.Division division,
      Applied received,
      @Nullable String failure,
      @Nullable Change change) {
    DivisionInfo info = division.getInfo();
    RaftPeerId leader = info.getLeaderId();
    return new ConsensusStatus(
        options.node(),
        role(info),
        info.getCurrentTerm(),
        leader == null ? null : leader.toString(),
        received,
        division.getRaftLog().getLastCommittedIndex(),
        failure,
        peers(options, division),
        change);
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

  private static List<Peer> peers(ClusterOptions options, RaftServer.Division division) {
    List<Follower> followers = followers(division.getInfo());
    return members(options, division.getRaftConf())
        .filter(node -> !node.id().equals(options.node()))
        .sorted(Comparator.comparing(Member::id))
        .map(node -> followers.stream()
            .filter(follower -> follower.id().equals(node.id()))
            .findAny()
            .map(known -> new Peer(node.id(), node.address(), known.matchIndex(), known.silence()))
            .orElseGet(() -> new Peer(node.id(), node.address(), -1, null)))
        .toList();
  }

  private record Member(String id, String address) {}

  /** Returns the nodes that vote; those of the options while this node knows none. */
  private static Stream<Member> members(ClusterOptions options, RaftConfiguration now) {
    return now.getCurrentPeers().isEmpty()
        ? options.nodes().stream().map(node -> new Member(node.id(), node.hostAndPort()))
        : now.getCurrentPeers().stream()
            .map(peer -> new Member(peer.getId().toString(), peer.getAddress()));
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
