package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.Expiry;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.Expiration;
import io.weir.engine.loop.LoopTurns;
import io.weir.engine.loop.Loops;
import io.weir.engine.walk.ExpirySweep;
import io.weir.engine.walk.ShardWalk;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * The sweep of one shard, stepped by hand: its slices, its place beside foreground writes, and its
 * ends.
 */
final class ExpirySweepTest extends SteppedShard {

  private static final Instant PAST = Instant.parse("2001-01-01T00:00:00Z");
  private static final Instant FUTURE = Instant.parse("9001-01-01T00:00:00Z");

  private final LoopTurns turns = new LoopTurns(new Loops(List.of(loop)));
  private ShardWalk sweep;
  private boolean closing;

  @BeforeEach
  void expire() {
    expirations.set(TABLE, Expiration.of(Expiry.at("At")));
    sweep = new ShardWalk(shard, turns.of(loop), () -> closing);
    sweep.repeat(Duration.ofMinutes(1), () -> ExpirySweep.pass(expirations, tableId -> {}));
    loop.run();
  }

  @Test
  void aSliceRemovesAHundredEntitiesInOneRecordAndTheNextFollowsAfterARest() {
    for (var i = 0; i < 150; i++) {
      store("r%03d".formatted(i), PAST);
    }

    loop.runTimers();
    assertThat(log.waiting()).isEqualTo(1);
    assertThat(log.recordsInFirst()).isEqualTo(1);
    settle();
    assertThat(sweep.changed()).isEqualTo(100);

    loop.runTimers();
    settle();
    assertThat(sweep.changed()).isEqualTo(150);
    assertThat(isVisible("r000")).isFalse();
    assertThat(isVisible("r149")).isFalse();
  }

  @Test
  void otherWorkOfTheLoopHasItsTurnAfterTheRest() {
    store("a", PAST);
    var others = new ArrayList<String>();
    var other = turns.of(loop);
    loop.runTimers();
    other.take(() -> others.add("other"));
    settle();
    assertThat(others).isEmpty();

    loop.runTimers();

    assertThat(others).containsExactly("other");
  }

  @Test
  void aSweepThatFindsNothingWritesNothing() {
    store("a", FUTURE);

    loop.runTimers();

    assertThat(log.waiting()).isZero();
    assertThat(isVisible("a")).isTrue();
  }

  @Test
  void aRenewalThatWaitsBeforeTheSliceKeepsTheEntity() {
    store("a", PAST);
    send(upsert("a", FUTURE));
    loop.startTimers(); // the slice is offered while the renewal waits
    settle();

    assertThat(isVisible("a")).isTrue();
    assertThat(sweep.changed()).isZero();
  }

  @Test
  void aHalfFullMailboxDelaysTheSlice() {
    store("a", PAST);
    send(upsert("b", FUTURE));
    send(upsert("c", FUTURE));

    loop.runTimers();
    settle();

    assertThat(sweep.changed()).isEqualTo(1);
  }

  @Test
  void aFailedLogEndsThePassAndTheNextOneGoesOn() {
    store("a", PAST);
    loop.runTimers();
    log.failAll();
    loop.run();
    assertThat(isVisible("a")).isTrue();
    assertThat(sweep.changed()).isZero();

    log.goOn();
    loop.runTimers();
    settle();

    assertThat(isVisible("a")).isFalse();
    assertThat(sweep.changed()).isEqualTo(1);
  }

  @Test
  void aDroppedTableEndsThePass() {
    store("a", PAST);
    tableLives = false;

    loop.runTimers();

    assertThat(log.waiting()).isZero();
    assertThat(sweep.changed()).isZero();
  }

  @Test
  void aClosingStoreIsNotSwept() {
    store("a", PAST);
    closing = true;

    loop.runTimers();

    assertThat(log.waiting()).isZero();
    assertThat(sweep.changed()).isZero();
  }

  @RepeatedTest(40)
  void noInterleavingRemovesALiveEntity() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var live = new HashMap<String, Boolean>();
    for (var step = 0; step < 400; step++) {
      var row = "r" + random.nextInt(30);
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          var renews = random.nextBoolean();
          if (offer(upsert(row, renews ? FUTURE : PAST), new Answer())) {
            live.put(row, renews);
          }
        }
        case 2 -> loop.startTimers();
        case 3 -> {
          if (log.waiting() > 0) {
            log.settleFirst();
          }
        }
        default -> loop.runOne();
      }
    }
    for (var pass = 0; pass < 4; pass++) {
      settle();
      loop.runTimers();
    }
    settle();

    live.forEach((row, renewed) ->
        assertThat(isVisible(row)).as("row=%s seed=%s", row, seed).isEqualTo(renewed));
  }

  private void store(String row, Instant moment) {
    var answer = send(upsert(row, moment));
    loop.run();
    log.makeFirstDurable();
    loop.run();
    assertThat(answer.failure).isNull();
  }

  private static Write upsert(String row, Instant moment) {
    return new Write.Upsert(Entity.builder("p", row).set("At", moment).build(), WriteMode.REPLACE);
  }

  private void settle() {
    loop.run();
    while (log.waiting() > 0) {
      log.settleFirst();
      loop.run();
    }
  }
}
