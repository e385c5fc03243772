package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageId;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Queues of several lanes: order within a lane, and everything else as in a queue of one. */
final class LanesTest {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final int LANES = 4;
  private static final Duration LONG = Duration.ofDays(7);

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder).withSegmentBytes(16 << 20).withExpirySweep(Duration.ofMillis(20)));
    assertThat(create(QUEUE, LANES)).isTrue();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void messagesOfOneKeyAreTakenInTheOrderInWhichTheyWereSent() {
    for (var i = 0; i < 200; i++) {
      put(NewMessage.of("k" + i % 10 + ":" + i).orderedBy("k" + i % 10));
    }

    var texts = takeAll();

    assertThat(texts).hasSize(200);
    for (var key = 0; key < 10; key++) {
      var prefix = "k" + key + ":";
      assertThat(texts.stream()
              .filter(text -> text.startsWith(prefix))
              .map(text -> Integer.parseInt(text.substring(prefix.length()))))
          .hasSize(20)
          .isSorted();
    }
  }

  @Test
  void keysAndMessagesWithoutAKeyAreSpreadOverAllLanes() {
    var ofKeys = new HashSet<Integer>();
    var ofNone = new HashSet<Integer>();
    for (var i = 0; i < 50; i++) {
      ofKeys.add(laneOf(put(NewMessage.of("x").orderedBy("customer-" + i)).id()));
      ofNone.add(laneOf(put(NewMessage.of("x")).id()));
    }

    assertThat(ofKeys).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(ofNone).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(shards(QUEUE)).as("lanes that share no shard").isGreaterThan(1);
  }

  /** The turns are counted for as long as the store is open. */
  @Test
  void aTakeLooksAtEachLaneOnceAlsoWhenTheCountOfTurnsOverflows() {
    create(new QueueName("three"), 3);
    var queue = store
        .engine()
        .store()
        .catalog()
        .queues()
        .find(AccountName.DEVELOPMENT, new QueueName("three"));

    for (var turn : List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
      assertThat(Lane.of(queue, turn))
          .as("turn=%d", turn)
          .containsExactlyInAnyOrderElementsOf(Lane.of(queue));
    }
  }

  @Test
  void allLanesAreCountedSeenAndCleared() {
    send(40);

    assertThat(count()).isEqualTo(40);
    assertThat(ask(queues().properties(QUEUE)).lanes()).isEqualTo(LANES);
    assertThat(ask(queues().peek(QUEUE, new Peek(32))))
        .extracting(Message::id)
        .doesNotHaveDuplicates()
        .hasSize(32);
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE);

    ask(queues().clear(QUEUE));
    assertThat(count()).isZero();
    assertThat(takeAll()).isEmpty();
  }

  @Test
  void aMessageOfAnyLaneIsUpdatedReleasedAndDeletedByItsReceipt() {
    send(12);
    for (var left = 12; left > 0; left--) {
      var held = ask(queues().take(QUEUE, new Take(1, LONG))).get(0);
      var renewed =
          ask(queues().update(QUEUE, HeldMessage.of(held), MessageUpdate.hiddenFor(LONG)));
      ask(queues().deleteMessage(QUEUE, new HeldMessage(held.id(), renewed.receipt())));
      assertThat(count()).isEqualTo(left - 1);
    }
  }

  @Test
  void anIdOfALaneThatDoesNotExistIsAbsent() {
    var sent = put(NewMessage.of("x"));
    var foreign = new MessageId(new UUID(
        sent.id().value().getMostSignificantBits(),
        (long) LANES << 56 | sent.id().value().getLeastSignificantBits() & 0x00FFFFFFFFFFFFFFL));

    assertFails(
        () -> queues()
            .deleteMessage(QUEUE, new HeldMessage(foreign, sent.receipt()))
            .block(),
        ErrorCode.MESSAGE_NOT_FOUND);
  }

  @Test
  void theNumberOfLanesIsKeptAndDoesNotChange() throws IOException {
    send(20);
    store.restart();
    store.rebuild();

    assertThat(ask(queues().properties(QUEUE)).lanes()).isEqualTo(LANES);
    assertThat(create(QUEUE, LANES)).isFalse();
    assertThat(ask(queues().create(QUEUE))).as("a client that knows no lanes").isFalse();
    assertFails(() -> create(QUEUE, 2), ErrorCode.QUEUE_ALREADY_EXISTS);
    ask(queues().setMetadata(QUEUE, QueueMetadata.NONE));
    assertThat(takeAll()).hasSize(20);
  }

  @Test
  void aQueueHasOneToSixteenLanes() {
    assertThat(create(new QueueName("one"), 1)).isTrue();
    assertThat(create(new QueueName("sixteen"), QueueLimits.MAX_LANES)).isTrue();
    assertFails(
        () -> create(new QueueName("none"), 0), ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE);
    assertFails(
        () -> create(new QueueName("more"), QueueLimits.MAX_LANES + 1),
        ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE);
  }

  @Test
  void anOrderingKeyHasOneTo128Characters() {
    var text = NewMessage.of("x");

    put(text.orderedBy("k"));
    put(text.orderedBy("k".repeat(QueueLimits.MAX_ORDERING_KEY_CHARS)));
    assertFails(() -> text.orderedBy(""), ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE);
    assertFails(
        () -> text.orderedBy("k".repeat(QueueLimits.MAX_ORDERING_KEY_CHARS + 1)),
        ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE);
  }

  @Test
  void messagesThatAreGivenUpKeepTheirOrder() {
    var poison = new QueueName("poison");
    create(poison, 2);
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, poison)));
    for (var i = 0; i < 20; i++) {
      put(NewMessage.of("m" + (char) ('a' + i)).orderedBy("one"));
    }
    for (var i = 0; i < 20; i++) {
      var held = ask(queues().take(QUEUE, new Take(1, LONG))).get(0);
      ask(queues().update(QUEUE, HeldMessage.of(held), MessageUpdate.hiddenFor(Duration.ZERO)));
    }

    assertThat(takeAll()).isEmpty();

    assertThat(count()).isZero();
    assertThat(takeAll(poison)).hasSize(20).isSorted();
  }

  @Test
  void oneCommitPutsMessagesIntoSeveralLanesInTheOrderOfTheirKeys() {
    var messages = IntStream.range(0, 60)
        .mapToObj(i -> new AddressedMessage(
            QUEUE, NewMessage.of("k" + i % 6 + (char) ('A' + i / 6)).orderedBy("k" + i % 6)))
        .toList();
    var table = new TableName("Orders");
    ask(store.engine().account(AccountName.DEVELOPMENT).createTable(table));
    var entity = Entity.builder("p", "r").build();

    var sent = ask(store
            .engine()
            .outbox(AccountName.DEVELOPMENT)
            .commit(JointCommit.of(TableWrite.of(table, new Write.Insert(entity))), messages))
        .messages();

    assertThat(sent).extracting(SentMessage::id).doesNotHaveDuplicates();
    var texts = takeAll();
    for (var key = 0; key < 6; key++) {
      var prefix = "k" + key;
      assertThat(texts.stream().filter(text -> text.startsWith(prefix)))
          .hasSize(10)
          .isSorted();
    }
  }

  @Test
  void theSweepRemovesExpiredMessagesOfAllLanes() {
    Flux.range(0, 40)
        .concatMap(i ->
            queues().put(QUEUE, NewMessage.of("x").expiringAfter(QueueLimits.MIN_TIME_TO_LIVE)))
        .blockLast(TestStore.PATIENCE);

    Mono.fromSupplier(
            () -> QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE)
                .isEmpty())
        .filter(swept -> swept)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(TestStore.PATIENCE);
  }

  /**
   * More takes than messages wait while messages arrive in all lanes. Each message goes to one
   * take, and the other takes end empty.
   */
  @Test
  void waitingTakesGetEachMessageOnce() {
    var wait = Duration.ofSeconds(2);
    var taking = Flux.range(0, 600)
        .flatMap(i -> queues().take(QUEUE, new Take(1, LONG, wait)), 600)
        .concatMapIterable(taken -> taken)
        .map(TakenMessage::text)
        .collectList();
    var sending = Flux.range(0, 400)
        .flatMap(i -> queues().put(QUEUE, NewMessage.of("m" + i)), 16)
        .then(Mono.just(true));

    var texts = Mono.zip(taking, sending).block(TestStore.PATIENCE).getT1();

    assertThat(texts)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 400).mapToObj(i -> "m" + i).toList());
    assertThat(store.engine().waitingTakes()).isZero();
  }

  @Test
  void theDeletionOfTheQueueEndsTheWaitsAtAllLanes() {
    var waiting =
        queues().take(QUEUE, new Take(1, LONG, Duration.ofSeconds(60))).toFuture();
    Mono.fromSupplier(() -> store.engine().waitingTakes() == LANES)
        .filter(waits -> waits)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(5)))
        .block(TestStore.PATIENCE);

    ask(queues().delete(QUEUE));

    assertFails(
        () -> Mono.fromFuture(waiting).block(TestStore.PATIENCE), ErrorCode.QUEUE_NOT_FOUND);
  }

  private Boolean create(QueueName name, int lanes) {
    return queues().create(name, QueueMetadata.NONE, lanes).block(TestStore.PATIENCE);
  }

  private void send(int messages) {
    for (var i = 0; i < messages; i++) {
      put(NewMessage.of("m" + i));
    }
  }

  private SentMessage put(NewMessage message) {
    return ask(queues().put(QUEUE, message.neverExpiring()));
  }

  private List<String> takeAll() {
    return takeAll(QUEUE);
  }

  /** Takes by one consumer until no lane has a message. */
  private List<String> takeAll(QueueName name) {
    var texts = new ArrayList<String>();
    for (var taken = ask(queues().take(name, new Take(7, LONG)));
        !taken.isEmpty();
        taken = ask(queues().take(name, new Take(7, LONG)))) {
      taken.forEach(message -> texts.add(message.text()));
    }
    return texts;
  }

  private long count() {
    return ask(queues().properties(QUEUE)).messages();
  }

  private long shards(QueueName name) {
    var queue = store.engine().store().catalog().queues().find(AccountName.DEVELOPMENT, name);
    return Lane.of(queue).stream()
        .map(lane -> store.engine().store().commands().shardOf(QueueKeys.counter(lane)))
        .distinct()
        .count();
  }

  private int laneOf(MessageId id) {
    var queue = store.engine().store().catalog().queues().find(AccountName.DEVELOPMENT, QUEUE);
    return Lane.ofMessage(queue, id).number();
  }

  private QueueService queues() {
    return store.engine().queues(AccountName.DEVELOPMENT);
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(TestStore.PATIENCE);
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
