package io.weir.server.rest;

import static io.weir.server.rest.BatchBody.changeSet;
import static io.weir.server.rest.BatchBody.insert;
import static io.weir.server.rest.BatchBody.operation;
import static io.weir.server.rest.BatchBody.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.write.Write;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.server.EngineServer;
import io.weir.server.TestRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** Messages in transactions with {@code x-weir-scope: account}, as bytes and through the client. */
final class JointMessagesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final TableName TABLE = new TableName("Batched");
  private static final QueueName QUEUE = new QueueName("orders");
  private static final String MESSAGE =
      "Content-Type: application/xml\r\n\r\n<QueueMessage><MessageText>hello</MessageText></QueueMessage>";

  @RegisterExtension
  static final EngineServer SERVED = EngineServer.start();

  @BeforeAll
  static void create() {
    ask(SERVED.engine().account(AccountName.DEVELOPMENT).createTable(TABLE));
    ask(queues().create(QUEUE));
  }

  @AfterEach
  void clear() {
    ask(queues().clear(QUEUE));
  }

  @Test
  void aChangeSetHoldsWritesAndThenMessages() {
    var answer = joint(insert(SERVED.server(), "a1", "r"), message("/orders/messages"));

    assertThat(statuses(answer)).containsExactly(204, 201);
    assertThat(answer.body()).contains("<QueueMessagesList><QueueMessage><MessageId>");
    assertThat(texts()).containsExactly("hello");
    assertThat(isStored("a1")).isTrue();
  }

  @Test
  void optionsOfAMessageCount() {
    joint(
        insert(SERVED.server(), "a2", "r"),
        message("/orders/messages?visibilitytimeout=600&messagettl=-1"));

    assertThat(texts()).isEmpty();
    assertThat(ask(queues().properties(QUEUE)).messages()).isEqualTo(1);
  }

  @Test
  void anOrderingKeyOfAMessageCounts() {
    var refused = joint(
        insert(SERVED.server(), "a2k", "r"),
        message("/orders/messages?orderingKey=" + "k".repeat(129)));
    assertThat(statuses(refused)).containsExactly(400);

    var stored =
        joint(insert(SERVED.server(), "a2k", "r"), message("/orders/messages?orderingKey=17"));
    assertThat(statuses(stored)).containsExactly(204, 201);
    assertThat(texts()).containsExactly("hello");
  }

  @Test
  void anAbsentQueueIsNamedByItsPartAndNothingIsStored() {
    var answer = joint(
        insert(SERVED.server(), "a3", "r"),
        message("/orders/messages"),
        message("/absent/messages"));

    assertThat(statuses(answer)).containsExactly(404);
    assertThat(answer.body()).contains("QueueNotFound").contains("\"value\":\"2:");
    assertThat(texts()).isEmpty();
    assertThat(isStored("a3")).isFalse();
  }

  @Test
  void aFailingWritePutsNoMessage() {
    joint(insert(SERVED.server(), "taken4", "r"));

    var answer = joint(insert(SERVED.server(), "taken4", "r"), message("/orders/messages"));

    assertThat(statuses(answer)).containsExactly(409);
    assertThat(texts()).isEmpty();
  }

  @Test
  void aWriteAfterAMessageIsRefused() {
    var answer = joint(
        insert(SERVED.server(), "a5", "r"),
        message("/orders/messages"),
        insert(SERVED.server(), "b5", "r"));

    assertThat(answer.body()).contains("writesBeforeMessages").contains("2:");
    assertThat(texts()).isEmpty();
  }

  @Test
  void withoutTheHeaderAMessageIsRefused() {
    var answer = BatchBody.send(
        SERVED.server(),
        changeSet(insert(SERVED.server(), "a6", "r"), message("/orders/messages")));

    assertThat(answer.body()).contains("InvalidInput");
    assertThat(texts()).isEmpty();
    assertThat(isStored("a6")).isFalse();
  }

  @Test
  void aBrokenMessageIsRefused() {
    var broken = operation(SERVED.server(), "POST", "/orders/messages", "\r\n<QueueMessage>");

    var answer = joint(insert(SERVED.server(), "a7", "r"), broken);

    assertThat(answer.body()).contains("InvalidXmlDocument").contains("1:");
    assertThat(isStored("a7")).isFalse();
  }

  @Test
  void aHundredMessagesAreAcceptedAndOneMoreIsRefused() {
    var write = Stream.of(insert(SERVED.server(), "a8", "r"));
    var messages = Collections.nCopies(Outbox.MAX_MESSAGES, message("/orders/messages"));
    var accepted = Stream.concat(write, messages.stream()).toArray(String[]::new);
    assertThat(statuses(joint(accepted))).hasSize(101);

    var more = Stream.concat(
            Stream.of(insert(SERVED.server(), "b8", "r"), message("/orders/messages")),
            messages.stream())
        .toArray(String[]::new);
    assertThat(joint(more).body()).contains("messages=101 limit=100");
    assertThat(isStored("b8")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = DialectChoice.class,
      names = {"STREAMING", "REST"})
  void theClientCommitsWritesAndMessages(DialectChoice dialect) {
    try (var client = client(dialect)) {
      var key = new EntityKey("client-" + dialect, "r");
      var write = JointCommit.of(TableWrite.of(
          TABLE,
          new Write.Insert(Entity.builder(key.partitionKey(), key.rowKey()).build())));
      var texts =
          IntStream.range(0, 5).mapToObj(i -> " <m" + i + "> & \r\n--x ").toList();
      var messages = texts.stream()
          .map(text -> new AddressedMessage(QUEUE, NewMessage.of(text)))
          .toList();

      var committed = ask(client.commit(write, messages));

      assertThat(committed.results()).hasSize(1);
      assertThat(texts()).isEqualTo(texts);
      assertThat(isStored(key.partitionKey())).isTrue();
      var first = committed.messages().get(0);
      ask(queues().deleteMessage(QUEUE, HeldMessage.of(first)));
      assertThat(texts()).hasSize(4);

      assertThatThrownBy(() -> ask(client.commit(write, messages)))
          .isInstanceOfSatisfying(TableServiceException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.ENTITY_ALREADY_EXISTS);
            assertThat(failure.failedOperation()).isZero();
          });
      assertThat(texts()).hasSize(4);
    }
  }

  @Test
  void theClientNamesTheMessageThatFails() {
    try (var client = client(DialectChoice.STREAMING)) {
      var write = JointCommit.of(
          TableWrite.of(TABLE, new Write.Insert(Entity.builder("a9", "r").build())));
      var messages = List.of(
          new AddressedMessage(QUEUE, NewMessage.of("a")),
          new AddressedMessage(new QueueName("absent"), NewMessage.of("b")));

      assertThatThrownBy(() -> ask(client.commit(write, messages)))
          .isInstanceOfSatisfying(TableServiceException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.QUEUE_NOT_FOUND);
            assertThat(failure.failedOperation()).isEqualTo(2);
          });
      assertThat(isStored("a9")).isFalse();
    }
  }

  private static WeirClient client(DialectChoice dialect) {
    return WeirClient.builder()
        .endpoint(SERVED.server().accountUrl())
        .dialect(dialect)
        .connect();
  }

  private static String message(String resource) {
    return operation(SERVED.server(), "POST", resource, MESSAGE);
  }

  private static HttpResponse<String> joint(String... operations) {
    return TestRequest.post(SERVED.server(), "/$batch", changeSet(operations))
        .header("Content-Type", BatchBody.TYPE)
        .header("x-weir-scope", "account")
        .send();
  }

  private static List<String> texts() {
    return ask(queues().peek(QUEUE, new Peek(32))).stream()
        .map(message -> message.text().value())
        .toList();
  }

  private static boolean isStored(String partition) {
    var found =
        SERVED.engine().account(AccountName.DEVELOPMENT).get(TABLE, new EntityKey(partition, "r"));
    return ask(found) != null;
  }

  private static QueueService queues() {
    return SERVED.engine().queues(AccountName.DEVELOPMENT);
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(PATIENCE);
  }
}
