package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableWrite;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.index.TreeKeys;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The course of joint commands that are carried out or refused. */
final class JointCommandTest extends SteppedShards {

  @Test
  void allShardsShowTheirPartAtOneMoment() {
    var answer = send(insert(0, "r"), insert(1, "r"), insert(2, "r"));
    runAll();
    log.makeFirstDurable();
    member(0).loop.run();
    member(1).loop.run();
    assertThat(visible("r")).isZero();
    assertThat(answer.ticks).isZero();

    member(2).loop.run();

    assertThat(visible("r")).isEqualTo(3);
    assertThat(answer.ticks).isPositive();
    assertThat(publications.started()).isEqualTo(1).isEqualTo(publications.finished());
  }

  @Test
  void aSnapshotIsToldToWaitForADurableCommandThatIsNotShown() {
    send(insert(0, "r"), insert(1, "r"));
    runAll();
    log.makeFirstDurable();
    member(0).loop.run();
    var published = new AtomicBoolean();

    member(0).shard.whenPublished(() -> published.set(true));
    member(0).loop.run();
    assertThat(published).isFalse();
    runAll();

    assertThat(published).isTrue();
    assertThat(member(0).shows("r")).isTrue();
  }

  @Test
  void aWriteAfterAPartWaitsForThePartAndIsShownAfterIt() {
    send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    assertThat(log.waiting()).as("the shard goes on before the log answers").isEqualTo(2);

    log.makeFirstDurable();
    log.makeFirstDurable();
    member(0).loop.run();
    assertThat(member(0).shows("later")).isFalse();
    runAll();

    assertThat(later.ticks).isPositive();
    assertThat(member(0).shows("later")).isTrue();
  }

  @Test
  void aShardThatHasParkedTakesNoCommandUntilTheOthersHave() {
    send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    write(0, "later");
    member(0).loop.run();
    assertThat(log.waiting()).isZero();

    runAll();

    assertThat(log.waiting()).as("the joint record, then the write").isEqualTo(2);
  }

  @Test
  void oneRefusalRollsAllPartsBackAndTheShardsGoOn() {
    write(1, "taken");
    runAll();
    log.makeFirstDurable();
    runAll();

    var answer = send(insert(0, "r"), insert(1, "taken"), insert(2, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.failure).isInstanceOf(ConflictException.class);
    assertThat(((ConflictException) answer.failure).failedOperation()).isEqualTo(1);
    assertThat(visible("r")).isZero();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aDroppedTableIsNotCutAboveAPartThatMayStillBeUndone() {
    write(1, "taken");
    runAll();
    makeAllDurable();
    var answer = send(insert(0, "r"), insert(1, "taken"));
    while (!member(0).hasCommitted("r")) {
      var found = sequencer.runOne();
      found |= member(0).loop.runOne() || member(1).loop.runOne(); // the second shard comes last
      assertThat(found).as("tasks are left").isTrue();
    }
    assertThat(answer.failure).as("the other part is not refused yet").isNull();

    member(0).shard.reclaimTable(TABLE + 1);
    member(0).loop.run();

    assertThat(member(0).shows("r")).isFalse();
    runAll();
    member(0).loop.runTimers();
    runAll();
    assertThat(answer.failure).isInstanceOf(ConflictException.class);
    assertThat(visible("r")).isZero();
    assertThat(member(0).shard.isFaulted()).isFalse();
  }

  @Test
  void aRefusalWaitsUntilTheWriteThatCausedItIsDurable() {
    write(1, "taken");
    runAll();

    var answer = send(insert(0, "r"), insert(1, "taken"));
    runAll();
    assertThat(answer.failure).isNull();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.failure).isInstanceOf(ConflictException.class);
  }

  @Test
  void checksWithoutAWriteAreAnsweredWhenWhatTheySawIsDurable() {
    write(0, "seen");
    runAll();

    var answer = send(
        new Op(0, TableWrite.present(NAME, entityKey("seen"), IfMatch.ANY)),
        new Op(1, TableWrite.absent(NAME, entityKey("seen"))));
    runAll();
    assertThat(answer.ticks).isZero();
    log.makeFirstDurable();
    runAll();

    assertThat(answer.ticks).isPositive();
    assertThat(log.waiting()).isZero();
  }

  @Test
  void aFullMailboxRefusesTheCommandAndReleasesTheShardsThatHaveParked() {
    for (var i = 0; i < 4; i++) {
      write(2, "w" + i);
    }
    var answer = send(insert(0, "r"), insert(1, "r"), insert(2, "r"));
    sequencer.run();

    assertThat(answer.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("mailboxFull");
    var later = write(0, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
    assertThat(visible("r")).isZero();
  }

  @Test
  void aStoppingShardFinishesItsPartAndRefusesTheNext() {
    var first = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    var quiet = new AtomicInteger();
    members.forEach(member -> member.shard.stop(quiet::incrementAndGet));
    runAll();
    assertThat(quiet.get()).as("shards that have no part").isEqualTo(1);
    makeAllDurable();
    assertThat(quiet.get()).isEqualTo(3);

    var second = send(insert(0, "s"), insert(1, "s"));
    runAll();

    assertThat(first.ticks).isPositive();
    assertThat(second.failure).hasMessageContaining("closing");
  }

  @Test
  void aDroppedTableRefusesTheOperationThatNamesIt() {
    var key = TreeKeys.of(TABLE + 1, entityKey("r").encoded());
    var answer = new Answer();
    new JointCommand(
            Map.of(
                member(0).shard,
                List.of(new EntityOperation(0, TABLE, key("r"), insert(0, "r").write())),
                member(1).shard,
                List.of(new EntityOperation(1, TABLE + 1, key, insert(1, "r").write()))),
            sequencer,
            log,
            publications,
            answer)
        .send();
    runAll();

    assertThat(answer.failure.failedOperation()).isEqualTo(1);
  }
}
