package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** The node that another one votes for after it has heard of a leader. */
final class LoyaltyTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);
  private AppendResult result = AppendResult.SUCCESS;
  private Runnable beforeAnswer = () -> {};

  private final RaftServerProtocol server = new RaftServerProtocol() {
    @Override
    public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) {
      return RequestVoteReplyProto.getDefaultInstance();
    }

    @Override
    public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request) {
      AppendResult now = result;
      beforeAnswer.run();
      return AppendEntriesReplyProto.newBuilder().setResult(now).build();
    }

    @Override
    public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request) {
      return InstallSnapshotReplyProto.getDefaultInstance();
    }

    @Override
    public StartLeaderElectionReplyProto startLeaderElection(
        StartLeaderElectionRequestProto request) {
      return StartLeaderElectionReplyProto.getDefaultInstance();
    }
  };

  @Test
  void aNewNodeVotesForAnybody() throws IOException {
    assertThat(loyalty(true).requestVote(vote("b", false))).isNotNull();
  }

  @Test
  void aNodeThatHasJustStartedMayHaveAnsweredALeaderBefore() throws IOException {
    Loyalty loyalty = loyalty(false);

    assertThatThrownBy(() -> loyalty.requestVote(vote("b", true))).isInstanceOf(IOException.class);
    clock.addAndGet(SECOND - 1);
    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false))).isInstanceOf(IOException.class);
    clock.addAndGet(1);
    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
  }

  @Test
  void aNodeThatAnsweredALeaderVotesForThisOneOnly() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a"));

    assertThat(loyalty.requestVote(vote("a", false))).isNotNull();
    assertThatThrownBy(() -> loyalty.requestVote(vote("b", true)))
        .hasMessageContaining("leader=a candidate=b");
    clock.addAndGet(SECOND - 1);
    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false))).isInstanceOf(IOException.class);
    clock.addAndGet(1);
    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
  }

  @Test
  void aNodeThatDoesNotLeadIsPromisedNothing() throws IOException {
    Loyalty loyalty = loyalty(true);
    result = AppendResult.NOT_LEADER;
    loyalty.appendEntries(append("a"));

    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
  }

  @Test
  void aLeaderThatHandsOverItsTermGivesItsPromisesToTheNext() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a", 4));

    loyalty.release("a", ByteString.copyFrom(Loyalty.release(4, "b")));
    loyalty.appendEntries(append("a", 4)); // a heartbeat that was under way

    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
    assertThatThrownBy(() -> loyalty.requestVote(vote("c", false)))
        .as("the rest of the promise")
        .isInstanceOf(IOException.class);
    loyalty.appendEntries(append("a", 6));
    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false)))
        .as("in a later term it is promised again")
        .isInstanceOf(IOException.class);
  }

  @Test
  void aNodeThatIsNotThePromisedLeaderHandsOverNothing() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a", 4));

    loyalty.release("b", ByteString.copyFrom(Loyalty.release(4, "b")));

    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false))).isInstanceOf(IOException.class);
  }

  @Test
  void aReleaseOfAnEarlierTermThatComesLateMovesNothing() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a", 4));
    loyalty.appendEntries(append("a", 6));

    loyalty.release("a", ByteString.copyFrom(Loyalty.release(4, "b")));

    assertThat(loyalty.requestVote(vote("a", false))).isNotNull();
    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false))).isInstanceOf(IOException.class);
  }

  @Test
  void aReleaseOfAnEarlierTermDoesNotUndoALaterOne() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a", 6));
    loyalty.release("a", ByteString.copyFrom(Loyalty.release(6, "b")));

    loyalty.release("a", ByteString.copyFrom(Loyalty.release(4, "c")));
    loyalty.appendEntries(append("a", 6));

    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
  }

  /** The leader counts on the answer of the second call, whatever becomes of the first. */
  @Test
  void aCallThatIsRefusedLateTakesBackNoLaterPromise() throws IOException {
    for (long term : new long[] {4, 6}) {
      Loyalty loyalty = loyalty(true);
      result = AppendResult.NOT_LEADER;
      beforeAnswer = () -> {
        beforeAnswer = () -> {};
        result = AppendResult.SUCCESS;
        append(loyalty, "a", term);
      };
      loyalty.appendEntries(append("a", 4));

      assertThatThrownBy(() -> loyalty.requestVote(vote("b", false)))
          .as("term %d", term)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void whileACallOfAnEarlierTermIsUnderWayThePromiseStays() throws IOException {
    Loyalty loyalty = loyalty(true);
    loyalty.appendEntries(append("a", 6));
    result = AppendResult.NOT_LEADER;
    beforeAnswer = () -> assertThatThrownBy(() -> loyalty.requestVote(vote("b", false)))
        .isInstanceOf(IOException.class);

    loyalty.appendEntries(append("b", 4));

    assertThat(loyalty.requestVote(vote("a", false))).isNotNull();
  }

  /** The release comes after the call was let in, and before it is answered. */
  @Test
  void aLeaderThatHandsOverWhileItsCallIsUnderWayIsPromisedNothingMore() throws IOException {
    Loyalty loyalty = loyalty(true);
    beforeAnswer = () -> release(loyalty, "a", 4, "b");

    loyalty.appendEntries(append("a", 4));

    assertThat(loyalty.requestVote(vote("b", false))).isNotNull();
  }

  private static void append(Loyalty loyalty, String leader, long term) {
    try {
      loyalty.appendEntries(append(leader, term));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void release(Loyalty loyalty, String leader, long term, String next) {
    try {
      loyalty.release(leader, ByteString.copyFrom(Loyalty.release(term, next)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aLeaderWhoseEntriesDoNotFitIsALeader() throws IOException {
    Loyalty loyalty = loyalty(true);
    result = AppendResult.INCONSISTENCY;
    loyalty.appendEntries(append("a"));

    assertThatThrownBy(() -> loyalty.requestVote(vote("b", false))).isInstanceOf(IOException.class);
  }

  private Loyalty loyalty(boolean isNew) {
    return new Loyalty(server, clock::get, Duration.ofSeconds(1), isNew);
  }

  private static RequestVoteRequestProto vote(String candidate, boolean beforeElection) {
    return RequestVoteRequestProto.newBuilder()
        .setServerRequest(from(candidate))
        .setPreVote(beforeElection)
        .build();
  }

  private static AppendEntriesRequestProto append(String leader) {
    return AppendEntriesRequestProto.newBuilder().setServerRequest(from(leader)).build();
  }

  private static AppendEntriesRequestProto append(String leader, long term) {
    return append(leader).toBuilder().setLeaderTerm(term).build();
  }

  private static RaftRpcRequestProto from(String node) {
    return RaftRpcRequestProto.newBuilder()
        .setRequestorId(ByteString.copyFromUtf8(node))
        .build();
  }
}
