package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.Write;
import io.weir.engine.Seeds;
import io.weir.engine.queue.WaitingTakes;
import io.weir.engine.shard.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Takes that wait for a message, on a machine whose clock is stepped. */
final class WaitingTakesTest extends SimulatedStore {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final List<Message> NONE = List.of(new Message(
      new MessageId(new UUID(0, 0)), Instant.EPOCH, Instant.EPOCH, 0, new MessageText("none")));
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Seeds SEEDS = Seeds.of(20, 60, 2_000);

  @BeforeEach
  void create() {
    ask(queues().create(QUEUE));
  }

  /** A take that waits, and its answer. */
  private final class Waiting {
    private final Disposable subscription;
    private List<String> texts;
    private Throwable failure;

    Waiting(Take take) {
      subscription = queues()
          .take(QUEUE, take)
          .subscribe(
              taken -> texts = taken.stream().map(TakenMessage::text).toList(),
              failed -> failure = failed);
    }

    boolean isPending() {
      return texts == null && failure == null && !subscription.isDisposed();
    }
  }

  @Test
  void aVisibleMessageIsTakenWithoutAWait() {
    put(NewMessage.of("a"));

    assertThat(waiting().texts).containsExactly("a");
    assertThat(engine.waitingTakes()).isZero();
  }

  @Test
  void anEmptyQueueIsAnsweredAtTheEndOfTheWaitAndNotBefore() {
    var waiting = waiting(Duration.ofSeconds(20));

    pass(Duration.ofMillis(19_900));
    assertThat(waiting.isPending()).isTrue();

    pass(Duration.ofMillis(200));
    assertThat(waiting.texts).isEmpty();
    assertThat(engine.waitingTakes()).isZero();
  }

  @Test
  void aMessageWakesTheTakeThatHasWaitedLongest() {
    var first = waiting();
    var second = waiting();

    put(NewMessage.of("a"));
    assertThat(first.texts).containsExactly("a");
    assertThat(second.isPending()).isTrue();

    put(NewMessage.of("b"));
    assertThat(second.texts).containsExactly("b");
  }

  @Test
  void messagesOfOneCommitWakeAsManyTakes() {
    var takes = List.of(waiting(), waiting(), waiting());
    var messages = List.of(
        new AddressedMessage(QUEUE, NewMessage.of("a")),
        new AddressedMessage(QUEUE, NewMessage.of("b")));

    var write = JointCommit.of(
        new TableWrite.Change(TABLE, new Write.Insert(Entity.builder("p", "r").build())));
    ask(engine.outbox(Users.ACCOUNT).commit(write, messages));

    assertThat(takes.get(0).texts).containsExactly("a");
    assertThat(takes.get(1).texts).containsExactly("b");
    assertThat(takes.get(2).isPending()).isTrue();
  }

  @Test
  void aMessageThatBecomesVisibleWakesATake() {
    put(NewMessage.of("late").after(Duration.ofSeconds(10)));
    var waiting = waiting();
    put(NewMessage.of("later").after(Duration.ofSeconds(30)));

    pass(Duration.ofMillis(9_900));
    assertThat(waiting.isPending()).isTrue();

    pass(Duration.ofMillis(200));
    assertThat(waiting.texts).containsExactly("late");
  }

  @Test
  void messagesThatBecomeVisibleTogetherWakeOneTakeEach() {
    put(NewMessage.of("a"));
    put(NewMessage.of("b"));
    ask(queues().take(QUEUE, new Take(2, Duration.ofSeconds(5))));
    var first = waiting();
    var second = waiting();

    pass(Duration.ofMillis(5_100));

    assertThat(first.texts).hasSize(1);
    assertThat(second.texts).hasSize(1).doesNotContainAnyElementsOf(first.texts);
  }

  @Test
  void aReleasedMessageWakesATake() {
    put(NewMessage.of("a"));
    var held = ask(queues().take(QUEUE, Take.upTo(1))).get(0);
    var waiting = waiting();

    ask(queues().update(QUEUE, HeldMessage.of(held), MessageUpdate.hiddenFor(Duration.ZERO)));

    assertThat(waiting.texts).containsExactly("a");
  }

  @Test
  void aMessageThatIsGivenUpWakesATakeOfTheOtherQueue() {
    var source = new QueueName("source");
    ask(queues().create(source));
    ask(queues().setDeadLetters(source, new DeadLetters(1, QUEUE)));
    ask(queues().put(source, NewMessage.of("bad")));
    ask(queues().take(source, new Take(1, Duration.ofSeconds(1))));
    var waiting = waiting();
    pass(Duration.ofSeconds(2));

    assertThat(ask(queues().take(source, Take.upTo(1)))).isEmpty();

    assertThat(waiting.texts).containsExactly("bad");
  }

