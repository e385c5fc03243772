package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import java.util.ArrayList;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Joint commands whose log or shard fails, in chosen and in random orders of steps. */
final class JointCommandFailureTest extends SteppedShards {

  @Test
  void aFullLogQueueRefusesTheCommandAndRollsItBack() {
    log.full(true);
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    log.full(false);

    assertThat(answer.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("logQueueFull");
    write(0, "r");
    runAll();
    makeAllDurable();
    assertThat(member(0).shows("r")).isTrue();
    assertThat(member(1).shows("r")).isFalse();
  }

  @Test
  void aLogThatLosesTheRecordLosesAllParts() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();

    log.failAll();
    runAll();
    log.goOn();
    var again = send(insert(0, "r"), insert(1, "r"));
    runAll();
    makeAllDurable();

    assertThat(answer.failure)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(later.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(again.ticks).isPositive();
  }

  @Test
  void aCommandThatMeetsTheLossOfAnEarlierTurnIsWholeOrAbsent() {
    write(0, "lost");
    runAll();
    send(insert(0, "r"), insert(1, "r"));
    log.failAll();
    log.goOn();
    sequencer.run();
    runAll();
    makeAllDurable();

    assertThat(member(0).shows("lost")).isFalse();
    assertThat(visible("r")).isIn(0L, 2L);
  }

  @Test
  void aWriteAfterAPartThatWasRolledBackWhileItWaitedIsNotLostWithIt() {
    write(0, "lost");
    write(1, "lost");
    runAll();
    var answer = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run(); // parks
    member(1).loop.runOne(); // parks, so both are to be evaluated
    member(0).loop.run(); // evaluated
    log.failAll();
    log.goOn();
    member(0).loop.run(); // rolled back; shard 1 has not learned of the loss
    member(1).loop.runOne(); // evaluated, so the record goes to the log
    var later = write(0, "later");
    runAll();
    makeAllDurable();

    assertThat(answer.failure).isNotNull();
    assertThat(visible("r")).isZero();
    assertThat(later.failure).isNull();
    assertThat(member(0).shows("later")).isTrue();
  }

  @Test
  void aRepeatWhoseFirstSendingIsLostBeforeItResumesIsCarriedOutInItsPlace() {
    var first = send(add(0, "r"), insert(1, "r"));
    runAll();
    var repeat = send(add(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run(); // parks
    member(1).loop.runOne(); // parks, so both are to be evaluated
    member(0).loop.run(); // evaluated: the token is in the private tree
    log.failAll();
    log.goOn();
    member(0).loop.run(); // the first sending is undone, and with it the token
    runAll();

    assertThat(first.failure).hasMessageContaining("outcome=unknown");
    assertThat(repeat.isPending()).as("nothing is durable").isTrue();
    makeAllDurable();
    assertThat(repeat.ticks).isPositive();
    assertThat(visible("r")).isEqualTo(2);
  }

  @Test
  void aRepeatWhoseFirstSendingIsLostWithTheLeadershipIsNotAcknowledged() {
    send(add(0, "r"), insert(1, "r"));
    runAll();
    var repeat = send(add(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    member(1).loop.runOne();
    member(0).loop.run(); // evaluated: the token is in the private tree
    log.follow();
    member(0).loop.run();
    runAll();

    assertThat(repeat.failure).isNotNull();
    assertThat(visible("r")).isZero();
  }

  /** Adds to a row that may be absent, with one token for all sendings. */
  private static Op add(int shard, String row) {
    var one = PropertyOperation.of("A", PropertyOperation.Operator.ADD, new EdmInt32(1));
    var change = Write.change(entityKey(row), one)
        .orCreate(Entity.builder("p", row).set("A", 0).build())
        .withToken(new UUID(1, 2));
    return new Op(shard, TableWrite.of(NAME, change));
  }

  @Test
  void aDurableCommandSurvivesTheLossOfALaterTurnWhileItWaitsForAnotherShard() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    var later = write(0, "later");
    runAll();
    log.makeFirstDurable();
    log.failAll();
    member(0).loop.run(); // durable, waits for shard 1; then the later turn is lost
    assertThat(later.failure).isNotNull();

    runAll();

    assertThat(answer.ticks).isPositive();
    assertThat(visible("r")).isEqualTo(2);
    assertThat(member(0).tree.current()).isSameAs(member(0).tree.published());
  }

  @Test
  void aFaultOfOneShardDoesNotHoldTheOthersUp() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    runAll();
    member(0).shard.memoryFailed(new InternalError("scripted"));
    runAll();

    log.makeFirstDurable();
    runAll();

    assertThat(answer.ticks).as("the record is durable").isPositive();
    assertThat(member(1).shows("r")).isTrue();
    var later = write(1, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aFaultOfAParkedShardRefusesTheCommandAndReleasesTheOthers() {
    var answer = send(insert(0, "r"), insert(1, "r"));
    sequencer.run();
    member(0).loop.run();
    member(0).shard.memoryFailed(new InternalError("scripted"));
    member(0).loop.run();

    runAll();

    assertThat(answer.failure).hasMessageContaining("shardFault");
    assertThat(visible("r")).isZero();
    var later = write(1, "later");
    runAll();
    makeAllDurable();
    assertThat(later.ticks).isPositive();
  }

  @Test
  void aCommandWithoutRoomIsSentAgainWhenThePageFilesHaveGrown() {
    growthWaits = true;
    var answer = sendLarge();
    runAll();
    assertThat(answer.isPending()).isTrue();
    assertThat(log.waiting()).isZero();

    growthWaits = false;
    waitingGrowth.forEach(Runnable::run);
    runAll();
    makeAllDurable();

    assertThat(answer.ticks).isPositive();
    assertThat(visible("r0")).isEqualTo(2);
  }

  @Test
  void aFaultOfAShardAnswersTheCommandThatWaitsForItsPageFiles() {
    growthWaits = true;
    var answer = sendLarge();
    runAll();
    assertThat(answer.isPending()).isTrue();

    members.forEach(member -> member.shard.memoryFailed(new InternalError("scripted")));
    runAll();

    assertThat(answer.failure).hasMessageContaining("shardFault");
    waitingGrowth.forEach(Runnable::run);
    runAll();
  }

  /** Sends more entities to two shards than their page files have room for. */
  private Answer sendLarge() {
    var entities = new ArrayList<Op>();
    for (var i = 0; i < 7; i++) {
      var large =
          Entity.builder("p", "r" + i).set("A", new byte[60_000]).set("B", new byte[60_000]);
      var write = TableWrite.of(NAME, new Write.Insert(large.build()));
      entities.add(new Op(0, write));
      entities.add(new Op(1, write));
    }
    return send(entities.toArray(Op[]::new));
  }

  @Test
  void anyInterleavingOfOverlappingCommandsAnswersAllAndShowsEachWholeOrNot() {
    var seed = Long.getLong("weir.seed", System.nanoTime());
    for (var round = 0; round < 200; round++) {
      var random = new Random(seed + round);
      var sent = new ArrayList<Answer>();
      var rows = new ArrayList<String>();
      for (var steps = 0; steps < 120; steps++) {
        switch (random.nextInt(8)) {
          case 0 -> {
            var row = "x" + round + "-" + steps;
            rows.add(row);
            sent.add(sendTo(row, random));
          }
          case 1 -> sequencer.runOne();
          case 2 -> {
            if (log.waiting() > 0) {
              log.settleFirst();
            }
          }
          case 3 -> {
            if (random.nextInt(10) == 0) {
              log.failAll();
              log.goOn();
            }
          }
          default -> member(random.nextInt(SHARDS)).loop.runOne();
        }
        for (var row : rows) {
          assertThat(visible(row)).as("seed=%d row=%s", seed + round, row).isIn(0L, 2L);
        }
      }
      runAll();
      makeAllDurable();
      assertThat(sent)
          .as("seed=%d", seed + round)
          .allMatch(answer -> answer.ticks > 0 || answer.failure != null);
    }
  }

  private Answer sendTo(String row, Random random) {
    var without = random.nextInt(SHARDS);
    return send(IntStream.range(0, SHARDS)
        .filter(shard -> shard != without)
        .mapToObj(shard -> insert(shard, row))
        .toArray(Op[]::new));
  }
}
