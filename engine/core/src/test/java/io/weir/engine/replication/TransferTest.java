package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Change.State;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A leader hands the leadership to the node that an operator names, or says why not. */
final class TransferTest extends ReplicatedNodes {

  @Test
  void whatWasTakenIsAnsweredBeforeTheOtherNodeLeads() {
    lead(a);
    forget();
    a.offer("one");
    run();

    var answer = transfer("b");
    run();
    var term = a.log().generation();
    a.offer(term, "two");
    run();

    assertThat(answer).as("while an entry is in flight").isNotDone();
    assertThat(a.log().outage()).as("new batches are refused").isNotNull();
    settle();
    assertThat(answer).isCompletedWithValue("b");
    assertThat(a.heard).contains("follows").anyMatch(what -> what.startsWith("+one@"));
    assertThat(a.heard).noneMatch(what -> what.endsWith("unknown"));
    assertThat(b.log().role()).isInstanceOf(Role.Leading.class);
    assertThat(cluster.node("a").isEligible()).as("it may lead again").isTrue();
  }

  @Test
  void withoutANameTheNodeWithMostEntriesLeads() {
    cluster.node("b").lacks(2);
    cluster.node("c").lacks(1);
    lead(a);

    var answer = transfer(null);
    settle();

    assertThat(answer).isCompletedWithValue("c");
  }

  @Test
  void theNodeItselfNeedNotBeAsked() {
    lead(a);

    assertThat(transfer("a")).isCompletedWithValue("a");
    assertThat(a.log().outage()).isNull();
  }

  @Test
  void aNodeThatDoesNotTakeTheLeadershipLeavesItWhereItIs() {
    lead(a);
    var answer = transfer("b");
    cluster.node("b").cut(true);
    settle();
    forget();

    assertThat(reason(answer)).contains("does not take it");
    assertThat(a.log().outage()).isNull();
    a.offer("one");
    settle();
    assertThat(a.heard).anyMatch(what -> what.startsWith("+one@"));
  }

  @Test
  void whatCannotLeadIsRefusedAtOnceAndTheNodeServesOn() {
    cluster.node("b").lacks(Transfer.MOST_LACKING + 1);
    lead(a);
    cluster.node("c").cut(true);

    assertThat(reason(transfer("b"))).contains("lacks too many entries node=b entries=1001");
    assertThat(reason(transfer("c"))).contains("does not answer node=c");
    assertThat(reason(transfer("d"))).contains("no such node node=d nodes=[b, c]");
    assertThat(reason(transfer(null))).contains("no other node can lead", "node=b", "node=c");
    run();
    assertThat(a.log().outage()).isNull();
    cluster.node("b").lacks(Transfer.MOST_LACKING);
    var answer = transfer("b");
    settle();
    assertThat(answer).isCompletedWithValue("b");
  }

  @Test
  void aListenerIsNeverHandedTheLeadership() {
    cluster.node("b").listens();
    lead(a);

    assertThat(reason(transfer("b"))).contains("is a listener, which never leads node=b");
    cluster.node("c").lacks(1); // b has more
    var answer = transfer(null);
    settle();

    assertThat(answer).isCompletedWithValue("c");
  }

  /** A hand-over would end the leadership without a next leader, and the change with it. */
  @ParameterizedTest
  @EnumSource(State.class)
  void aHandOverWaitsForTheEndOfAChangeOfTheNodes(State state) {
    lead(a);
    cluster.node("a").changes(new Change(true, "d", state, "catches up"));

    var answer = transfer("b");
    settle();

    if (state == State.RUNNING) {
      assertThat(reason(answer)).contains("node=d", "try again when it has ended");
      assertThat(a.log().role()).isInstanceOf(Role.Leading.class);
      assertThat(a.log().outage()).isNull();
    } else {
      assertThat(answer).isCompletedWithValue("b");
    }
  }

  /** While the hand-over waits, the consensus takes a change: only then its lease would end. */
  @Test
  void aChangeOfTheNodesThatBeginsMeanwhileIsFoundBeforeTheLeaseEnds() {
    lead(a);
    a.offer("one");
    run();
    var answer = transfer("b");
    run();
    assertThat(answer).as("while an entry is in flight").isNotDone();

    cluster.node("a").changes(new Change(false, "c", State.RUNNING, ""));
    settle();

    assertThat(reason(answer)).contains("node=c change=remove", "try again when it has ended");
    assertThat(a.log().role()).isInstanceOf(Role.Leading.class);
    assertThat(a.log().outage()).as("it goes on in its term").isNull();
    forget();
    a.offer("two");
    settle();
    assertThat(a.heard).anyMatch(what -> what.startsWith("+two@"));
  }

  @Test
  void aFollowerNamesTheLeader() {
    lead(a);

    var answer = b.log().transfer("c").toCompletableFuture();

    assertThat(reason(answer)).isEqualTo("notLeader leader=a");
  }

  @Test
  void aLeadershipThatIsLostMeanwhileIsToldAndOneHandOverReplacesAnother() {
    lead(a);
    a.offer("one");
    run();
    var first = transfer("b");
    var second = transfer("c");
    run();

    assertThat(reason(first)).contains("another hand-over has begun");
    cluster.lose(0);
    settle();

    assertThat(reason(second)).containsAnyOf("notLeader", "does not take it");
  }

  private CompletableFuture<String> transfer(String to) {
    return a.log().transfer(to).toCompletableFuture();
  }

  private static String reason(CompletableFuture<String> answer) {
    assertThat(answer).isCompletedExceptionally();
    return answer
        .handle((leader, failure) -> ((ChangeRefused) failure).reason())
        .getNow("not refused");
  }
}
