package io.weir.cluster;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
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
 * Carries out one call with entries after another, and takes no entries while too many wait for the
 * store: the call counts as a heartbeat then, and the leader sends the entries again later.
 *
 * <p><b>Order.</b> Ratis checks the term of a call under the lock of its server, and appends when
 * it has left it. A call of a leader that is deposed between the two would replace entries of the
 * next leader, which this node may have acknowledged. So the next call with entries is looked at
 * when those of the one before are in the log. Heartbeats and votes do not wait.
 *
 * <p><b>Bound.</b> Ratis holds something in memory for each entry that it has logged and not
 * applied, without a bound. Runs on: the threads of the door, which wait for the disk.
 */
final class PatientStore implements RaftServerProtocol {

  /** The most entries that are logged and not applied. Each costs a few hundred bytes. */
  static final int MAX_WAITING = 20_000;

  private final RaftServerProtocol server;
  private final Waiting waiting;

  /** Held by the call whose entries are being appended. */
  private final ReentrantLock appending = new ReentrantLock();

  /** Tells how many entries of a group are logged and not applied. */
  interface Waiting {
    long entries(RaftGroupId group) throws IOException;
  }

  PatientStore(RaftServerProtocol server, Waiting waiting) {
    this.server = server;
    this.waiting = waiting;
  }

  static PatientStore of(RaftServer server) {
    return new PatientStore(server, group -> {
      RaftServer.Division division = server.getDivision(group);
      return division.getRaftLog().getNextIndex() - 1 - division.getInfo().getLastAppliedIndex();
    });
  }

  @Override
  public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request)
      throws IOException {
    if (request.getEntriesCount() == 0) {
      return server.appendEntries(request);
    }
    RaftGroupId group = ProtoUtils.toRaftGroupId(request.getServerRequest().getRaftGroupId());
    appending.lock();
    try {
      return server.appendEntries(
          waiting.entries(group) < MAX_WAITING
              ? request
              : request.toBuilder().clearEntries().build());
    } finally {
      appending.unlock();
    }
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
