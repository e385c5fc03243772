package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.log.LogFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a leader acknowledges, what followers apply, and that all logs are the same. */
final class ReplicatedLogTest extends ReplicatedNodes {

  @Test
  void aBatchIsAcknowledgedWhenAMajorityHasItAndTheLeadersLogToo() {
    lead(a);
    forget();

    a.offer("one");
    run();
    assertThat(a.heard).as("before a majority has it").isEmpty();
    cluster.commit();
    assertThat(a.heard).as("before the leader's log has it").isEmpty();
    run();

    assertThat(a.heard).containsExactly("+one@" + LogFrame.bytes(length("one")));
  }

  @Test
  void followersApplyTheRecordsAtThePositionsOfTheLeader() {
    lead(a);
    forget();

    a.offer("one", "two");
    a.offer("three");
    settle();

    var first = LogFrame.bytes(length("one"));
    var second = first + LogFrame.bytes(length("two"));
    var third = second + LogFrame.bytes(length("three"));
    assertThat(a.heard).containsExactly("+two@" + second, "+three@" + third);
    assertThat(b.heard)
        .containsExactly("one@" + first, "two@" + second, "three@" + third)
        .isEqualTo(c.heard);
  }

  @Test
  void aNodeWhoseShardsDoNotBecomeReadyLetsAnotherOneLead() {
    a.readyAtOnce = false;
    lead(a);
    a.letTimePass(Duration.ofSeconds(29));
    settle();
    assertThat(a.log().role()).isInstanceOf(Role.TakingOver.class);

    a.letTimePass(Duration.ofSeconds(1));
    settle();

    assertThat(a.log().role()).isEqualTo(new Role.Following(null));
    assertThat(cluster.leader()).isNull();
    assertThat(cluster.node("a").isEligible()).isTrue();
    a.ready.remove().run();
    settle();
    assertThat(a.log().generation()).as("of the term that is over").isNegative();
  }

  /**
   * What was offered is acknowledged before the leadership goes, so that a client of a node that is
   * closed learns of its writes.
   */
  @Test
  void aLeaderAnswersWhatItHasTakenBeforeItHandsOver() {
    lead(a);
    forget();
    for (var i = 0; i < 3; i++) { // more than may be in flight
      a.offer("t" + i);
      run();
    }
    var term = a.log().generation();
    var agreed = new AtomicInteger();
    a.pause = () -> {
      agreed.addAndGet(cluster.commit() ? 1 : 0);
      run();
    };
    a.log().handOver();

    assertThat(agreed)
        .as("entries of the leader")
        .hasValue(2); // the one in flight, and one of two batches
    assertThat(a.heard).hasSize(4).contains("follows");
    assertThat(a.heard).filteredOn(what -> what.startsWith("+t")).hasSize(3);
    assertThat(cluster.node("a").isEligible()).isFalse();
    a.offer(term, "three");
    run();
    assertThat(a.heard).endsWith("-three refused");
    lead(b);
    b.offer("four");
    settle();
    assertThat(a.heard.get(a.heard.size() - 1)).startsWith("four@");
  }

  @Test
  void aFollowerThatIsAboutToBeClosedLeadsNoMore() {
    lead(a);
    b.log().handOver();
    settle();

    assertThat(cluster.node("b").isEligible()).isFalse();
    assertThat(cluster.leader()).isEqualTo("a");
  }

  @Test
  void aLeaderWithoutMajorityWaitsForTenSecondsAtMost() {
    lead(a);
    a.offer("one");
    a.pause = () -> {
      a.letTimePass(Duration.ofSeconds(1));
      a.run();
    };

    a.log().handOver();

    assertThat(cluster.node("a").isEligible()).isFalse();
    settle();
    assertThat(a.log().role()).isInstanceOf(Role.Following.class);
    assertThat(a.heard).anyMatch(what -> what.startsWith("+one@") || what.equals("-one unknown"));
  }

  @Test
  void batchesThatWaitBecomeOneEntry() {
    lead(a);

    a.offer("one");
    a.offer("two");
    a.offer("three");
    settle();

    assertThat(cluster.agreed()).isEqualTo(1);
  }

