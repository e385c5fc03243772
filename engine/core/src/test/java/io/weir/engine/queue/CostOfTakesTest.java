package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Take;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.pending.Changes;
import io.weir.engine.pending.Decision;
import io.weir.engine.pending.Decision.View;
import io.weir.engine.pending.PendingTree;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of entries that a take visits, in queues of different lengths. */
final class CostOfTakesTest {

  private static final int QUEUE = 7;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long HOUR = Duration.ofHours(1).toSeconds() * 10_000_000;

  private final VersionedTree tree = new VersionedTree(new PoisonPageStore(4096), () -> true);
  private final WriteGroup group = new WriteGroup();
  private long ticks = 1_000_000_000;
  private int changed;

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

  private void commit() {
    if (!group.isEmpty()) {
      tree.publish(tree.commit(group));
      tree.reclaim(1_000);
      group.clear();
    }
  }

  private TakeDecision take(int messages) {
    var take = new TakeDecision(QUEUE, Take.upTo(messages));
    decide(take, false);
    commit();
    return take;
  }

  private void decide(Decision decision, boolean isFull) {
    var made = new ArrayList<Runnable>();
    var view = new View(new PendingTree(tree.current(), group), ++ticks, isFull);
    var refusal = decision.decide(view, new Changes() {
      @Override
      public void put(byte[] key, byte[] value) {
        made.add(() -> group.put(key, value));
      }

      @Override
      public void remove(byte[] key) {
        made.add(() -> group.remove(key));
      }

      @Override
      public void expire(byte[] key) {
        remove(key);
      }
    });
    assertThat(refusal).isNull();
    made.forEach(Runnable::run);
    changed = made.size();
  }
}