  @Test
  void theRuleThatHoldsAtTheEndOfTheWaitDecides() {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    put(NewMessage.of("bad"));
    ask(queues().take(QUEUE, new Take(1, Duration.ofSeconds(5))));
    var waiting = waiting();
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, poison)));

    pass(Duration.ofSeconds(6));

    assertThat(waiting.isPending()).isTrue();
    assertThat(ask(queues().properties(poison)).messages()).isEqualTo(1);
  }

  @Test
  void theDeletionOfTheQueueFailsAllItsTakes() {
    var takes = List.of(waiting(), waiting());

    ask(queues().delete(QUEUE));

    assertThat(takes)
        .allSatisfy(each -> assertThat(each.failure)
            .isInstanceOfSatisfying(
                TableServiceException.class,
                failure -> assertThat(failure.code()).isEqualTo(ErrorCode.QUEUE_NOT_FOUND)));
    assertThat(engine.waitingTakes()).isZero();
  }

  @Test
  void aCancelledTakeFreesItsPlaceAndTakesNothing() {
    var cancelled = waiting();
    var other = waiting();

    cancelled.subscription.dispose();
    machine.settle();
    assertThat(engine.waitingTakes()).isEqualTo(1);
    put(NewMessage.of("a"));

    assertThat(other.texts).containsExactly("a");
    assertThat(cancelled.texts).isNull();
  }

  @Test
  void moreTakesThanTheLimitAreRefused() {
    var last = new ArrayList<Waiting>();
    for (var i = 0; i < WaitingTakes.MOST; i++) {
      last.add(new Waiting(take(LONG)));
      if (i % 32 == 31) { // the mailbox holds 64 commands
        machine.settle();
      }
    }
    machine.settle();
    assertThat(last).allMatch(Waiting::isPending);

    var refused = waiting();
    assertThat(refused.failure)
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SERVER_BUSY));

    last.get(0).subscription.dispose();
    machine.settle();
    assertThat(waiting().isPending()).isTrue();
  }

  @Test
  void theEndOfAllWaitsAnswersThem() {
    var takes = List.of(waiting(), waiting());

    engine.endWaits();
    machine.settle();

    assertThat(takes).allSatisfy(each -> assertThat(each.texts).isEmpty());
    assertThat(waiting().texts).as("a take that comes later does not wait").isEmpty();
  }

  /** The Timestamp of a shard goes on with every command. */
  @Test
  void aWaitWithoutACauseReadsNothing() {
    put(NewMessage.of("hidden").after(Duration.ofHours(1)));
    var waiting = waiting();
    var before = engine.store().shards().get(0);
    var ticks = ticks(before);

    pass(Duration.ofSeconds(30));
    pass(Duration.ofSeconds(25));

    assertThat(ticks(before)).isEqualTo(ticks);
    assertThat(waiting.isPending()).isTrue();
  }

  /** At rest, no take waits beside a visible message, whatever happened at the same time. */
  @Test
  void noMessageIsMissed() {
    assertThatNoMessageIsMissed();
  }

  /** A take of four lanes waits at each and looks at one at a time. */
  @Test
  void noMessageOfAnyLaneIsMissed() {
    ask(queues().delete(QUEUE));
    ask(queues().create(QUEUE, QueueMetadata.NONE, 4));
    assertThatNoMessageIsMissed();
  }

  private void assertThatNoMessageIsMissed() {
    for (var seed = SEEDS.first(); seed < SEEDS.end(); seed++) {
      var random = new Random(seed);
      var waiting = new ArrayList<Waiting>();
      var held = new ArrayList<TakenMessage>();
      interleave(random, 80, 4, () -> act(random, waiting, held));
      machine.settle();
      for (var rounds = 0; rounds < 20; rounds++) {
        pass(Duration.ofMillis(random.nextInt(700)));
        var visible = ask(queues().peek(QUEUE, new Peek(32)));
        pass(Duration.ofMillis(20));
        var later = ask(queues().peek(QUEUE, new Peek(32)));
        if (waiting.stream().anyMatch(Waiting::isPending)) {
          assertThat(later)
              .as("seed=%d round=%d", seed, rounds)
              .doesNotContainAnyElementsOf(visible.isEmpty() ? NONE : visible);
        }
      }
      waiting.forEach(each -> each.subscription.dispose());
      ask(queues().clear(QUEUE));
      assertThat(engine.waitingTakes()).as("seed=%d", seed).isZero();
    }
  }

  private void act(Random random, List<Waiting> waiting, List<TakenMessage> held) {
    switch (random.nextInt(8)) {
      case 0, 1 ->
        waiting.add(new Waiting(
            new Take(1 + random.nextInt(2), Duration.ofSeconds(1 + random.nextInt(3)), LONG)));
      case 2, 3 ->
        queues()
            .put(QUEUE, NewMessage.of("m").after(Duration.ofSeconds(random.nextInt(4))))
            .subscribe(sent -> {}, refused -> {});
      case 4 ->
        queues()
            .take(QUEUE, new Take(1 + random.nextInt(3), Duration.ofSeconds(2)))
            .subscribe(held::addAll, refused -> {});
      case 5 -> {
        if (!held.isEmpty()) {
          var update = MessageUpdate.hiddenFor(Duration.ofSeconds(random.nextInt(3)));
          queues()
              .update(QUEUE, HeldMessage.of(held.remove(0)), update)
              .subscribe(renewed -> {}, refused -> {});
        }
      }
      case 6 -> {
        if (!waiting.isEmpty()) {
          waiting.remove(random.nextInt(waiting.size())).subscription.dispose();
        }
      }
      default -> machine.letTimePass(Duration.ofMillis(random.nextInt(500)));
    }
  }

  private long ticks(Shard shard) {
    var ticks = new AtomicLong();
    shard.execute(() -> ticks.set(shard.lastTicks()));
    machine.settle();
    return ticks.get();
  }

  private Waiting waiting() {
    return waiting(LONG);
  }

  private Waiting waiting(Duration longest) {
    var waiting = new Waiting(take(longest));
    machine.settle();
    return waiting;
  }

  private static Take take(Duration longest) {
    return Take.upTo(1).waitingUpTo(longest);
  }

  private void put(NewMessage message) {
    ask(queues().put(QUEUE, message));
  }

  private void pass(Duration time) {
    machine.letTimePass(time);
    machine.settle();
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
