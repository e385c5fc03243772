package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.PopReceipt;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.engine.Seeds;
import io.weir.engine.queue.QueueEntries;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Random operations on a queue, compared with {@link QueueModel} under a stepped clock, with
 * restarts. A failure names its seed.
 */
final class QueueModelTest extends SimulatedStore {

  private static final Seeds SEEDS = Seeds.of(10, 25, 500);
  private static final int OPERATIONS = 250;
  private static final QueueName QUEUE = new QueueName("orders");
  private static final long SECOND = EdmDateTime.TICKS_PER_SECOND;
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  /** A message id and a receipt that were valid once. */
  private record Known(String id, PopReceipt receipt) {
    HeldMessage held() {
      return new HeldMessage(new MessageId(UUID.fromString(id)), receipt);
    }
  }

  private final List<Known> known = new ArrayList<>();
  private QueueModel model = new QueueModel();
  private Random random = new Random();
  private long now;
  private String where = "";

  @Test
  void aQueueDoesWhatItsModelDoes() throws IOException {
    machine.stopClock();
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      random = new Random(seed);
      model = new QueueModel();
      known.clear();
      ask(queues().create(QUEUE));
      for (var i = 0; i < OPERATIONS; i++) {
        where = "seed=" + seed + " operation=" + i;
        act();
      }
      QueueEntries.assertSound(engine.store(), Users.ACCOUNT, QUEUE);
      ask(queues().delete(QUEUE));
    }
  }

  private void act() throws IOException {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> put();
      case 6, 7, 8, 9 -> take();
      case 10 -> peek();
      case 11 -> peekHidden();
      case 12, 13 -> update();
      case 14, 15 -> delete();
      case 16 -> count();
      case 17, 18 -> machine.letTimePass(Duration.ofMillis(1 + random.nextInt(9_000)));
      default -> rarely();
    }
  }

  private void rarely() throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> {
        ask(queues().clear(QUEUE));
        model.clear();
      }
      case 1 -> {
        checkpoint();
        crash();
      }
      case 2 -> crash();
      default -> machine.letTimePass(Duration.ofMinutes(2));
    }
  }

  private void put() {
    var delay = random.nextBoolean() ? 0 : random.nextInt(6);
    var life = random.nextBoolean() ? null : Duration.ofSeconds(delay + 1 + random.nextInt(20));
    var text = "t" + random.nextInt(1_000_000);

    var message = new NewMessage(new MessageText(text), Duration.ofSeconds(delay), life);
    var sent = ask(queues().put(QUEUE, message));

    learnNow(sent.insertedAt());
    assertThat(QueueModel.ticks(sent.nextVisibleAt())).isEqualTo(now + delay * SECOND);
    var id = sent.id().toString();
    model.put(
        id,
        text,
        sent.receipt(),
        QueueModel.ticks(sent.nextVisibleAt()),
        life == null ? Long.MAX_VALUE : now + life.toSeconds() * SECOND);
    known.add(new Known(id, sent.receipt()));
  }

  private void take() {
    probe();
    var most = 1 + random.nextInt(5);
    var visibility = Duration.ofSeconds(1 + random.nextInt(8));
    var expected = model.visible(now, most);

    var taken = ask(queues().take(QUEUE, new Take(most, visibility)));

    assertThat(taken).as(where).hasSameSizeAs(expected);
    for (var i = 0; i < taken.size(); i++) {
      var message = taken.get(i);
      var entry = expected.get(i);
      assertThat(message.id().toString()).as(where).isEqualTo(entry.id);
      assertThat(message.text()).as(where).isEqualTo(entry.text);
      assertThat(message.message().dequeueCount()).as(where).isEqualTo(++entry.dequeueCount);
      entry.visibleAt = QueueModel.ticks(message.nextVisibleAt());
      entry.receipt = message.receipt();
      known.add(new Known(entry.id, message.receipt()));
    }
  }

  private void peek() {
    probe();
    var most = 1 + random.nextInt(32);

    var seen = ask(queues().peek(QUEUE, new Peek(most)));

    assertThat(seen)
        .as(where)
        .extracting(message -> message.id() + " " + message.text() + " " + message.dequeueCount())
        .isEqualTo(model.visible(now, most).stream()
            .map(entry -> entry.id + " " + entry.text + " " + entry.dequeueCount)
            .toList());
  }

  private void peekHidden() {
    probe();
    var most = 1 + random.nextInt(32);

    var seen = ask(queues().peekHidden(QUEUE, new Peek(most)));

    assertThat(seen)
        .as(where)
        .extracting(hidden -> hidden.message().id() + " " + hidden.message().text() + " "
            + QueueModel.ticks(hidden.nextVisibleAt()))
        .isEqualTo(model.hidden(now, most).stream()
            .map(entry -> entry.id + " " + entry.text + " " + entry.visibleAt)
            .toList());
  }

  private void update() {
    if (known.isEmpty()) {
      return;
    }
    probe();
    var chosen = known.get(random.nextInt(known.size()));
    var seconds = random.nextInt(10);
    var text = random.nextBoolean() ? null : new MessageText("u" + random.nextInt(1_000_000));
    var entry = model.find(chosen.id(), now);
    var expected = refusal(entry, chosen);

    var update = new MessageUpdate(Duration.ofSeconds(seconds), text);
    var answer = attempt(queues().update(QUEUE, chosen.held(), update));

    assertThat(answer.code).as(where).isEqualTo(expected);
    var renewed = answer.value;
    if (renewed != null && entry != null) {
      entry.visibleAt = QueueModel.ticks(renewed.nextVisibleAt());
      entry.receipt = renewed.receipt();
      entry.text = text == null ? entry.text : text.value();
      known.add(new Known(entry.id, renewed.receipt()));
    }
  }

  private void delete() {
    if (known.isEmpty()) {
      return;
    }
    probe();
    var chosen = known.get(random.nextInt(known.size()));
    var entry = model.find(chosen.id(), now);

    var answer = attempt(queues().deleteMessage(QUEUE, chosen.held()));

    var expected = refusal(entry, chosen);
    assertThat(answer.code).as(where).isEqualTo(expected);
    if (expected == null && entry != null) {
      model.remove(entry);
    }
  }

  private static @Nullable ErrorCode refusal(QueueModel.@Nullable Entry entry, Known chosen) {
    if (entry == null) {
      return ErrorCode.MESSAGE_NOT_FOUND;
    }
    return entry.receipt.equals(chosen.receipt()) ? null : ErrorCode.POP_RECEIPT_MISMATCH;
  }

  private void count() {
    probe();

    assertThat(ask(queues().properties(QUEUE)).messages())
        .as(where)
        .isEqualTo(model.live(now).size());
  }

  /**
   * Learns the Timestamp of the next command but one tick, from a message that is put and deleted.
   */
  private void probe() {
    var sent = ask(queues().put(QUEUE, NewMessage.of("probe").after(Duration.ofDays(1))));
    learnNow(sent.insertedAt());
    ask(queues().deleteMessage(QUEUE, HeldMessage.of(sent)));
    now += 2;
  }

  private void learnNow(Instant insertedAt) {
    now = QueueModel.ticks(insertedAt);
    assertThat(now).isGreaterThanOrEqualTo(QueueModel.ticks(START.plusNanos(machine.nanos())));
  }

  private <T> T ask(Mono<T> question) {
    var answer = attempt(question);
    assertThat(answer.code).as(where).isNull();
    return answer.value;
  }

  private <T> Reply<T> attempt(Mono<T> question) {
    var reply = new Reply<T>();
    question.subscribe(
        value -> reply.value = value,
        failure -> reply.code = ((TableServiceException) failure).code(),
        () -> reply.done = true);
    machine.settle();
    assertThat(reply.done || reply.code != null).as(where).isTrue();
    return reply;
  }

  private static final class Reply<T> {
    @Nullable
    T value;

    @Nullable
    ErrorCode code;

    boolean done;
  }

  private QueueService queues() {
    return engine.queues(Users.ACCOUNT);
  }
}
