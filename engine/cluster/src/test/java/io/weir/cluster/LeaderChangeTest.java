package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leaders stop, hand over, fail and come back. */
final class LeaderChangeTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
  void anotherLeadsAfterTheLeaderStoppedAndNothingKeptIsLost() {
    Node first = cluster.leader();
    Map<String, RecordedOutcome> outcomes = new LinkedHashMap<>();
    for (int i = 0; i < 500; i++) {
      outcomes.put("bird " + i, cluster.propose(first, "bird " + i));
    }

    cluster.stop(first);

    Node second = cluster.leaderAfter(first.term());
    cluster.assertSameEntries(second, "end");
    List<String> received = texts(second);
    outcomes.forEach((text, outcome) -> {
      State state = outcome.await();
      if (state == State.KEPT) {
        assertThat(received).contains(text);
      } else if (state == State.REFUSED) {
        assertThat(received).doesNotContain(text);
      }
    });
    assertThat(received)
        .as("a beginning of what was proposed, without a gap")
        .isEqualTo(beginning(outcomes, received.size() - 1));
  }

  private static List<String> beginning(Map<String, RecordedOutcome> outcomes, int length) {
    List<String> texts =
        new java.util.ArrayList<>(outcomes.keySet().stream().limit(length).toList());
    texts.add("end");
    return texts;
  }

  @Test
  void aLeaderThatMayNotLeadHandsOverAndFollows() {
    Node first = cluster.leader();
    cluster.assertSameEntries(first, "before");

    first.consensus().eligible(false);

    Node second = cluster.leaderAfter(first.term());
    assertThat(second).isNotSameAs(first);
    cluster.world.until("the first follows", () -> !first.member().role().leads());
    cluster.assertSameEntries(second, "after");
    assertThat(first.consensus().status().failure()).isNull();
  }

  @Test
  void theNamedNodeLeadsAfterATransferAndTheOldLeaderMayLeadAgain() {
    Node first = cluster.leader();
    cluster.assertSameEntries(first, "before");
    Node chosen = cluster.others(first).get(1);
    long term = first.term();

    assertThat(first.consensus().transfer(term, chosen.id()).toCompletableFuture())
        .succeedsWithin(PATIENCE)
        .isEqualTo(chosen.id());

    Node second = cluster.leaderAfter(term);
    assertThat(second).isSameAs(chosen);
    cluster.world.until("the first follows", () -> !first.member().role().leads());
    cluster.assertSameEntries(second, "after");
    assertThat(second.consensus().transfer(second.term(), first.id()).toCompletableFuture())
        .succeedsWithin(PATIENCE)
        .isEqualTo(first.id());
  }

  @Test
  void aTransferToANodeThatCannotFollowLeavesTheLeaderWhereItIs() {
    Node first = cluster.leader();
    Node stopped = cluster.others(first).get(0);
    cluster.stop(stopped);
    assertThat(cluster.propose(first, "lacking").await()).isEqualTo(State.KEPT);

    assertThat(refusal(first, first.term(), stopped.id()))
        .contains("lacks entries node=" + stopped.id());

    assertThat(first.leads()).isTrue();
    assertThat(first.consensus().holdsLease(first.term())).isTrue();
    assertThat(cluster.propose(first, "after").await()).isEqualTo(State.KEPT);
  }

  @Test
  void aTransferOfAnotherTermIsRefused() {
    Node first = cluster.leader();
    Node other = cluster.others(first).get(0);

    assertThat(refusal(first, first.term() - 1, other.id())).contains("leads no more");
    assertThat(refusal(other, first.term(), first.id())).contains("leads no more");
  }

  private static String refusal(Node node, long term, String to) {
    return node.consensus()
        .transfer(term, to)
        .handle((leader, failure) -> ((ChangeRefused) failure).reason())
        .toCompletableFuture()
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  @Test
  void aNodeThatMayNotLeadIsNeverToldToLead() {
    Node first = cluster.leader();
    Node ineligible = cluster.others(first).get(0);
    ineligible.consensus().eligible(false);
    Node other = cluster.others(first).get(1);

    cluster.stop(first);

    assertThat(cluster.leaderAfter(first.term())).isSameAs(other);
    assertThat(ineligible.member().roles()).noneMatch(RecordingMember.Role::leads);
    ineligible.consensus().eligible(true);
    other.consensus().eligible(false);
    assertThat(cluster.leaderAfter(other.term())).isSameAs(ineligible);
  }

  @Test
  void aLeaderWhoseStoreFailsHandsOverAndGoesOnVoting() {
    Node first = cluster.leader();
    long term = first.term();
    first.member().failWith(new IllegalStateException("the disk is full"));

    RecordedOutcome outcome = cluster.propose(first, "bird");

    Node second = cluster.leaderAfter(term);
    assertThat(second).isNotSameAs(first);
    assertThat(outcome.await()).isEqualTo(State.KEPT);
    assertThat(first.consensus().status().failure()).contains("the disk is full");
    Node third = cluster.others(second).stream()
        .filter(node -> !node.equals(first))
        .findAny()
        .get();
    cluster.stop(third);
    assertThat(cluster.propose(second, "with the vote of the failed").await())
        .isEqualTo(State.KEPT);
    cluster.untilReceived(second, "with the vote of the failed");
    assertThat(texts(second)).containsExactly("bird", "with the vote of the failed");
  }

  @Test
  void aNodeThatComesBackReceivesWhatItMissedAndNothingTwice() {
    Node leader = cluster.leader();
    cluster.assertSameEntries(leader, "both have this");
    Node away = cluster.others(leader).get(0);
    Applied last = away.member().entries().get(0).at();
    cluster.stop(away);
    for (int i = 0; i < 100; i++) {
      cluster.propose(leader, "bird " + i);
    }
    assertThat(cluster.propose(leader, "end").await()).isEqualTo(State.KEPT);

    Node back = cluster.start(away.id(), last);

    cluster.untilReceived(back, "end");
    cluster.untilReceived(leader, "end");
    assertThat(back.member().entries())
        .isEqualTo(
            leader.member().entries().subList(1, leader.member().entries().size()));
  }

  @Test
  void aStoreThatLostEntriesReceivesThemAgainAfterARestartOfAll() {
    Node leader = cluster.leader();
    for (int i = 0; i < 10; i++) {
      cluster.propose(leader, "bird " + i);
    }
    cluster.assertSameEntries(leader, "end");
    List<RecordingMember.Entry> all = List.copyOf(leader.member().entries());
    cluster.nodes().forEach(cluster::stop);

    Node a = cluster.start("a", Applied.NONE);
    Node b = cluster.start("b", all.get(4).at());
    Node c = cluster.start("c", all.get(10).at());

    Node next = cluster.leaderAfter(leader.term());
    assertThat(cluster.propose(next, "new").await()).isEqualTo(State.KEPT);
    cluster.nodes().forEach(node -> cluster.untilReceived(node, "new"));
    RecordingMember.Entry added = a.member().entries().get(11);
    assertThat(a.member().entries().subList(0, 11)).isEqualTo(all);
    assertThat(b.member().entries().subList(0, 6)).isEqualTo(all.subList(5, 11));
    assertThat(b.member().entries().subList(6, 7)).containsExactly(added);
    assertThat(c.member().entries()).containsExactly(added);
  }

  @Test
  void aStoppedNodeRefusesAndSaysThatItHasStopped() {
    Node leader = cluster.leader();

    cluster.stop(leader);

    assertThat(cluster.propose(leader, "too late").await()).isEqualTo(State.REFUSED);
    assertThat(leader.consensus().status().role()).isEqualTo(Role.STOPPED);
    leader.consensus().close();
  }

  private static List<String> texts(Node node) {
    return node.member().entries().stream().map(RecordingMember.Entry::text).toList();
  }
}
