package io.weir.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.rpc.CallId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppenderBase;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.util.Timestamp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a follower the entries that it lacks, one call at a time, and heartbeats while there are
 * none or while that call lasts.
 *
 * <p>Runs on: a thread of Ratis for each follower, and one for the heartbeats beside a call. A
 * follower that does not answer costs this thread and one call's entries, no more.
 *
 * <p>A follower whose next entry this node has cut off is told so in place of a heartbeat. Ratis's
 * own appender would try to send the files of a snapshot, of which there are none, again and again
 * without a pause.
 */
final class Appender extends LogAppenderBase {

  private static final Logger LOG = LoggerFactory.getLogger(Appender.class);

  /**
   * Whether a call with entries is under way. Written by the appender's thread, read by that of the
   * heartbeats.
   */
  private volatile boolean waiting;

  private final Lease lease;
  private final AddedListener listener;

  Appender(RaftServer.Division server, LeaderState leader, FollowerInfo follower, Lease lease) {
    super(server, leader, follower);
    this.lease = lease;
    this.listener = new AddedListener(server, follower);
  }

  @Override
  public long getCallId() {
    return CallId.get();
  }

  @Override
  public Comparator<Long> getCallIdComparator() {
    return CallId.getComparator();
  }

  @Override
  public void run() throws InterruptedException, IOException {
    Thread beside = new Thread(this::beatBeside, getFollower().getName() + "-heartbeats");
    beside.setDaemon(true);
    beside.start();
    try {
      while (isRunning()) {
        listener.markIfMember();
        boolean done = !shouldSendAppendEntries() || send();
        if (isRunning()) {
          rest(done);
        }
        getLeaderState().checkHealth(getFollower());
      }
    } finally {
      beside.interrupt();
    }
  }

  private void rest(boolean done) throws InterruptedException {
    if (!done) {
      getServer().properties().rpcSleepTime().sleep();
    } else if (!hasAppendEntries()) {
      getEventAwaitForSignal().await(getHeartbeatWaitTimeMs(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Makes one call. Returns false if it brought nothing forward, so that the next one should wait.
   */
  private boolean send() throws IOException {
    try {
      TermIndex first = shouldNotifyToInstallSnapshot();
      return first == null ? append() : tellOfCut(first);
    } catch (InterruptedIOException interrupted) {
      throw interrupted;
    } catch (IOException failed) {
      getServerRpc().handleException(getFollowerId(), failed, false);
      return false;
    }
  }

  private boolean append() throws IOException {
    AppendEntriesRequestProto request = newAppendEntriesRequest(CallId.getAndIncrement(), false);
    if (request == null) {
      return false;
    }
    boolean heartbeat = request.getEntriesCount() == 0;
    resetHeartbeatTrigger();
    getFollower().updateLastRpcSendTime(heartbeat);
    waiting = !heartbeat;
    try {
      return accept(request, call(request));
    } finally {
      waiting = false;
    }
  }

  private AppendEntriesReplyProto call(AppendEntriesRequestProto request) throws IOException {
    Timestamp sent = Timestamp.currentTime();
    long sentNanos = System.nanoTime();
    AppendEntriesReplyProto reply = getServerRpc().appendEntries(request);
    if (reply.getResult() != AppendResult.NOT_LEADER) {
      lease.answered(request.getLeaderTerm(), getFollowerId().toString(), sentNanos);
    }
    getFollower().updateLastRpcResponseTime();
    getFollower().updateLastRespondedAppendEntriesSendTime(sent);
    getLeaderState().onFollowerCommitIndex(getFollower(), reply.getFollowerCommit());
    return reply;
  }

  /**
   * Sends heartbeats while a call with entries waits for the follower's disk. Without them, a
   * leader whose followers force slowly would take them for dead and give up.
   */
  private void beatBeside() {
    try {
      while (isRunning()) {
        getServer().properties().minRpcTimeout().multiply(0.25).sleep();
        if (waiting && getHeartbeatWaitTimeMs() <= 0) {
          beat();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat() {
    try {
      AppendEntriesRequestProto request = newAppendEntriesRequest(CallId.getAndIncrement(), true);
      getFollower().updateLastRpcSendTime(true);
      AppendEntriesReplyProto reply = call(request);
      if (reply.getResult() == AppendResult.NOT_LEADER) {
        onFollowerTerm(reply.getTerm());
      }
      getLeaderState().onAppendEntriesReply(this, reply);
    } catch (IOException failed) {
      LOG.debug("a heartbeat was not answered", failed);
    }
  }

  /** Makes a heartbeat name no entry: the follower may not have it yet. */
  @Override
  public boolean hasPendingDataRequests() {
    return waiting;
  }

  private boolean accept(AppendEntriesRequestProto request, AppendEntriesReplyProto reply) {
    boolean forward = true;
    switch (reply.getResult()) {
      case SUCCESS -> forward = follow(request, reply) || request.getEntriesCount() == 0;
      case INCONSISTENCY ->
        getFollower()
            .setNextIndex(getNextIndexForInconsistency(firstIndex(request), reply.getNextIndex()));
      case NOT_LEADER -> onFollowerTerm(reply.getTerm());
      default -> {
        return false;
      }
    }
    getLeaderState().onAppendEntriesReply(this, reply);
    return forward;
  }

  /** Notes what the follower has. Returns false if that is nothing new. */
  private boolean follow(AppendEntriesRequestProto request, AppendEntriesReplyProto reply) {
    // an answer to a heartbeat proves the entry before it, and not what the follower may hold
    // beyond that
    long next = reply.getIsHearbeat()
        ? request.hasPreviousLog() ? request.getPreviousLog().getIndex() + 1 : 0
        : reply.getNextIndex();
    if (next <= getFollower().getNextIndex()) {
      return false;
    }
    getFollower().updateMatchIndex(next - 1);
    getFollower().increaseNextIndex(next);
    getLeaderState().onFollowerSuccessAppendEntries(getFollower());
    return true;
  }

  private static long firstIndex(AppendEntriesRequestProto request) {
    return request.getEntriesCount() == 0 ? -1 : request.getEntries(0).getIndex();
  }

  private boolean tellOfCut(TermIndex first) throws IOException {
    getFollower().updateLastRpcSendTime(true);
    InstallSnapshotReplyProto reply =
        getServerRpc().installSnapshot(newInstallSnapshotNotificationRequest(first));
    getFollower().updateLastRpcResponseTime();
    switch (reply.getResult()) {
      case NOT_LEADER -> onFollowerTerm(reply.getTerm());
      case SNAPSHOT_INSTALLED, ALREADY_INSTALLED -> {
        getFollower().setSnapshotIndex(reply.getSnapshotIndex());
        getFollower().setAttemptedToInstallSnapshot();
        return true;
      }
      default -> {
        getFollower().setAttemptedToInstallSnapshot();
        // it may hold the first entry all the same: the next call asks
        getFollower().setNextIndex(first.getIndex() + 1);
      }
    }
    return false;
  }
}
