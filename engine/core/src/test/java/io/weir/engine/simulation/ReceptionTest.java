package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.Delivery;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Reception;
import io.weir.api.queue.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Streams of messages, with demand and renewal, on a machine whose clock is stepped together with
 * Reactor's.
 */
final class ReceptionTest extends SimulatedStore {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final Duration VISIBILITY = Duration.ofSeconds(30);

  private VirtualTimeScheduler timers;

  @BeforeEach
  void create() {
    timers = VirtualTimeScheduler.getOrSet();
    machine.stopClock();
    ask(queues().create(QUEUE));
  }

  @AfterEach
  void resetTimers() {
    VirtualTimeScheduler.reset();
  }

  /** A subscriber that requests only what a test requests for it. */
  private final class Consumer extends BaseSubscriber<Delivery> {
    private final List<Delivery> deliveries = new ArrayList<>();
    private Throwable failure;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(Delivery delivery) {
      deliveries.add(delivery);
    }

    @Override
    protected void hookOnError(Throwable failed) {
      failure = failed;
    }

    List<String> texts() {
      return deliveries.stream().map(Delivery::text).toList();
    }

    void demand(long messages) {
      request(messages);
      machine.settle();
    }
  }

  @Test
  void takesNoMoreThanIsRequested() {
    put("a", "b", "c", "d");
    var consumer = receive();
    assertThat(visible()).containsExactly("a", "b", "c", "d");

    consumer.demand(3);

    assertThat(consumer.texts()).containsExactly("a", "b", "c");
    assertThat(visible()).containsExactly("d");
  }

  @Test
  void takesLargeDemandInBatches() {
    for (var i = 0; i < 70; i++) {
      put("m" + i);
    }
    var consumer = receive();

    consumer.demand(Long.MAX_VALUE);

    assertThat(consumer.texts()).hasSize(70).doesNotHaveDuplicates();
  }

  @Test
  void waitsForMessagesAcrossTheEndsOfSingleTakes() {
    var consumer = receive();
    consumer.demand(2);

    pass(Duration.ofMinutes(5));
    put("a");
    pass(Duration.ofMinutes(5));
    put("b", "c");

    assertThat(consumer.texts()).containsExactly("a", "b");
    assertThat(visible()).containsExactly("c");
  }

  @Test
  void aMessageStaysHiddenWhileTheSubscriberWorksAndIsGoneAfterItsAcknowledgement() {
    put("a");
    var consumer = receive();
    consumer.demand(1);

    pass(Duration.ofMinutes(10));
    assertThat(visible()).isEmpty();
    ask(consumer.deliveries.get(0).acknowledge());

    assertThat(ask(queues().properties(QUEUE)).messages()).isZero();
  }

  @Test
  void anAbandonedMessageIsReceivedAgain() {
    put("a");
    var consumer = receive();
    consumer.demand(2);

    ask(consumer.deliveries.get(0).abandon());

    assertThat(consumer.texts()).containsExactly("a", "a");
    assertThat(consumer.deliveries.get(1).message().dequeueCount()).isEqualTo(2);
  }

  @Test
  void anAbandonedMessageCanComeBackLater() {
    put("a");
    var consumer = receive();
    consumer.demand(2);

    ask(consumer.deliveries.get(0).abandon(Duration.ofMinutes(3)));
    pass(Duration.ofMinutes(2));
    assertThat(consumer.deliveries).hasSize(1);
    pass(Duration.ofMinutes(2));

    assertThat(consumer.deliveries).hasSize(2);
  }

  @Test
  void cancellingEndsTheWaitAndTheRenewalOfWhatIsHeld() {
    put("a");
    var consumer = receive();
    consumer.demand(2);
    assertThat(engine.waitingTakes()).isEqualTo(1);

    consumer.cancel();
    machine.settle();

    assertThat(engine.waitingTakes()).isZero();
    assertThat(visible()).isEmpty();
    pass(VISIBILITY.plusSeconds(1));
    assertThat(visible()).containsExactly("a");
  }

