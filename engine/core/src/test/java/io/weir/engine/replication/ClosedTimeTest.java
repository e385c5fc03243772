package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a leader asks its shards to close a time, and which entry says it. */
final class ClosedTimeTest extends ReplicatedNodes {

  private static final long TIME = 1_000;

  /** What the nodes heard of closed times, in order. */
  private final List<Long> ofLeader = new ArrayList<>();

  private final List<Long> ofFollower = new ArrayList<>();

  @BeforeEach
  void listen() {
    a.whenClosed = ofLeader::add;
    b.whenClosed = ofFollower::add;
    lead(a);
  }

  private void close(long ticks) {
    a.closings.remove().accept(ticks);
    run();
  }

  private void letTimePass(Duration time) {
    a.letTimePass(time);
    settle();
  }

  @Test
  void theShardsAreAskedOnceWhenATermBegins() {
    assertThat(b.closings).as("of a follower").isEmpty();
    lead(b);

    assertThat(b.closings).hasSize(1);
    b.letTimePass(Duration.ofHours(1));
    settle();
    assertThat(b.closings).hasSize(1);
  }

  @Test
  void anEntryThatIsProposedAnywaySaysIt() {
    close(TIME);
    assertThat(ofLeader).isEmpty();

    a.offer("one");
    settle();

    assertThat(ofLeader).containsExactly(TIME);
    assertThat(ofFollower).containsExactly(TIME);
    a.offer("two");
    settle();
    assertThat(ofFollower).as("it is said once").containsExactly(TIME, 0L);
  }

  /** The copies of the others count, and not the leader's own. */
  @Test
  void theLeaderTellsTheLeastTimeThatANodeHasWhichAnswers() {
    assertThat(a.log().othersTicks()).hasValue(0);
    close(TIME);
    a.offer("one");
    settle();
    assertThat(a.log().othersTicks()).hasValue(TIME);
    letTimePass(ClosedTime.EVERY);
    close(2 * TIME);
    a.offer("two");
    settle();
    assertThat(a.log().othersTicks()).hasValue(2 * TIME);

    cluster.node("b").cut(true);
    assertThat(a.log().othersTicks()).hasValue(2 * TIME);
    cluster.node("c").cut(true);
    assertThat(a.log().othersTicks()).isEmpty();
  }

  /** The shards had offered the batches before they closed the time. */
  @Test
  void noEntryBeforeThoseThatWaitedSaysIt() {
    a.offer("early"); // is in flight
    run();
    a.offer("late");
    close(TIME);

    settle();

    assertThat(ofFollower).containsExactly(0L, TIME);
  }

  @Test
  void aBatchThatGoesOnInTheNextEntryHoldsTheTimeBack() throws IOException {
    cluster.maxEntryBytes(400);
    nodes.forEach(NodeRig::kill);
    open();
    a.closings.clear();
    lead(a);
    ofFollower.clear();

    a.offer("x".repeat(200), "y".repeat(200), "z".repeat(200));
    close(TIME);
    settle();

    assertThat(ofFollower).containsExactly(0L, 0L, TIME);
  }

  @Test
  void aTimeThatWaitsBehindAnEntryInFlightKeepsNoThreadAwake() {
    a.offer("one");
    run();
    close(TIME);

    a.letTimePass(ClosedTime.QUIET.plusSeconds(1));
    run();

    assertThat(cluster.pending()).isEqualTo(1);
    assertThat(a.log().restNanos()).isPositive();
  }

  @Test
  void aTimeThatWaitsForRoomKeepsNoThreadAwake() {
    cluster.full(true);
    a.offer("one");
    run();
    close(TIME);

    a.letTimePass(ClosedTime.QUIET.plusSeconds(1));
    run();

    assertThat(cluster.pending()).isZero();
    assertThat(a.log().restNanos()).isPositive();
  }

