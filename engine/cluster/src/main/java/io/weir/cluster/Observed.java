package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** What Ratis tells of itself and of the other nodes. Runs on: any thread. */
final class Observed {

  /** A node that a leader sends entries to. */
  record Follower(String id, long matchIndex, Duration silence) {}

  private Observed() {}

  static ConsensusStatus notStarted(ClusterOptions options) {
    return new ConsensusStatus(
        options.node(), Role.STOPPED, 0, null, Applied.NONE, -1, null, List.of());
  }

  static ConsensusStatus of(
      ClusterOptions options,
      RaftServer.Division division,
      Applied received,
      @Nullable String failure) {
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
        peers(options, info));
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

  private static List<Peer> peers(ClusterOptions options, DivisionInfo info) {
    List<Follower> followers = followers(info);
    return options.nodes().stream()
        .filter(node -> !node.id().equals(options.node()))
        .map(node -> followers.stream()
            .filter(follower -> follower.id().equals(node.id()))
            .findAny()
            .map(known ->
                new Peer(node.id(), node.hostAndPort(), known.matchIndex(), known.silence()))
            .orElseGet(() -> new Peer(node.id(), node.hostAndPort(), -1, null)))
        .toList();
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
