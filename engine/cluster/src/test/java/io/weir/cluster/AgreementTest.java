package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Role;
import io.weir.testkit.Effort;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes agree on entries: roles, order, outcomes, bounds. */
final class AgreementTest {

  private Cluster cluster;

  @BeforeEach
  void startThreeNodes(@TempDir Path folder) {
    cluster = Cluster.start(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void oneNodeLeadsAndTheOthersKnowIt() {
    Node leader = cluster.leader();

    for (Node other : cluster.others(leader)) {
      cluster.world.until(
          other.id() + " knows its leader",
          () -> Cluster.named(leader).equals(other.member().role().leader()));
      assertThat(other.member().role().term()).isEqualTo(leader.term());
      assertThat(other.member().roles()).noneMatch(RecordingMember.Role::leads);
    }
  }

  @Test
  void allReceiveTheEntriesOfOneThreadInOrder() {
    Node leader = cluster.leader();

    List<String> texts = IntStream.range(0, 3000).mapToObj(i -> "bird " + i).toList();
    List<RecordedOutcome> outcomes = new ArrayList<>();
    texts.forEach(text -> outcomes.add(cluster.propose(leader, text)));

    cluster.assertSameEntries(leader, "end");
    assertThat(outcomes).extracting(RecordedOutcome::await).containsOnly(State.KEPT);
    List<RecordingMember.Entry> received = leader.member().entries();
    assertThat(received.subList(0, 3000))
        .extracting(RecordingMember.Entry::text)
        .isEqualTo(texts);
    assertThat(received).extracting(entry -> entry.at().term()).containsOnly(leader.term());
    assertThat(received).extracting(entry -> entry.at().index()).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aLeaderHoldsTheLeaseOfItsTermAndNobodyElseDoes() {
    Node leader = cluster.leader();

    cluster.world.until(
        "the leader holds a lease", () -> leader.consensus().holdsLease(leader.term()));
    assertThat(leader.consensus().holdsLease(leader.term() + 1)).isFalse();
    assertThat(leader.consensus().holdsLease(leader.term() - 1)).isFalse();
    assertThat(cluster.others(leader))
        .noneMatch(other -> other.consensus().holdsLease(leader.term()));
  }

  @Test
  void aFollowerRefuses() {
    Node leader = cluster.leader();
    Node follower = cluster.others(leader).get(0);

    assertThat(cluster.propose(follower, leader.term(), "from a follower").await())
        .isEqualTo(State.REFUSED);

    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().entries())
        .extracting(RecordingMember.Entry::text)
        .containsExactly("end");
  }

  @Test
  void aLeaderRefusesAnEntryOfAnEarlierTermAndGoesOn() {
    Node leader = cluster.leader();

    assertThat(cluster.propose(leader, leader.term() - 1, "too late").await())
        .isEqualTo(State.REFUSED);

    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().roles()).filteredOn(RecordingMember.Role::leads).hasSize(1);
  }

  @Test
  void whatWaitsForAMajorityThatIsGoneIsUnknownAndTheLeaderGivesUp() {
    Node leader = cluster.leader();
    long term = leader.term();
    cluster.others(leader).forEach(cluster::stop);

    RecordedOutcome waiting = cluster.propose(leader, term, "alone");

    assertThat(waiting.await()).isEqualTo(State.UNKNOWN);
    cluster.world.until("the leader gives up", () -> !leader.member().role().leads());
    assertThat(cluster.propose(leader, term, "later").await()).isEqualTo(State.REFUSED);
    assertThat(leader.member().entries()).isEmpty();
  }

  @Test
  void anEntryMayHaveTheLongestLengthAndNoMore() {
    Node leader = cluster.leader();
    int longest = leader.consensus().maxEntryBytes();
    RecordedOutcome outcome = new RecordedOutcome(cluster.world);

    assertThat(leader.consensus().propose(leader.term(), ByteBuffer.allocate(longest), outcome))
        .isTrue();

    assertThat(outcome.await()).isEqualTo(State.KEPT);
    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().entries().get(0).bytes()).isEqualTo(longest);
    assertThatThrownBy(() ->
            leader.consensus().propose(leader.term(), ByteBuffer.allocate(longest + 1), outcome))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long");
  }