  @Test
  void tenSecondsAfterTheLastEntryOneWithoutRecordsSaysIt() {
    close(TIME);
    a.offer("one");
    settle();
    letTimePass(ClosedTime.EVERY);
    close(TIME + 1);

    letTimePass(ClosedTime.QUIET.minus(ClosedTime.EVERY).minusNanos(1));
    assertThat(ofFollower).containsExactly(TIME);
    letTimePass(Duration.ofNanos(1));
    assertThat(ofFollower).containsExactly(TIME, TIME + 1);
    assertThat(ofLeader).containsExactly(TIME, TIME + 1);
  }

  @Test
  void aQuietLeaderAsksAndSaysItOnceInTenSeconds() {
    close(TIME);
    letTimePass(ClosedTime.QUIET); // the term began without a record, which may be news
    letTimePass(ClosedTime.QUIET.minusNanos(1));
    assertThat(a.closings).isEmpty();
    letTimePass(Duration.ofNanos(1));
    close(TIME + 1);
    settle();

    assertThat(ofFollower).containsExactly(TIME, TIME + 1);
  }

  @Test
  void theShardsAreAskedOnceASecondAtMost() {
    close(TIME);
    a.offer("one");
    settle();
    assertThat(a.closings).isEmpty();

    letTimePass(ClosedTime.EVERY.minusNanos(1));
    assertThat(a.closings).isEmpty();
    letTimePass(Duration.ofNanos(1));
    assertThat(a.closings).hasSize(1);
  }

  /** Another node may have led meanwhile, whose shards knew nothing of the time. */
  @Test
  void aTimeThatWasClosedInAnEarlierTermIsNotSaid() {
    var late = a.closings.remove();
    lead(b);
    lead(a);
    late.accept(TIME);
    a.offer("one");
    settle();

    assertThat(ofFollower).containsOnly(0L);

    letTimePass(ClosedTime.EVERY);
    late.accept(TIME);
    a.offer("two");
    settle();
    assertThat(ofFollower).containsOnly(0L);
  }

  @Test
  void aTimeThatWaitsForAnEntryEndsWithTheTerm() {
    close(TIME);
    lead(b);
    lead(a);
    a.offer("one");
    settle();

    assertThat(ofFollower).containsOnly(0L);
  }

  /** The node that takes the leadership must find nothing in flight. */
  @Test
  void aLeaderThatDepartsProposesNothingByItself() {
    close(TIME);
    a.pause = () -> a.letTimePass(ClosedTime.QUIET);
    var entries = ofFollower.size();

    a.log().handOver();
    settle();

    assertThat(ofFollower).hasSize(entries);
  }

  @Test
  void theFormKeepsTheTimeAndIsThatOfEarlierVersionsWithoutOne() {
    var records = List.of(NodeRig.record("one"));
    var without = EntryForm.encode(3, 64, records, 0);
    var with = EntryForm.encode(3, 64, records, TIME);

    assertThat(EntryForm.of(without).closedTicks()).isZero();
    assertThat(EntryForm.of(with).closedTicks()).isEqualTo(TIME);
    assertThat(EntryForm.of(with).records()).isEqualTo(EntryForm.of(without).records());
    assertThat(EntryForm.of(with).highestTicks()).isEqualTo(TIME);
    assertThat(EntryForm.of(without).highestTicks()).isEqualTo("one".length());
    assertThat(with.slice(0, without.remaining()))
        .as("what earlier versions read of it")
        .isEqualTo(without);
    assertThat(with.remaining()).isEqualTo(without.remaining() + EntryForm.CLOSED_BYTES);
  }

  @Test
  void anEntryWithoutRecordsHasAForm() {
    ByteBuffer empty = EntryForm.encode(3, 64, List.of(), TIME);

    assertThat(EntryForm.of(empty)).isEqualTo(new EntryForm(3, 64, List.of(), TIME));
    assertThat(EntryForm.of(empty).endPosition()).isEqualTo(64 + EntryForm.MARK_FRAME_BYTES);
  }

  /** A start continues above the time: the mark has it. */
  @Test
  void theMarksOfTheLogHaveTheTime() throws IOException {
    close(TIME);
    a.offer("one");
    settle();
    nodes.forEach(NodeRig::force);
    b.log().close();
    b.disk.killProcess();
    b.open();

    assertThat(b.startTicks).isEqualTo(TIME);
  }
}
