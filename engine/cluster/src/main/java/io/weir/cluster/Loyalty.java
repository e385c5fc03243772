package io.weir.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * Votes for nobody for an election time-out after a call of a leader, other than for this leader. A
 * {@link Lease} rests on it.
 *
 * <p>Ratis asks for that in the round before an election only, and forgets it when it starts. A
 * call of a leader that arrives between the two rounds would lengthen the lease of a leader that is
 * being replaced. So this class refuses both kinds of requests, and each vote while a node that is
 * not new has just started.
 *
 * <p>A leader that hands its term to another node ends its lease and then tells the others
 * ({@link #RELEASE}): their promises are that node's from then on.
 *
 * <p>A vote is decided, and a leader's call noted, under one lock: a vote that is under way is
 * over, and its term known, before a call of an earlier leader is answered. A promise has the term
 * of the call that it was given for: what arrives late of an earlier term changes nothing. Runs on:
 * the threads of the door.
 */
final class Loyalty implements RaftServerProtocol {

  /** The code of the call by which a leader hands over its term. */
  static final int RELEASE = 32;

  private final RaftServerProtocol server;
  private final LongSupplier nanoClock;
  private final long nanos;
  private final ReentrantLock lock = new ReentrantLock();

  /** Until when this node votes for nobody but one. Guarded by the lock. */
  private Promise promise;

  /**
   * A leader that has handed over its term, and relies on no promise for it. Guarded by the lock.
   */
  private Term released = new Term("", -1);

  /** How many promises were given. Guarded by the lock. */
  private long given;

  /** @param number no other promise has it */
  private record Promise(long number, String leader, long term, long untilNanos) {}

  /** The term of a leader. */
  private record Term(String leader, long term) {}

  /** The promise after a call, and the one before it. */
  private record Given(Promise promise, Promise before) {}

  /** @param isNew whether this node has never answered a leader */
  Loyalty(
      RaftServerProtocol server, LongSupplier nanoClock, Duration electionTimeout, boolean isNew) {
    this.server = server;
    this.nanoClock = nanoClock;
    this.nanos = electionTimeout.toNanos();
    this.promise = new Promise(0, "", -1, nanoClock.getAsLong() + (isNew ? 0 : nanos));
  }

  @Override
  public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request)
      throws IOException {
    Term call = new Term(
        request.getServerRequest().getRequestorId().toStringUtf8(), request.getLeaderTerm());
    Given now = promise(call);
    AppendEntriesReplyProto reply = server.appendEntries(request);
    if (reply.getResult() == AppendResult.NOT_LEADER) {
      takeBack(now);
    } else {
      promise(call);
    }
    return reply;
  }

  /** Makes the question by which a leader that holds no lease any more hands over its term. */
  static byte[] release(long term, String next) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(term);
      out.writeUTF(next);
    }
    return bytes.toByteArray();
  }

  /**
   * Takes over the promise to a leader for the node that it hands its term to, so that this node
   * can vote for that one at once.
   */
  void release(String leader, ByteString question) throws IOException {
    try (var in = new DataInputStream(question.newInput())) {
      release(new Term(leader, in.readLong()), in.readUTF());
    }
  }

  private void release(Term now, String next) {
    lock.lock();
    try {
      if (now.term() > released.term()) {
        released = now;
      }
      if (promise.leader().equals(now.leader()) && promise.term() == now.term()) {
        promise = new Promise(++given, next, now.term(), promise.untilNanos());
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Promises a leader the votes of the next time, unless this node has promised them in a later
   * term, or the leader has handed over its own.
   */
  private Given promise(Term call) {
    lock.lock();
    try {
      Promise before = promise;
      if (call.term() >= before.term() && !call.equals(released)) {
        promise = new Promise(++given, call.leader(), call.term(), nanoClock.getAsLong() + nanos);
      }
      return new Given(promise, before);
    } finally {
      lock.unlock();
    }
  }

  /** Takes back a promise to a node that does not lead, if no other one was given since. */
  private void takeBack(Given to) {
    lock.lock();
    try {
      if (promise.equals(to.promise())) {
        promise = to.before();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) throws IOException {
    String candidate = request.getServerRequest().getRequestorId().toStringUtf8();
    lock.lock();
    try {
      if (!promise.leader().equals(candidate) && nanoClock.getAsLong() - promise.untilNanos() < 0) {
        throw new IOException("no vote, because a leader was heard of a moment ago leader="
            + promise.leader() + " candidate=" + candidate);
      }
      return server.requestVote(request);
    } finally {
      lock.unlock();
    }
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