  @Test
  void anEntryGrowsWhileAnotherIsInFlight() {
    lead(a);
    a.offer("first");
    a.run();
    a.offer("later");
    a.run();
    a.offer("last");
    a.run();
    assertThat(cluster.pending()).isEqualTo(1);

    settle();

    assertThat(cluster.agreed()).isEqualTo(2);
    assertThat(b.heard.get(b.heard.size() - 1)).startsWith("last@");
  }

  @Test
  void anEntryForWhichThereIsNoRoomIsProposedLaterAndInItsPlace() {
    lead(a);
    cluster.full(true);
    a.offer("one");
    a.run();
    a.offer("two");
    settle();
    assertThat(cluster.agreed()).isZero();

    cluster.full(false);
    settle();

    assertThat(cluster.agreed()).isEqualTo(2);
    var end = LogFrame.bytes(length("one"));
    assertThat(a.heard)
        .containsSubsequence("+one@" + end, "+two@" + (end + EntryForm.MARK_FRAME_BYTES + end));
  }

  @Test
  void anEntryThatWasNeverProposedFailsWithItsTerm() {
    lead(a);
    cluster.full(true);
    a.offer("one");
    a.run();
    a.offer("two");
    a.run();
    forget();

    cluster.lose(0);
    lead(b);

    assertThat(a.heard).containsSubsequence("-one unknown", "-two refused");
    assertThat(cluster.agreed()).isZero();
  }

  @Test
  void allNodesHaveTheSameLogAlsoAfterOneWasClosedAndOpened() throws IOException {
    lead(a);
    a.offer("one");
    settle();
    b.log().close();
    b.kill();
    a.offer("two", "three");
    settle();
    b.open();
    settle();
    a.offer("four");
    settle();

    for (var node : nodes) {
      node.force();
      node.log().close();
    }

    assertThat(a.records())
        .extracting(NodeRig.Shown::text)
        .containsExactly(
            "one",
            "Applied[term=1, index=1]",
            "two",
            "three",
            "Applied[term=1, index=2]",
            "four",
            "Applied[term=1, index=3]");
    assertThat(b.records()).isEqualTo(a.records());
    assertThat(c.records()).isEqualTo(a.records());
  }

  @Test
  void aNodeTakesNoBatchBeforeItsStoreIsReadyToLead() {
    a.readyAtOnce = false;
    lead(a);

    assertThat(a.log().role()).isEqualTo(new Role.TakingOver(1));
    assertThat(a.log().outage()).isNotNull();
    a.offer(1, "early");
    settle();
    a.ready.remove().run();
    settle();
    a.offer("later");
    settle();

    assertThat(a.heard).containsSubsequence("-early refused", "leads 1");
    assertThat(a.heard.get(a.heard.size() - 1)).startsWith("+later@");
  }

  @Test
  void aBatchOfAnEarlierTermIsRefused() {
    lead(a);
    lead(b);
    lead(a);
    forget();

    a.offer(1, "old");
    settle();

    assertThat(a.heard).containsExactly("-old refused");
    assertThat(cluster.agreed()).isZero();
  }

  @Test
  void aLeaderThatIsLostFailsWhatIsInFlightAsUnknownAndRefusesTheRest() {
    lead(a);
    a.offer("sent");
    a.run();
    a.offer("waits");
    a.run();
    forget();

    cluster.lose(0);
    lead(b);

    assertThat(a.heard).containsSubsequence("-sent unknown", "-waits refused");
    assertThat(b.heard).containsOnlyOnce("leads 2").noneMatch(what -> what.contains("sent"));
  }

  @Test
  void anEntryThatIsAgreedOnAfterItsLeaderIsLostComesBackAsARecord() {
    lead(a);
    a.offer("survives");
    a.run();
    a.offer("dies");
    a.run();
    forget();

    cluster.lose(1);
    while (a.log().role() instanceof Role.Leading) { // hears of it before or after the entry
      cluster.node("a").deliver();
      a.run();
    }
    lead(b);

    var end = LogFrame.bytes(length("survives"));
    assertThat(b.heard).contains("survives@" + end);
    assertThat(a.heard)
        .containsAnyOf("+survives@" + end, "survives@" + end)
        .containsAnyOf("-dies refused", "-dies unknown");
  }

