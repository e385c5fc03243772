package io.weir.cluster;

import io.weir.cluster.Wire.Greeting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
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
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;

/**
 * The calls of this node to the others, and the door for theirs. Runs on: threads of Ratis, which
 * wait for the answers.
 */
final class NodeCalls implements RaftServerRpc {

  /**
   * A call that takes longer has failed: a disk that needs this long for a force is out of order.
   */
  private static final int ANSWER_MILLIS = 10_000;

  private final RpcType type;
  private final ClusterOptions options;
  private final Sockets sockets;
  private final Door door;
  private final KnownFolders folders;
  private final Map<RaftPeerId, PeerLink> links = new ConcurrentHashMap<>();

  NodeCalls(RpcType type, Transport.Parts parts, RaftServer server) {
    this.type = type;
    this.options = parts.options();
    this.folders = parts.folders();
    this.sockets = new Sockets(options.tls());
    RaftServerProtocol loyal = new Loyalty(
        new PatientStore(server), System::nanoTime, options.electionTimeout(), parts.isNew());
    this.door = new Door(
        options,
        loyal,
        sockets,
        parts.services(),
        parts.folders(),
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
    peers.forEach(peer -> links.computeIfAbsent(peer.getId(), id -> link(peer)));
  }

  private PeerLink link(RaftPeer peer) {
    NodeAddress address =
        NodeAddress.list(peer.getId() + "=" + peer.getAddress()).get(0);
    return new PeerLink(
        address,
        () -> greeting(address.id()),
        folders,
        sockets,
        Settings.maxCallBytes(options),
        Math.toIntExact(options.electionTimeout().toMillis()),
        ANSWER_MILLIS);
  }

  private Greeting greeting(String to) {
    return new Greeting(
        options.cluster(),
        options.agreed(),
        options.node(),
        folders.own(),
        options.service(),
        to,
        folders.of(to));
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

  private <Q extends MessageLite, A extends MessageLite> A call(
      Call<Q, A> call, RaftRpcRequestProto header, Q question) throws IOException {
    PeerLink link = links.get(RaftPeerId.valueOf(header.getReplyId()));
    if (link == null) {
      throw new IOException("no address is known node=" + header.getReplyId().toStringUtf8());
    }
    return link.call(call, question);
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
