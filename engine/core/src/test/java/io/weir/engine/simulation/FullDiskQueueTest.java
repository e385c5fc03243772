package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.queue.QueueEntries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Queues on a disk that is full or nearly full, and their recovery. */
final class FullDiskQueueTest extends SimulatedStore {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final long BELOW_RESERVE = 100L << 20;
  private static final Take FOR_DAYS = new Take(5, Duration.ofDays(7));

  private final List<TakenMessage> held = new ArrayList<>();

  /** The outcome of one operation: a value, or a failure. */
  private static final class Outcome<T> {
    private T value;
    private Throwable failure;
    private boolean isDone;
  }

  @BeforeEach
  void fill() {
    settled(queues().create(QUEUE));
    for (var i = 0; i < 10; i++) {
      settled(queues().put(QUEUE, NewMessage.of("m" + i).neverExpiring()));
    }
    held.addAll(settled(queues().take(QUEUE, FOR_DAYS)).value);
  }

  @Test
  void whilePagesHaveNoRoomPutsAndTakesAreRefusedAndDeletesAndLooksGoOn() throws IOException {
    machine.disk.leaveSpace(BELOW_RESERVE);

    assertRefused(settled(queues().put(QUEUE, NewMessage.of("x".repeat(60_000)))));
    assertRefused(settled(queues().take(QUEUE, FOR_DAYS)));
    assertRefused(settled(queues().take(QUEUE, FOR_DAYS.waitingUpTo(Duration.ofSeconds(20)))));
    assertThat(engine.waitingTakes()).isZero();
    assertThat(texts()).containsExactly("m5", "m6", "m7", "m8", "m9");
    for (var message : held) {
      assertThat(settled(queues().deleteMessage(QUEUE, HeldMessage.of(message))).isDone)
          .isTrue();
    }
    assertThat(settled(queues().properties(QUEUE)).value.messages()).isEqualTo(5);

    heal();
    assertThat(settled(queues().put(QUEUE, NewMessage.of("z"))).isDone).isTrue();
    crash();
    assertThat(texts()).containsExactly("m5", "m6", "m7", "m8", "m9", "z");
    QueueEntries.assertSound(engine.store(), Users.ACCOUNT, QUEUE);
  }

  @Test
  void aLogWithoutRoomRefusesPutsAndNothingAcknowledgedIsLost() throws IOException {
    machine.disk.leaveSpace(0);
    var acknowledged = new ArrayList<>(texts());
    var refused = 0;
    for (var i = 0; i < 40; i++) {
      var text = i + "x".repeat(4_000);
      var put = settled(queues().put(QUEUE, NewMessage.of(text).neverExpiring()));
      if (put.isDone) {
        acknowledged.add(text);
      } else {
        assertRefused(put);
        refused++;
      }
    }
    assertThat(refused).as("puts that met the full log").isPositive();
    assertThat(engine.health().reason()).startsWith("noSpace");

    heal();
    assertThat(settled(queues().put(QUEUE, NewMessage.of("z"))).isDone).isTrue();
    crash();
    acknowledged.add("z");
    assertThat(texts()).containsExactlyElementsOf(acknowledged);
    QueueEntries.assertSound(engine.store(), Users.ACCOUNT, QUEUE);
  }

  private void heal() {
    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isTrue();
  }

  private static void assertRefused(Outcome<?> outcome) {
    assertThat(outcome.isDone).isFalse();
    assertThat(outcome.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("noSpace");
  }

  private List<String> texts() {
    return settled(queues().peek(QUEUE, new Peek(32))).value.stream()
        .map(message -> message.text().value())
        .toList();
  }

  private <T> Outcome<T> settled(Mono<T> question) {
    var outcome = new Outcome<T>();
    question.subscribe(
        value -> outcome.value = value,
        failure -> outcome.failure = failure,
        () -> outcome.isDone = true);
    machine.settle();
    return outcome;
  }

  private QueueService queues() {
    return engine.queues(Users.ACCOUNT);
  }
}
