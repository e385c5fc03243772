package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Messages that were taken too often move to another queue, in the same shard or in another. */
final class DeadLettersTest {

  private static final QueueName QUEUE = new QueueName("orders");

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    ask(queues().create(QUEUE));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"poison-a", "poison-b", "poison-c", "poison-d", "poison-e"})
  void aMessageIsTakenAsOftenAsTheRuleAllowsAndThenMoves(String name) {
    var poison = new QueueName(name);
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(2, poison)));
    put("bad");

    takeAndRelease();
    takeAndRelease();
    put("good");

    assertThat(take()).extracting(TakenMessage::text).containsExactly("good");
    assertThat(texts(poison)).containsExactly("bad");
    assertThat(ask(queues().properties(QUEUE)).messages()).isEqualTo(1);
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE);
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, poison);
  }

  @Test
  void aTakeThatMeetsOnlySuchMessagesIsEmptyAndMovesThemAll() {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, poison)));
    putMany(70);
    releaseAll(ask(takeAll()));

    assertThat(take()).isEmpty();

    assertThat(ask(queues().properties(poison)).messages()).isEqualTo(70);
    assertThat(ask(queues().properties(QUEUE)).messages()).isZero();
  }

  @Test
  void concurrentConsumersMoveEachMessageOnce() {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, poison)));
    putMany(100);
    releaseAll(ask(takeAll()));

    Flux.range(0, 16)
        .flatMap(consumer -> queues().take(QUEUE, Take.upTo(3)), 16)
        .blockLast(TestStore.PATIENCE);

    assertThat(ask(queues().properties(QUEUE)).messages()).isZero();
    assertThat(QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, poison)
            .values())
        .hasSize(100)
        .doesNotHaveDuplicates();
  }

  @Test
  void whileTheOtherQueueDoesNotExistMessagesAreTakenOn() {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, poison)));
    put("bad");
    takeAndRelease();
    ask(queues().delete(poison));

    assertThat(take()).extracting(TakenMessage::text).containsExactly("bad");
  }

  @Test
  void theRuleSurvivesACrashAndCanBeRemoved() throws IOException {
    var poison = new QueueName("poison");
    ask(queues().create(poison));
    ask(queues().setDeadLetters(QUEUE, new DeadLetters(3, poison)));
    store.rebuild();
    assertThat(ask(queues().deadLetters(QUEUE))).isEqualTo(new DeadLetters(3, poison));

    ask(queues().removeDeadLetters(QUEUE));

    assertThat(ask(queues().deadLetters(QUEUE))).isNull();
  }

  @Test
  void aRuleNeedsAnotherQueueThatExists() {
    assertFails(new QueueName("absent"), ErrorCode.QUEUE_NOT_FOUND);
    assertFails(QUEUE, ErrorCode.INVALID_INPUT);
  }

  private void assertFails(QueueName receiver, ErrorCode code) {
    assertThatThrownBy(() -> ask(queues().setDeadLetters(QUEUE, new DeadLetters(1, receiver))))
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private QueueService queues() {
    return store.engine().queues(AccountName.DEVELOPMENT);
  }

  private void put(String text) {
    ask(queues().put(QUEUE, NewMessage.of(text)));
  }

  private void putMany(int count) {
    Flux.range(0, count)
        .flatMap(i -> queues().put(QUEUE, NewMessage.of("bad" + i)))
        .blockLast(TestStore.PATIENCE);
  }

  private List<TakenMessage> take() {
    return ask(queues().take(QUEUE, Take.upTo(32)));
  }

  /** Takes messages until there are none. */
  private Mono<List<TakenMessage>> takeAll() {
    return queues()
        .take(QUEUE, Take.upTo(32))
        .repeat()
        .takeUntil(List::isEmpty)
        .flatMapIterable(messages -> messages)
        .collectList();
  }

  private void takeAndRelease() {
    var taken = take();
    assertThat(taken).hasSize(1);
    taken.forEach(this::release);
  }

  private void releaseAll(List<TakenMessage> messages) {
    Flux.fromIterable(messages)
        .flatMap(message ->
            queues().update(QUEUE, HeldMessage.of(message), MessageUpdate.hiddenFor(Duration.ZERO)))
        .blockLast(TestStore.PATIENCE);
  }

  private void release(TakenMessage message) {
    ask(queues().update(QUEUE, HeldMessage.of(message), MessageUpdate.hiddenFor(Duration.ZERO)));
  }

  private List<String> texts(QueueName name) {
    return ask(queues().peek(name, new Peek(32))).stream()
        .map(message -> message.text().value())
        .toList();
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(TestStore.PATIENCE);
  }
}
