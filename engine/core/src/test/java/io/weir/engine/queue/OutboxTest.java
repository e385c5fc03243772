package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.OutboxCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.NewMessage;
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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** Entity writes and messages in one commit. */
final class OutboxTest {

  private static final QueueName ORDERS = new QueueName("orders");
  private static final QueueName BILLS = new QueueName("bills");

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    store.create();
    ask(queues().create(ORDERS));
    ask(queues().create(BILLS));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void writesAndMessagesAreThereTogetherAndSurviveACrash() throws IOException {
    var answer = commit(insert("1"), to(ORDERS, "a"), to(BILLS, "b"), to(ORDERS, "c"));

    assertThat(answer.results()).hasSize(1);
    store.rebuild();
    assertThat(store.rowKeys()).containsExactly("1");
    var orders = take(ORDERS);
    assertThat(orders).extracting(TakenMessage::text).containsExactly("a", "c");
    var bills = take(BILLS);
    assertThat(bills).extracting(TakenMessage::text).containsExactly("b");
    assertThat(answer.messages())
        .extracting(SentMessage::id)
        .containsExactly(orders.get(0).id(), bills.get(0).id(), orders.get(1).id());
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, ORDERS);
  }

  @Test
  void aRefusedWritePutsNoMessage() {
    commit(insert("1"), to(ORDERS, "first"));

    assertFails(insert("1"), 0, ErrorCode.ENTITY_ALREADY_EXISTS, to(ORDERS, "second"));

    assertThat(take(ORDERS)).extracting(TakenMessage::text).containsExactly("first");
  }

  @Test
  void aValueThatAnotherEntityHoldsPutsNoMessage() {
    store.declare(IndexDefinition.of("byMail", "Mail").uniquely());
    store.awaitIndexes();
    commit(insert("1", "ann@weir"), to(ORDERS, "first"));

    assertFails(insert("2", "ann@weir"), 0, ErrorCode.UNIQUE_INDEX_VIOLATION, to(ORDERS, "second"));
    commit(insert("3", "bo@weir"), to(ORDERS, "third"));

    assertThat(store.rowKeys()).containsExactly("1", "3");
    assertThat(take(ORDERS)).extracting(TakenMessage::text).containsExactly("first", "third");
  }

  @Test
  void aMessageToAnAbsentQueueWritesNothing() {
    assertFails(
        insert("1"),
        2,
        ErrorCode.QUEUE_NOT_FOUND,
        to(ORDERS, "a"),
        to(new QueueName("absent"), "b"));

    assertThat(store.rowKeys()).isEmpty();
    assertThat(take(ORDERS)).isEmpty();
  }

  @Test
  void aHundredMessagesAreTheLimit() {
    commit(insert("1"), many(100));
    assertFails(
        insert("2"), TableServiceException.NO_OPERATION, ErrorCode.INVALID_INPUT, many(101));

    assertThat(ask(queues().properties(ORDERS)).messages()).isEqualTo(100);
    assertThat(take(ORDERS)).extracting(TakenMessage::text).startsWith("m0", "m1", "m2");
    assertThat(store.rowKeys()).containsExactly("1");
  }

  @Test
  void nothingHappensBeforeSubscription() {
    var unused = store
        .engine()
        .outbox(AccountName.DEVELOPMENT)
        .commit(insert("1"), List.of(to(ORDERS, "a")));

    assertThat(store.rowKeys()).isEmpty();
  }

  private static AddressedMessage[] many(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> to(ORDERS, "m" + number))
        .toArray(AddressedMessage[]::new);
  }

  private void assertFails(
      JointCommit writes, int operation, ErrorCode code, AddressedMessage... messages) {
    assertThatThrownBy(() -> commit(writes, messages))
        .isInstanceOfSatisfying(TableServiceException.class, failure -> {
          assertThat(failure.code()).isEqualTo(code);
          assertThat(failure.failedOperation()).isEqualTo(operation);
        });
  }

  private OutboxCommit commit(JointCommit writes, AddressedMessage... messages) {
    return ask(store.engine().outbox(AccountName.DEVELOPMENT).commit(writes, List.of(messages)));
  }

  private static JointCommit insert(String row, String mail) {
    return JointCommit.of(TableWrite.of(
        TestStore.TABLE,
        new Write.Insert(Entity.builder("p", row).set("Mail", mail).build())));
  }

  private static JointCommit insert(String row) {
    return JointCommit.of(
        TableWrite.of(TestStore.TABLE, new Write.Insert(Entity.builder("p", row).build())));
  }

  private static AddressedMessage to(QueueName queue, String text) {
    return new AddressedMessage(queue, NewMessage.of(text));
  }

  private List<TakenMessage> take(QueueName queue) {
    return ask(queues().take(queue, Take.upTo(32)));
  }

  private QueueService queues() {
    return store.engine().queues(AccountName.DEVELOPMENT);
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(TestStore.PATIENCE);
  }
}
