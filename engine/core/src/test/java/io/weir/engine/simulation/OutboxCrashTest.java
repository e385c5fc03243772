package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.write.Write;
import io.weir.engine.Seeds;
import io.weir.engine.queue.QueueEntries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Commits of an entity and a message, and messages that are given up, on a disk that loses what was
 * not forced. A failure names its seed.
 */
final class OutboxCrashTest extends SimulatedStore {

  private static final Seeds SEEDS = Seeds.of(6, 15, 500);
  private static final int LIVES = 4;
  private static final QueueName QUEUE = new QueueName("orders");
  private static final QueueName POISON = new QueueName("poison");

  private final Set<String> acknowledged = new HashSet<>();
  private int number;

  @Test
  void noCrashSeparatesAnEntityFromItsMessageOrLosesOrDoublesAMessageThatMoves()
      throws IOException {
    var queues = engine.queues(Users.ACCOUNT);
    queues.create(QUEUE).subscribe();
    queues.create(POISON).subscribe();
    machine.settle();
    queues.setDeadLetters(QUEUE, new DeadLetters(1, POISON)).subscribe();
    machine.settle();
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var random = new Random(seed);
      for (var life = 0; life < LIVES; life++) {
        interleave(random, 60, 40, () -> act(random));
        crash();
        assertWhole("seed=" + seed + " life=" + life);
      }
    }
    if (SEEDS.areMany()) {
      assertThat(texts(POISON)).as("messages that moved").hasSizeGreaterThan(SEEDS.count());
    }
  }

  private void act(Random random) {
    if (random.nextInt(3) > 0) {
      send();
    } else {
      takeAndRelease();
    }
  }

  private void send() {
    var name = "m" + number++;
    var write = TableWrite.of(TABLE, new Write.Insert(Entity.builder("p", name).build()));
    var message = new AddressedMessage(QUEUE, NewMessage.of(name).neverExpiring());
    engine
        .outbox(Users.ACCOUNT)
        .commit(JointCommit.of(write), List.of(message))
        .subscribe(done -> acknowledged.add(name), refused -> {});
  }

  /** Takes messages and makes them visible again, so that the next take gives them up. */
  private void takeAndRelease() {
    var queues = engine.queues(Users.ACCOUNT);
    queues
        .take(QUEUE, Take.upTo(3))
        .subscribe(
            taken -> taken.forEach(message -> queues
                .update(QUEUE, HeldMessage.of(message), MessageUpdate.hiddenFor(Duration.ZERO))
                .subscribe(done -> {}, refused -> {})),
            refused -> {});
  }

  private void assertWhole(String where) {
    machine.settle();
    var all = new ArrayList<>(texts(QUEUE));
    all.addAll(texts(POISON));
    assertThat(all).as(where).doesNotHaveDuplicates();
    assertThat(all).as(where).containsExactlyInAnyOrderElementsOf(rows());
    assertThat(all).as(where).containsAll(acknowledged);
  }

  private List<String> texts(QueueName queue) {
    return List.copyOf(
        QueueEntries.assertSound(engine.store(), Users.ACCOUNT, queue).values());
  }
}
