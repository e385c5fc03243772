package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.junit.jupiter.api.Test;

/** Which calls wait for each other, and when entries are taken. */
final class PatientStoreTest {

  private final AtomicLong waiting = new AtomicLong();
  private final HeldServer server = new HeldServer();
  private final PatientStore store = new PatientStore(server, group -> waiting.get());

  private static AppendEntriesRequestProto call(long term, int entries) {
    var header = RaftRpcRequestProto.newBuilder()
        .setRaftGroupId(
            RaftGroupIdProto.newBuilder().setId(RaftGroupId.randomId().toByteString()));
    var call = AppendEntriesRequestProto.newBuilder().setServerRequest(header).setLeaderTerm(term);
    for (var i = 0; i < entries; i++) {
      call.addEntries(LogEntryProto.newBuilder().setTerm(term).setIndex(i));
    }
    return call.build();
  }

  /** Makes a call in a thread of its own, and returns when that waits: here, or in the server. */
  private Thread waitingCall(AppendEntriesRequestProto call) {
    var thread = new Thread(() -> {
      try {
        store.appendEntries(call);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  /** The earlier leader's call has passed Ratis's check of the term and has not appended yet. */
  @Test
  void theNextLeadersEntriesWaitUntilThoseOfTheOneBeforeAreInTheLog() throws Exception {
    var before = waitingCall(call(1, 1));
    var next = waitingCall(call(2, 1));
    store.appendEntries(call(2, 0));
    assertThat(server.calls).as("a heartbeat does not wait").containsExactly("1+1", "2+0");

    server.release.countDown();
    before.join();
    next.join();
    assertThat(server.calls).containsExactly("1+1", "2+0", "2+1");
  }

  @Test
  void entriesAreTakenUpToTheLimitOfThoseThatWait() throws IOException {
    server.release.countDown();

    waiting.set(PatientStore.MAX_WAITING - 1);
    store.appendEntries(call(1, 2));
    waiting.set(PatientStore.MAX_WAITING);
    store.appendEntries(call(1, 2));

    assertThat(server.calls).containsExactly("1+2", "1+0");
  }

  /** Notes the term and the number of entries of each call, and holds calls with entries. */
  private static final class HeldServer implements RaftServerProtocol {

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request) {
      calls.add(request.getLeaderTerm() + "+" + request.getEntriesCount());
      if (request.getEntriesCount() > 0) {
        awaitRelease();
      }
      return AppendEntriesReplyProto.getDefaultInstance();
    }

    private void awaitRelease() {
      try {
        release.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) {
      throw new AssertionError("not called");
    }

    @Override
    public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request) {
      throw new AssertionError("not called");
    }

    @Override
    public StartLeaderElectionReplyProto startLeaderElection(
        StartLeaderElectionRequestProto request) {
      throw new AssertionError("not called");
    }
  }
}
