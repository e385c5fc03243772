package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes whose calls do not reach each other, in each shape, and what happens when they do again.
 */
final class PartitionTest {

  /** Where Ratis lets a test in when a node receives a call. */
  private static final List<String> RECEIVED =
      List.of("RaftServerImpl.appendEntries", "RaftServerImpl.requestVote");

  /** The ways that are cut, as {@code from>to}. */
  private final Set<String> cut = ConcurrentHashMap.newKeySet();

  private Cluster cluster;

  @BeforeEach
  void startThreeNodes(@TempDir Path folder) {
    cluster = Cluster.start(folder);
    RECEIVED.forEach(
        point -> CodeInjectionForTesting.put(point, (to, from, call) -> pass(from, to)));
  }

  @AfterEach
  void stop() {
    RECEIVED.forEach(CodeInjectionForTesting::remove);
    cluster.close();
  }

  private boolean pass(Object from, Object to) {
    if (cut.contains(from + ">" + to)) {
      throw new IllegalStateException("cut off from=" + from + " to=" + to);
    }
    return true;
  }

  private void cutWays(Node from, List<Node> to) {
    to.forEach(other -> cut.add(from.id() + ">" + other.id()));
  }

  private void cutOff(Node node) {
    cutWays(node, cluster.others(node));
    cluster.others(node).forEach(other -> cutWays(other, List.of(node)));
  }

  @Test
  void aLeaderThatIsCutOffGivesUpAndFollowsAfterwards() {
    Node first = cluster.leader();
    cluster.assertSameEntries(first, "before");
    cutOff(first);

    RecordedOutcome lost = cluster.propose(first, "never agreed");

    Node second = cluster.leaderAfter(first.term());
    assertThat(first.consensus().holdsLease(first.term())).isFalse();
    assertThat(cluster.propose(second, "agreed").await()).isEqualTo(State.KEPT);
    assertThat(lost.await()).isEqualTo(State.UNKNOWN);
    cluster.world.until("the first follows", () -> !first.member().role().leads());
    cut.clear();
    cluster.assertSameEntries(second, "after");
    assertThat(first.member().entries())
        .extracting(RecordingMember.Entry::text)
        .containsExactly("before", "agreed", "after");
    assertThat(first.member().role().leader()).isEqualTo(Cluster.named(second));
  }

  @Test
  void aLeaderWhoseCallsArriveNowhereIsReplacedByThoseThatItHears() {
    Node first = cluster.leader();
    cutWays(first, cluster.others(first));

    Node second = cluster.leaderAfter(first.term());

    cluster.world.until(
        "the first follows the second",
        () -> Cluster.named(second).equals(first.member().role().leader()));
    cluster.assertSameEntries(second, "while the first cannot call");
    cut.clear();
    cluster.assertSameEntries(second, "after");
  }

  @Test
  void aFollowerThatIsCutOffDisturbsNobodyWhenItComesBack() {
    Node leader = cluster.leader();
    long term = leader.term();
    Node follower = cluster.others(leader).get(0);
    cutOff(follower);
    cluster.world.until(
        "the follower seeks the leadership",
        () -> follower.consensus().status().role() == Role.CANDIDATE);
    assertThat(cluster.propose(leader, "meanwhile").await()).isEqualTo(State.KEPT);

    cut.clear();

    cluster.assertSameEntries(leader, "after");
    assertThat(leader.leads()).isTrue();
    assertThat(leader.term()).isEqualTo(term);
  }

  @Test
  void aWayBetweenTwoFollowersIsNotNeeded() {
    Node leader = cluster.leader();
    List<Node> followers = cluster.others(leader);
    cutWays(followers.get(0), List.of(followers.get(1)));
    cutWays(followers.get(1), List.of(followers.get(0)));

    cluster.assertSameEntries(leader, "end");

    assertThat(leader.leads()).isTrue();
  }

  @Test
  void aLeaderThatReachesOneFollowerGoesOn() {
    Node leader = cluster.leader();
    Node lost = cluster.others(leader).get(0);
    cutWays(leader, List.of(lost));
    cutWays(lost, List.of(leader));

    for (int i = 0; i < 100; i++) {
      assertThat(cluster.propose(leader, "bird " + i).await()).isEqualTo(State.KEPT);
    }

    cut.clear();
    cluster.assertSameEntries(cluster.leader(), "end");
  }
}