  @Test
  void anEntryMayBeEmpty() {
    Node leader = cluster.leader();

    assertThat(cluster.propose(leader, "").await()).isEqualTo(State.KEPT);

    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().entries()).hasSize(2);
  }

  @Test
  void theCallerMayChangeItsBufferAfterTheOutcome() {
    Node leader = cluster.leader();
    cluster.others(leader).get(0).member().hold();
    RecordedOutcome outcome = new RecordedOutcome(cluster.world);
    ByteBuffer buffer =
        ByteBuffer.wrap("as it was".getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(leader.consensus().propose(leader.term(), buffer, outcome)).isTrue();
    assertThat(buffer.remaining()).isEqualTo(9);
    assertThat(outcome.await()).isEqualTo(State.KEPT);
    buffer.put(0, (byte) 'x');
    cluster.others(leader).get(0).member().release();

    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().entries().get(0).text()).isEqualTo("as it was");
  }

  @Test
  void aLeaderWhoseStoreTakesNothingHasAFullQueueInTheEnd() {
    Node leader = cluster.leader();
    leader.member().hold();
    List<RecordedOutcome> outcomes = new ArrayList<>();

    fill(leader, outcomes);

    int taken = outcomes.size();
    assertThat(taken).isLessThanOrEqualTo(3 * Proposals.MAX_ENTRIES + 2);
    leader.member().release();
    assertThat(outcomes).extracting(RecordedOutcome::await).containsOnly(State.KEPT);
    cluster.assertSameEntries(leader, "end");
    assertThat(leader.member().entries()).hasSize(taken + 1);
  }

  /** Proposes until the queue stays full although the other nodes took everything. */
  private void fill(Node leader, List<RecordedOutcome> outcomes) {
    while (outcomes.size() <= 10 * Proposals.MAX_ENTRIES) {
      RecordedOutcome outcome = new RecordedOutcome(cluster.world);
      if (leader.consensus().propose(leader.term(), ByteBuffer.allocate(8), outcome)) {
        outcomes.add(outcome);
      } else if (isStuck(leader, outcomes.size())) {
        return;
      }
    }
    throw new AssertionError("the queue has no bound");
  }

  /**
   * Whether all that was taken is committed, so that only the leader's own store keeps the queue
   * full.
   */
  private boolean isStuck(Node leader, int taken) {
    ConsensusStatus status = leader.consensus().status();
    return leader.member().isWaiting() && status.committedIndex() >= taken;
  }

  @Test
  void aFollowerWhoseStoreTakesNothingHoldsUpNobody() {
    Node leader = cluster.leader();
    Node slow = cluster.others(leader).get(0);
    slow.member().hold();
    List<RecordedOutcome> outcomes = new ArrayList<>();

    for (int i = 0; i < 3000; i++) {
      outcomes.add(cluster.propose(leader, "bird " + i));
    }

    assertThat(outcomes).extracting(RecordedOutcome::await).containsOnly(State.KEPT);
    assertThat(slow.member().entries()).isEmpty();
    slow.member().release();
    cluster.assertSameEntries(leader, "end");
  }

  /** The log has entries of Ratis itself, and some are in the hands of threads. */
  private static final int OTHER_ENTRIES = 16;

  @Test
  @Tag(Effort.THOROUGHLY)
  void aFollowerWhoseStoreTakesNothingLogsABoundedNumberOfEntries() {
    Node leader = cluster.leader();
    Node slow = cluster.others(leader).get(0);
    slow.member().hold();
    int many = 2 * PatientStore.MAX_WAITING;

    for (int i = 0; i < many; i++) {
      cluster.propose(leader, "bird " + i);
    }
    cluster.untilReceived(leader, "bird " + (many - 1));

    long logged = leader.consensus().status().peers().stream()
        .filter(peer -> peer.id().equals(slow.id()))
        .findAny()
        .get()
        .matchIndex();
    assertThat(logged)
        .isBetween(
            (long) PatientStore.MAX_WAITING / 2,
            PatientStore.MAX_WAITING
                + 3L * Proposals.MAX_ENTRIES
                + Settings.MAX_CALL_ENTRIES
                + OTHER_ENTRIES);
    assertThat(leader.leads()).isTrue();
    slow.member().release();
    cluster.assertSameEntries(leader, "end");
  }

  @Test
  void theStatusTellsRolesAndHowFarTheOthersAre() {
    Node leader = cluster.leader();
    cluster.assertSameEntries(leader, "end");
    Applied last = leader.member().entries().get(0).at();

    ConsensusStatus status = leader.consensus().status();

    assertThat(status.role()).isEqualTo(Role.LEADER);
    assertThat(status.leader()).isEqualTo(leader.id());
    assertThat(status.term()).isEqualTo(leader.term());
    assertThat(status.failure()).isNull();
    assertThat(status.committedIndex()).isGreaterThanOrEqualTo(last.index());
    cluster.world.until(
        "the leader knows that all have it",
        () -> leader.consensus().status().peers().stream()
            .allMatch(peer -> peer.matchIndex() >= last.index() && peer.silence() != null));
    cluster.world.until(
        "the entry is received", () -> leader.consensus().status().received().equals(last));
    for (Node follower : cluster.others(leader)) {
      assertThat(follower.consensus().status().role()).isEqualTo(Role.FOLLOWER);
      assertThat(follower.consensus().status().peers())
          .hasSize(2)
          .allMatch(peer -> peer.matchIndex() == -1);
    }
  }
}
