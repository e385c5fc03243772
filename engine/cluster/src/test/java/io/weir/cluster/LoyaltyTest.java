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

/** Whom a node votes for after it has heard of a leader. */
final class LoyaltyTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);
  private AppendResult result = AppendResult.SUCCESS;

  private final RaftServerProtocol server = new RaftServerProtocol() {
    @Override
    public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) {
      return RequestVoteReplyProto.getDefaultInstance();
    }

    @Override
    public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request) {
      return AppendEntriesReplyProto.newBuilder().setResult(result).build();
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
  void whoIsNoLeaderIsPromisedNothing() throws IOException {
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
