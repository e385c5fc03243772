package io.weir.cluster;

import java.net.ServerSocket;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.rpc.RpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerRpc;
import org.apache.ratis.server.ServerFactory;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;

/**
 * The calls between nodes, in place of Ratis's own transports. Ratis makes it by the name of the
 * class, which is public for that.
 *
 * <p>Ratis's transport over Netty knows no TLS, and takes requests to change or delete a group from
 * each program that connects. Its transport over gRPC cost twice the time.
 */
public final class Transport implements RpcType {

  private static final String PARTS = "weir.parts";

  /**
   * What the calls of a node need to know.
   *
   * @param services learns where clients reach the other nodes
   * @param folders with which folder each node takes part
   * @param roster knows which nodes may take part
   * @param removed is told when another node says that this one was removed
   * @param listener is bound to this node's port
   * @param isNew whether this node has never answered a leader
   * @param copies answers nodes that fetch a copy of the store
   */
  record Parts(
      ClusterOptions options,
      Lease lease,
      Services services,
      KnownFolders folders,
      Roster roster,
      Runnable removed,
      ServerSocket listener,
      boolean isNew,
      CopyCalls copies) {}

  /** Returns what {@link #newFactory} needs to know. */
  static Parameters parameters(Parts parts) {
    Parameters parameters = new Parameters();
    parameters.put(PARTS, parts, Parts.class);
    return parameters;
  }

  @Override
  public String name() {
    return Transport.class.getName();
  }

  @Override
  public RpcFactory newFactory(Parameters parameters) {
    return new Factory(this, parameters.getNonNull(PARTS, Parts.class));
  }

  private record Factory(Transport type, Parts parts) implements ServerFactory {

    @Override
    public RpcType getRpcType() {
      return type;
    }

    @Override
    public RaftServerRpc newRaftServerRpc(RaftServer server) {
      return new NodeCalls(type, parts, server);
    }

    @Override
    public LogAppender newLogAppender(
        RaftServer.Division server, LeaderState leader, FollowerInfo follower) {
      return new Appender(server, leader, follower, parts.lease());
    }
  }
}
