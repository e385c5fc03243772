package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import org.junit.jupiter.api.Test;

/** The replies of a shard and their order, while its log makes turns durable. */
final class ShardTest extends SteppedShard {

  @Test
  void aWriteIsNeitherVisibleNorAnsweredBeforeItIsDurable() {
    var answer = send(insert("r"));

    loop.run();
    assertThat(answer.isPending()).isTrue();
    assertThat(isVisible("r")).isFalse();

    log.makeFirstDurable();
    loop.run();
    assertThat(answer.ticks).isPositive();
    assertThat(isVisible("r")).isTrue();
  }

  @Test
  void waitingCommandsFormOneTurnAndOneLogBatch() {
    send(insert("a"));
    send(insert("b"));
    send(insert("c"));

    loop.run();

    assertThat(log.waiting()).isEqualTo(1);
    assertThat(log.recordsInFirst()).isEqualTo(3);
  }

  @Test
  void aRefusalWaitsForTheWriteThatItDependsOn() {
    send(insert("r"));
    loop.run();

    var second = send(insert("r"));
    loop.run();
    assertThat(second.isPending()).as("the first insert may still be lost").isTrue();

    log.makeFirstDurable();
    loop.run();
    assertThat(second.failure).isInstanceOf(ConflictException.class);
  }

  @Test
  void aCommandSeesTheChangesOfEarlierCommandsInItsTurn() {
    var first = send(insert("r"));
    var second = send(insert("r"));
    var removal = send(new Write.Delete(new EntityKey("p", "r"), IfMatch.ANY));
    var third = send(insert("r"));

    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(second.failure).isInstanceOf(ConflictException.class);
    assertThat(removal.failure).isNull();
    assertThat(third.ticks).isGreaterThan(first.ticks);
  }

  @Test
  void theNumberOfTurnsInFlightIsBounded() {
    for (var i = 0; i < 4; i++) {
      send(insert("r" + i));
      loop.run();
    }

    assertThat(log.waiting()).isEqualTo(ShardOptions.DEFAULT.turnsInFlight());
    log.makeFirstDurable();
    loop.run();
    assertThat(log.waiting()).isEqualTo(ShardOptions.DEFAULT.turnsInFlight());
    assertThat(shard.waiting()).isZero();
  }

  @Test
  void theMailboxIsBoundedInCommands() {
    for (var i = 0; i < 4; i++) {
      assertThat(offer(insert("r" + i), new Answer())).isTrue();
    }

    assertThat(offer(insert("one too many"), new Answer())).isFalse();

    loop.run();
    assertThat(offer(insert("room again"), new Answer())).isTrue();
  }

  @Test
  void theMailboxIsBoundedInBytes() {
    var fits = 4 * Command.OVERHEAD_BYTES + 4000;

    assertThat(shard.offer(command(insert("r"), fits + 1, new Answer()))).isFalse();
    assertThat(shard.offer(command(insert("r"), fits, new Answer()))).isTrue();
    assertThat(shard.offer(command(insert("s"), 1, new Answer()))).isFalse();
  }

  @Test
  void aWriteToADroppedTableIsRefused() {
    tableLives = false;

    var answer = send(insert("r"));
    loop.run();

    assertThat(answer.failure).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aStoppedShardHasAnsweredEveryCommandAndRefusesLaterOnes() {
    var accepted = send(insert("r"));
    var quiet = new boolean[1];
    shard.stop(() -> quiet[0] = true);
    loop.run();
    assertThat(quiet[0]).isFalse();

    log.makeFirstDurable();
    loop.run();
    var late = send(insert("s"));
    loop.run();

    assertThat(quiet[0]).isTrue();
    assertThat(accepted.ticks).isPositive();
    assertThat(late.failure).isNotNull().matches(TableServiceException::retryable);
  }
}
