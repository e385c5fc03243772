package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Take;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of entries that a take visits, in queues of different lengths. */
final class CostOfTakesTest extends DecidedQueue {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long HOUR = Duration.ofHours(1).toSeconds() * 10_000_000;

  @ParameterizedTest
  @ValueSource(ints = {40, 1_000, 20_000})
  void aTakeOfManyWaitingMessagesVisitsThoseThatItReturns(int waiting) {
    put(waiting, message());
    put(waiting, message().after(Duration.ofDays(1)));

    var take = take(32);

    assertThat(take.taken()).hasSize(32);
    assertThat(take.visited()).isEqualTo(32);
    assertThat(changed).as("a place, its old place and its expiry").isEqualTo(3 * 32);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 20_000})
  void aTakeBeforeHiddenMessagesVisitsNothing(int hidden) {
    put(hidden, message().after(Duration.ofDays(1)));

    var take = take(32);

    assertThat(take.taken()).isEmpty();
    assertThat(take.isUnfinished()).isFalse();
    assertThat(take.visited()).isZero();
  }

  @Test
  void aTakeRemovesAHundredExpiredMessagesAndIsUnfinished() {
    put(20_000, message().expiringAfter(SECOND));
    put(1, message());
    ticks += HOUR;

    var take = take(32);

    assertThat(take.taken()).isEmpty();
    assertThat(take.isUnfinished()).isTrue();
    assertThat(take.visited()).isEqualTo(101);
  }

  @Test
  void takesInARowReachTheMessageAfterTheExpiredOnes() {
    put(1_000, message().expiringAfter(SECOND));
    put(1, message());
    ticks += HOUR;

    var takes = 1;
    var take = take(1);
    for (; take.isUnfinished(); takes++) {
      take = take(1);
    }

    assertThat(take.taken()).hasSize(1);
    assertThat(takes).isEqualTo(10);
  }

  @Test
  void aTakeWithoutRoomRemovesFewExpiredMessages() {
    put(100, message().expiringAfter(SECOND));
    ticks += HOUR;

    var take = new TakeDecision(QUEUE, Take.upTo(1));
    decide(take, true);

    assertThat(take.visited()).isEqualTo(5);
  }

  private static NewMessage message() {
    return NewMessage.of("text");
  }

  private void put(int count, NewMessage message) {
    for (var i = 0; i < count; i++) {
      decide(new PutDecision(QUEUE, message), false);
      if (group.size() > 2_000) {
        commit();
      }
    }
    commit();
  }

  private TakeDecision take(int messages) {
    var take = new TakeDecision(QUEUE, Take.upTo(messages));
    decide(take, false);
    commit();
    return take;
  }
}