  @Test
  void aSubscriberThatCancelsAtItsFirstMessageGivesTheOthersBackAtOnce() {
    put("a", "b", "c");
    var first = queues().receive(QUEUE, reception()).next().toFuture();

    machine.settle();

    assertThat(first.getNow(null).text()).isEqualTo("a");
    assertThat(visible()).containsExactlyInAnyOrder("b", "c");
    ask(first.getNow(null).acknowledge());
    assertThat(ask(queues().properties(QUEUE)).messages()).isEqualTo(2);
  }

  @Test
  void aMessageThatIsAbandonedTooOftenMovesToTheDeadLetters() {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(3, poison)));
    put("bad", "good");
    var good = new ArrayList<String>();

    var subscription = queues()
        .receive(QUEUE, reception())
        .flatMap(
            delivery -> delivery.text().equals("bad")
                ? delivery.abandon()
                : delivery.acknowledge().doOnSuccess(done -> good.add(delivery.text())),
            4)
        .subscribe();
    machine.settle();
    subscription.dispose();

    assertThat(good).containsExactly("good");
    assertThat(ask(queues().peek(poison, new Peek(32))))
        .extracting(message -> message.text().value())
        .containsExactly("bad");
    assertThat(ask(queues().properties(QUEUE)).messages()).isZero();
  }

  @Test
  void aMessageThatOthersHaveTakenCannotBeAcknowledged() {
    put("a");
    var consumer = receive();
    consumer.demand(1);
    consumer.cancel();
    pass(VISIBILITY.plusSeconds(1));
    ask(queues().take(QUEUE, Take.upTo(1)));

    var failure = failureOf(consumer.deliveries.get(0).acknowledge());

    assertThat(failure.code()).isEqualTo(ErrorCode.POP_RECEIPT_MISMATCH);
  }

  @Test
  void aMessageIsNotRenewedBeyondItsExpiryAndCanBeAcknowledgedUntilThen() {
    ask(queues().put(QUEUE, NewMessage.of("a").expiringAfter(Duration.ofSeconds(40))));
    var consumer = receive();
    consumer.demand(1);

    pass(Duration.ofSeconds(29));
    ask(consumer.deliveries.get(0).acknowledge());

    assertThat(ask(queues().properties(QUEUE)).messages()).isZero();
  }

  @Test
  void theDeletionOfTheQueueEndsTheStream() {
    var consumer = receive();
    consumer.demand(1);

    ask(queues().delete(QUEUE));

    assertThat(((TableServiceException) consumer.failure).code())
        .isEqualTo(ErrorCode.QUEUE_NOT_FOUND);
  }

  private Consumer receive() {
    var consumer = new Consumer();
    queues().receive(QUEUE, reception()).subscribe(consumer);
    return consumer;
  }

  private static Reception reception() {
    return Reception.DEFAULT.hidingFor(VISIBILITY);
  }

  private void put(String... texts) {
    for (var text : texts) {
      ask(queues().put(QUEUE, NewMessage.of(text)));
    }
  }

  private List<String> visible() {
    return ask(queues().peek(QUEUE, new Peek(32))).stream()
        .map(message -> message.text().value())
        .toList();
  }

  /** Lets time pass in steps, for the machine and for Reactor. */
  private void pass(Duration time) {
    var step = Duration.ofSeconds(1);
    for (var passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(step)) {
      machine.letTimePass(step);
      timers.advanceTimeBy(step);
      machine.settle();
    }
  }

  private TableServiceException failureOf(Mono<Void> question) {
    var failure = new TableServiceException[1];
    question.subscribe(done -> {}, failed -> failure[0] = (TableServiceException) failed);
    machine.settle();
    return failure[0];
  }

  private <T> T ask(Mono<T> question) {
    var answer = question.toFuture();
    machine.settle();
    return answer.getNow(null);
  }

  private QueueService queues() {
    return engine.queues(Users.ACCOUNT);
  }
}
