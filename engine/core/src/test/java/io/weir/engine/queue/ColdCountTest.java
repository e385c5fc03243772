package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision.View;
import io.weir.engine.command.PendingTree;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.CoolingHand;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A count of messages over pages that are not in memory waits for each of them, and leaves none
 * out.
 */
final class ColdCountTest extends DecidedQueue {

  private static final int MESSAGES = 2_000;
  private static final long HOUR = Duration.ofHours(1).toSeconds() * 10_000_000;

  private static final Changes NONE = new Changes() {
    @Override
    public void put(byte[] key, byte[] value) {
      throw new AssertionError("a count changes nothing");
    }

    @Override
    public void remove(byte[] key) {
      throw new AssertionError("a count changes nothing");
    }

    @Override
    public void expire(byte[] key) {
      throw new AssertionError("a count changes nothing");
    }
  };

  @Test
  void expiredMessagesOfColdPagesAreCounted() throws IOException {
    for (var i = 0; i < MESSAGES; i++) {
      decide(new PutDecision(QUEUE, message(i)), false);
    }
    commit();
    ticks += HOUR;
    freeze();

    var waits = 0;
    for (var count = new CountDecision(QUEUE); ; waits++) {
      try {
        assertThat(count.decide(resident(), NONE)).isNull();
        assertThat(count.messages()).isEqualTo(MESSAGES / 2);
        break;
      } catch (ColdPage e) {
        assertThat(tree.current().bringIn(e.key(), (id, place) -> {})).isTrue();
      }
    }
    assertThat(waits).isGreaterThan(3);
  }

  /** Every second message has expired after an hour. */
  private static NewMessage message(int number) {
    var message = NewMessage.of("text");
    return number % 2 == 0 ? message : message.expiringAfter(Duration.ofSeconds(1));
  }

  private View resident() {
    return new View(new PendingTree(tree.current().residentOnly(0), group), ++ticks, false);
  }

  private void freeze() {
    var hand = new CoolingHand();
    for (var passes = 0; passes < 2; ) {
      passes += hand.step(tree.current()) ? 1 : 0;
    }
  }
}
