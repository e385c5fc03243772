package io.weir.cluster;

import java.io.IOException;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.apache.ratis.util.ProtoUtils;

/**
 * Takes no entries while too many wait for the store: the call counts as a heartbeat, and the
 * leader sends the entries again later.
 *
 * <p>Ratis holds something in memory for each entry that it has logged and not applied, without a
 * bound. Runs on: the threads of the door.
 */
final class PatientStore implements RaftServerProtocol {

  /** The most entries that are logged and not applied. Each costs a few hundred bytes. */
  static final int MAX_WAITING = 20_000;

  private final RaftServer server;

  PatientStore(RaftServer server) {
    this.server = server;
  }

  @Override
  public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request)
      throws IOException {
    boolean room = request.getEntriesCount() == 0 || waiting(request) < MAX_WAITING;
    return server.appendEntries(
        room ? request : request.toBuilder().clearEntries().build());
  }

  private long waiting(AppendEntriesRequestProto request) throws IOException {
    RaftGroupId group = ProtoUtils.toRaftGroupId(request.getServerRequest().getRaftGroupId());
    RaftServer.Division division = server.getDivision(group);
    return division.getRaftLog().getNextIndex() - 1 - division.getInfo().getLastAppliedIndex();
  }

  @Override
  public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) throws IOException {
    return server.requestVote(request);
  }

  @Override
  public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request)
      throws IOException {
    return server.installSnapshot(request);
  }

  @Override
  public StartLeaderElectionReplyProto startLeaderElection(StartLeaderElectionRequestProto request)
      throws IOException {
    return server.startLeaderElection(request);
  }
}
