package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.engine.index.Present;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The times that a shard closes: it has offered to the log everything up to then, and gives only
 * later Timestamps.
 */
final class ShardClosedTimeTest extends SteppedShards {

  private final List<Long> closed = new ArrayList<>();

  private void close(int shard, long atLeast) {
    member(shard).shard.replica().closeTime(atLeast, closed::add);
  }

  private static long present() {
    return Present.ticks(Clock.systemUTC());
  }

  @Test
  void aClosedTimeIsThePresentAndLaterWritesAreLater() {
    var before = present();
    close(0, 0);
    runAll();
    var after = present();
    var answer = write(0, "r");
    runAll();
    makeAllDurable();

    assertThat(closed).hasSize(1);
    assertThat(closed.get(0)).isBetween(before, after);
    assertThat(answer.ticks).isGreaterThan(closed.get(0));
  }

  @Test
  void aTimeThatIsGivenIsClosedInAnyCase() {
    var future = present() + 10_000_000_000L;
    close(0, future);
    var answer = write(0, "r");
    runAll();
    makeAllDurable();

    assertThat(closed).containsExactly(future);
    assertThat(answer.ticks).isEqualTo(future + 1);
  }

  /** Another shard may have its Timestamps ahead of the clock; it must not make this one late. */
  @Test
  void aShardThatIsAheadOfItsClockClosesItsLastTimestamp() {
    var future = present() + 10_000_000_000L;
    member(0).shard.replica().seen(future);
    close(0, 0);
    runAll();

    assertThat(closed).containsExactly(future);
  }

  @Test
  void noTimeIsClosedWhileATurnWaitsForRoom() {
    growthWaits = true;
    var answer = new Answer();
    assertThat(member(0).shard.offer(large(answer))).isTrue();
    member(0).loop.run();
    assertThat(log.waiting()).isZero();
    close(0, 0);
    member(0).loop.run();
    assertThat(closed).isEmpty();

    waitingGrowth.remove().run();
    member(0).loop.run();

    assertThat(log.waiting()).as("offered").isEqualTo(1);
    assertThat(closed).hasSize(1);
    makeAllDurable();
    assertThat(answer.ticks).isPositive().isLessThanOrEqualTo(closed.get(0));
  }

  /** Returns the insertion of more than the page files have room for. */
  private static Command large(Answer answer) {
    var entity = Entity.builder("p", "r");
    for (var i = 0; i < 14; i++) {
      entity.set("A" + i, new byte[60_000]);
    }
    var write = new Write.Insert(entity.build());
    return new WriteCommand(
        TABLE, List.of(write), List.of(key("r")), Command.OVERHEAD_BYTES, answer);
  }

  @Test
  void noTimeIsClosedWhileAShardIsParkedForAJointCommand() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    close(0, 0);
    member(0).loop.run();
    assertThat(closed).isEmpty();

    runAll();

    assertThat(log.waiting()).as("offered").isEqualTo(1);
    assertThat(closed).hasSize(1);
    makeAllDurable();
    assertThat(answer.ticks).isPositive().isLessThanOrEqualTo(closed.get(0));
  }

  @Test
  void aLaterCallTakesThePlaceOfOneThatWaits() {
    send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    member(0).shard.replica().closeTime(0, ticks -> closed.add(-1L));
    close(0, 0);
    runAll();

    assertThat(closed).hasSize(1);
    assertThat(closed.get(0)).isPositive();
  }

  /** Its term is over: another node has closed a time since the shard parked. */
  @Test
  void aJointCommandGetsNoTimeThatAnotherNodeHasClosedMeanwhile() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    var theirs = present() + 10_000_000_000L;
    member(0).shard.replica().seen(theirs);
    runAll();

    assertThat(answer.failure).hasMessageContaining("reason=notLeader outcome=notDone");
    assertThat(log.waiting()).isZero();
    assertThat(member(0).hasCommitted("r") || member(1).hasCommitted("r")).isFalse();
    var next = write(0, "r");
    runAll();
    makeAllDurable();
    assertThat(next.ticks).isGreaterThan(theirs);
  }
}
