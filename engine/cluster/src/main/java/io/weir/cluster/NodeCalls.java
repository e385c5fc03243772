package io.weir.cluster;

import io.weir.cluster.Wire.Greeting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerRpc;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of this node to the others, and the door for theirs. Runs on: threads of Ratis, which
 * wait for the answers.
 */
final class NodeCalls implements RaftServerRpc {

  private static final Logger LOG = LoggerFactory.getLogger(NodeCalls.class);

  /**
   * A call that takes longer has failed: a disk that needs this long for a force is out of order.
   */
  private static final int ANSWER_MILLIS = 10_000;

  private final RpcType type;
  private final ClusterOptions options;
  private final Sockets sockets;
  private final Door door;
  private final KnownFolders folders;
  private final Roster roster;
  private final Runnable removed;
  private final Map<RaftPeerId, PeerLink> links = new ConcurrentHashMap<>();

  NodeCalls(RpcType type, Transport.Parts parts, RaftServer server) {
    this.type = type;
    this.options = parts.options();
    this.folders = parts.folders();
    this.roster = parts.roster();
    this.removed = parts.removed();
    this.sockets = new Sockets(options.tls());
    Loyalty loyal = new Loyalty(
        PatientStore.of(server), System::nanoTime, options.electionTimeout(), parts.isNew());
    this.door = new Door(
        options,
        loyal,
        sockets,
        parts.services(),
        parts.folders(),
        parts.roster(),
        parts.copies(),
        parts.listener(),
        Settings.maxCallBytes(options));
  }

  @Override
  public RpcType getRpcType() {
    return type;
  }

  @Override
  public void start() {
    door.start();
  }

  @Override
  public InetSocketAddress getInetSocketAddress() {
    return InetSocketAddress.createUnresolved(
        options.self().host(), options.self().port());
  }

  @Override
  public void addRaftPeers(Collection<RaftPeer> peers) {
    peers.forEach(peer -> links.compute(
        peer.getId(),
        (id, known) ->
            link(NodeAddress.list(peer.getId() + "=" + peer.getAddress()).get(0), known)));
  }

  /** Returns the link to a node. One whose adding failed may come with another address. */
  private PeerLink link(NodeAddress address, @Nullable PeerLink known) {
    if (known != null && known.peer().equals(address)) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    return new PeerLink(
        address,
        () -> Greeting.of(options, folders, address.id()),
        folders,
        sockets,
        Settings.maxCallBytes(options),
        Math.toIntExact(options.electionTimeout().toMillis()),
        ANSWER_MILLIS);
  }

  @Override
  public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) throws IOException {
    return call(Call.VOTE, request.getServerRequest(), request);
  }

  @Override
  public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request)
      throws IOException {
    return call(Call.APPEND, request.getServerRequest(), request);
  }

  @Override
  public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request)
      throws IOException {
    return call(Call.TELL_OF_CUT, request.getServerRequest(), request);
  }

  @Override
  public StartLeaderElectionReplyProto startLeaderElection(StartLeaderElectionRequestProto request)
      throws IOException {
    return call(Call.START_ELECTION, request.getServerRequest(), request);
  }

  /**
   * Tells nodes that this one hands over its term, and relies on none of their promises for it. A
   * node that does not hear it votes some time later.
   */
  void release(long term, String next, List<String> nodes) throws IOException {
    byte[] question = Loyalty.release(term, next);
    for (String node : nodes) {
      PeerLink link = links.get(RaftPeerId.valueOf(node));
      try {
        if (link != null) {
          link.tell(Loyalty.RELEASE, question);
        }
      } catch (IOException e) {
        LOG.debug("a node was not told of the hand-over node={}", node, e);
      }
    }
  }

  private <Q extends MessageLite, A extends MessageLite> A call(
      Call<Q, A> call, RaftRpcRequestProto header, Q question) throws IOException {
    PeerLink link = links.get(RaftPeerId.valueOf(header.getReplyId()));
    if (link == null) {
      throw new IOException("no address is known node=" + header.getReplyId().toStringUtf8());
    }
    try {
      return link.call(call, question);
    } catch (IOException e) {
      if (roster.tellsRemoval(e)) {
        removed.run();
      }
      throw e;
    }
  }

  /** A failed call has closed its connections already. */
  @Override
  public void handleException(RaftPeerId peer, Exception e, boolean reconnect) {}

  @Override
  public void close() throws IOException {
    links.values().forEach(PeerLink::close);
    door.close();
  }
}
