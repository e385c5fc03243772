package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
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
 * A queue on a disk that loses what was not forced, at random moments of sends, takes and deletes.
 * What was acknowledged is kept.
 *
 * <p>A failure names its seed.
 */
final class QueueCrashTest extends SimulatedStore {

  private static final Seeds SEEDS = Seeds.of(6, 15, 500);
  private static final int LIVES = 5;

  private final Set<String> sent = new HashSet<>();
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> deleting = new HashSet<>();
  private final Set<String> deleted = new HashSet<>();
  private final List<TakenMessage> held = new ArrayList<>();
  private Set<String> takenInThisLife = new HashSet<>();
  private QueueName queue = new QueueName("orders");
  private int number;
  private long deletions;

  /** Each seed has a queue of its own, so that it is tried alone as it is among others. */
  @Test
  void afterEveryCrashTheQueueHoldsWhatWasAcknowledged() throws IOException {
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var random = new Random(seed);
      begin(new QueueName("orders" + seed));
      for (var life = 0; life < LIVES; life++) {
        var where = "seed=" + seed + " life=" + life;
        live(random, where);
        if (random.nextInt(4) == 0) {
          checkpoint();
        }
        crash();
        assertKept(where);
      }
      deletions += deleted.size();
    }
    assertThat(deletions).isPositive();
  }

  private void begin(QueueName name) {
    List.of(sent, acknowledged, deleting, deleted).forEach(Set::clear);
    queue = name;
    queues().create(queue).subscribe();
    machine.settle();
  }

  private void live(Random random, String where) {
    takenInThisLife = new HashSet<>();
    held.clear();
    interleave(random, 200, 4, () -> act(random, where));
  }

  private void act(Random random, String where) {
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> put();
      case 3, 4 -> take(where, 1 + random.nextInt(4));
      default -> delete();
    }
  }

  private void put() {
    var text = "m" + number++;
    sent.add(text);
    queues()
        .put(queue, NewMessage.of(text).neverExpiring())
        .subscribe(done -> acknowledged.add(text), refused -> {});
  }

  private void take(String where, int most) {
    queues()
        .take(queue, new Take(most, Duration.ofDays(7)))
        .subscribe(
            taken -> taken.forEach(message -> {
              assertThat(takenInThisLife.add(message.text()))
                  .as("%s %s is taken once", where, message.text())
                  .isTrue();
              held.add(message);
            }),
            refused -> {});
  }

  private void delete() {
    if (held.isEmpty()) {
      return;
    }
    var message = held.remove(0);
    deleting.add(message.text());
    queues()
        .deleteMessage(queue, HeldMessage.of(message))
        .subscribe(nothing -> {}, refused -> {}, () -> deleted.add(message.text()));
  }

  private void assertKept(String where) {
    machine.settle();
    var texts = List.copyOf(
        QueueEntries.assertSound(engine.store(), Users.ACCOUNT, queue).values());
    assertThat(texts).as(where).doesNotHaveDuplicates();
    assertThat(sent).as(where).containsAll(texts);
    assertThat(texts).as(where).doesNotContainAnyElementsOf(nonEmpty(deleted));
    var mustBeThere = new HashSet<>(acknowledged);
    mustBeThere.removeAll(deleting);
    assertThat(texts).as(where).containsAll(mustBeThere);
  }

  private static Set<String> nonEmpty(Set<String> texts) {
    return texts.isEmpty() ? Set.of("none") : texts;
  }

  private QueueService queues() {
    return engine.queues(Users.ACCOUNT);
  }
}