  @Test
  void anAcknowledgementComesBeforeTheFailureOfALaterBatch() {
    lead(a);
    a.offer("kept");
    a.run();
    a.offer("lost");
    a.run();
    cluster.commit();
    forget();

    cluster.node("a").deliver(); // the entry waits for the log thread
    cluster.lose(0);
    cluster.node("a").deliver();
    a.run();

    assertThat(a.heard)
        .containsSubsequence("+kept@" + LogFrame.bytes(length("kept")), "-lost refused", "follows");
  }

  @Test
  void anEntryThatIsAgreedOnInAnotherTermChangesNothingOnAnyNode() throws IOException {
    lead(a);
    lead(b);
    forget();

    cluster.commitForeign(2, EntryForm.encode(1, 0, List.of(NodeRig.record("old")), 0));
    run();
    b.offer("new");
    settle();
    nodes.forEach(NodeRig::force);

    assertThat(a.heard).containsExactly("new@" + LogFrame.bytes(length("new")));
    for (var node : nodes) {
      node.log().close();
    }
    assertThat(a.records())
        .extracting(NodeRig.Shown::text)
        .containsExactly("new", "Applied[term=2, index=3]");
  }

  @Test
  void aNodeWhoseLogEndsElsewhereStopsAndSeeksNoLeadership() {
    lead(a);

    cluster.commitForeign(1, EntryForm.encode(1, 64, List.of(NodeRig.record("beyond")), 0));
    cluster.node("b").deliver();
    b.run();

    assertThat(b.log().role()).isInstanceOf(Role.Failed.class);
    assertThat(b.log().isFailed()).isTrue();
    assertThat(cluster.node("b").isEligible()).isFalse();
    assertThat(b.heard).noneMatch(what -> what.contains("beyond"));
  }

  @Test
  void aBatchThatIsLongerThanAnEntryGoesOnInTheNext() {
    cluster.maxEntryBytes(400);
    nodes.forEach(NodeRig::kill);
    nodes.forEach(node -> {
      try {
        node.open();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
    lead(a);
    forget();

    a.offer("x".repeat(200), "y".repeat(200), "end");
    settle();

    assertThat(cluster.agreed()).isEqualTo(2);
    assertThat(a.heard).hasSize(1).allMatch(what -> what.startsWith("+end@"));
    assertThat(b.heard).hasSize(3);
    assertThat(b.heard.get(2)).isEqualTo(a.heard.get(0).substring(1));
  }

  @Test
  void aFollowerTakesNoMoreEntriesThanItsShardsCanHold() {
    lead(a);
    b.appliesAtOnce = false;
    for (var i = 0; i < 20; i++) {
      a.offer("x".repeat(3000));
      settle();
    }

    assertThat(b.unapplied)
        .hasSize((int) (NodeRig.MOST_UNAPPLIED_BYTES / length("x".repeat(3000))) + 1);
    for (var applied = 0; applied < 20; applied++) {
      b.unapplied.remove().run();
      settle();
    }
    assertThat(b.heard).filteredOn(what -> what.startsWith("xxx")).hasSize(20);
    assertThat(c.heard).filteredOn(what -> what.startsWith("xxx")).hasSize(20);
  }

  @Test
  void closingKeepsWhatTheConsensusHasDelivered() throws IOException {
    lead(a);
    a.offer("agreed");
    a.run();
    cluster.commit();
    while (cluster.node("b").deliver()) {
      // the log thread of b does not come to it any more
    }

    b.log().close();
    b.kill();

    assertThat(b.records()).extracting(NodeRig.Shown::text).contains("agreed");
  }

  @Test
  void closingFailsWhatIsNotAgreedOn() throws IOException {
    lead(a);
    a.offer("open");
    a.run();
    forget();

    a.log().close();

    assertThat(a.heard).contains("-open unknown");
    a.offer("late");
    assertThat(a.heard.get(a.heard.size() - 1)).isEqualTo("-late refused");
  }

  private static int length(String text) {
    return NodeRig.record(text).lengthBytes();
  }
}
