package io.weir.server.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.Delivery;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Reception;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.wire.SharedKey;
import io.weir.client.DialectChoice;
import io.weir.client.RequestContext;
import io.weir.client.WeirQueues;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The queues of a running service through the client, by HTTP/1.1 and by HTTP/2. */
@ParameterizedClass
@EnumSource(
    value = DialectChoice.class,
    names = {"STREAMING", "REST"})
final class RemoteQueuesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicInteger NAMES = new AtomicInteger();

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  @Parameter
  DialectChoice dialect;

  private final QueueName queue = new QueueName("orders-" + NAMES.incrementAndGet());
  private WeirQueues queues;

  @BeforeEach
  void connect() {
    queues = WeirQueues.builder().endpoint(SERVED.accountUrl()).dialect(dialect).connectQueues();
    assertThat(ask(queues.create(queue))).isTrue();
  }

  @AfterEach
  void disconnect() {
    queues.closeLater().block(PATIENCE);
  }

  @Test
  void queuesAreCreatedListedDescribedAndDeleted() {
    var metadata = new QueueMetadata(Map.of("Owner", "a b", "kind", "<1>&2"));
    var other = new QueueName(queue + "-other");

    assertThat(ask(queues.create(queue))).isFalse();
    assertThat(ask(queues.create(other, metadata))).isTrue();
    assertFails(queues.create(other), ErrorCode.QUEUE_ALREADY_EXISTS);
    assertThat(ask(queues.properties(other)).metadata()).isEqualTo(metadata);
    var page = ask(queues.list(new QueueListing(queue.value(), "", 1)));
    assertThat(page.queues()).extracting(ListedQueue::name).containsExactly(queue);
    var rest = ask(queues.list(new QueueListing(queue.value(), "", 1).from(page.nextMarker())));
    assertThat(rest.queues()).containsExactly(new ListedQueue(other, metadata));
    ask(queues.setMetadata(other, QueueMetadata.NONE));
    assertThat(ask(queues.properties(other)).metadata()).isEqualTo(QueueMetadata.NONE);
    ask(queues.delete(other));
    assertFails(queues.delete(other), ErrorCode.QUEUE_NOT_FOUND);
  }

  @Test
  void messagesOfOneOrderingKeyStayInOrderInAQueueOfLanes() {
    var lanes = new QueueName(queue + "-lanes");
    assertThat(ask(queues.create(lanes, QueueMetadata.NONE, 8))).isTrue();
    assertThat(ask(queues.create(lanes, QueueMetadata.NONE, 8))).isFalse();
    assertFails(queues.create(lanes, QueueMetadata.NONE, 4), ErrorCode.QUEUE_ALREADY_EXISTS);
    assertThat(ask(queues.properties(lanes)).lanes()).isEqualTo(8);
    for (var i = 0; i < 20; i++) {
      ask(queues.put(
          lanes, NewMessage.of((i % 2) + "-" + (char) ('a' + i)).orderedBy("k" + i % 2)));
    }

    var texts = queues
        .receive(lanes, Reception.DEFAULT)
        .concatMap(message -> message.acknowledge().thenReturn(message.text()))
        .take(20)
        .collectList()
        .block(PATIENCE);

    assertThat(texts).hasSize(20);
    assertThat(texts.stream().filter(text -> text.startsWith("0"))).hasSize(10).isSorted();
    assertThat(texts.stream().filter(text -> text.startsWith("1"))).hasSize(10).isSorted();
  }

  @Test
  void aMessageIsPutSeenTakenUpdatedAndDeleted() {
    var text = " <a>&\r\n\t\u00e9\ud83d\ude00 ";
    var message = new NewMessage(new MessageText(text), Duration.ZERO, null);

    var sent = ask(queues.put(queue, message));
    assertThat(sent.expiresAt()).isEqualTo(Message.NEVER);
    assertThat(sent.insertedAt())
        .isBetween(Instant.now(Clock.systemUTC()).minus(PATIENCE), Instant.now(Clock.systemUTC()))
        .isEqualTo(sent.insertedAt()
            .truncatedTo(dialect == DialectChoice.REST ? ChronoUnit.SECONDS : ChronoUnit.MILLIS));
    var seen = ask(queues.peek(queue, new Peek(32)));
    assertThat(seen).extracting(each -> each.text().value()).containsExactly(text);
    var taken = ask(queues.take(queue, Take.upTo(32))).get(0);
    assertThat(taken.text()).isEqualTo(text);
    assertThat(taken.id()).isEqualTo(sent.id());
    assertThat(taken.message().dequeueCount()).isEqualTo(1);
    assertThat(ask(queues.properties(queue)).messages()).isEqualTo(1);
    assertThat(ask(queues.peek(queue, new Peek(32)))).isEmpty();
    var hidden = ask(queues.peekHidden(queue, new Peek(32))).get(0);
    assertThat(hidden.message().id()).isEqualTo(sent.id());
    assertThat(hidden.message().text().value()).isEqualTo(text);
    assertThat(hidden.nextVisibleAt().truncatedTo(ChronoUnit.SECONDS))
        .isEqualTo(taken.nextVisibleAt().truncatedTo(ChronoUnit.SECONDS));

    var update = new MessageUpdate(Duration.ZERO, new MessageText("second"));
    var renewed = ask(queues.update(queue, HeldMessage.of(taken), update));
    assertFails(queues.deleteMessage(queue, HeldMessage.of(taken)), ErrorCode.POP_RECEIPT_MISMATCH);
    assertThat(ask(queues.peek(queue, new Peek(1))).get(0).text().value()).isEqualTo("second");
    assertThat(ask(queues.peekHidden(queue, new Peek(1)))).isEmpty();
    var held = new HeldMessage(taken.id(), renewed.receipt());
    ask(queues.deleteMessage(queue, held));
    assertFails(queues.deleteMessage(queue, held), ErrorCode.MESSAGE_NOT_FOUND);
  }

  @Test
  void clearingRemovesAllMessages() {
    ask(queues.put(queue, NewMessage.of("a")));
    ask(queues.take(queue, Take.upTo(1)));

    ask(queues.clear(queue));

    assertThat(ask(queues.properties(queue)).messages()).isZero();
  }

  @Test
  void theRuleOfDeadLettersIsSetReadAndRemoved() {
    var poison = new QueueName(queue + "-poison");
    ask(queues.create(poison));
    var rule = new DeadLetters(3, poison);

    assertThat(ask(queues.deadLetters(queue))).isNull();
    ask(queues.setDeadLetters(queue, rule));
    assertThat(ask(queues.deadLetters(queue))).isEqualTo(rule);
    ask(queues.removeDeadLetters(queue));
    assertThat(ask(queues.deadLetters(queue))).isNull();
  }

  @Test
  void aTakeWaitsForAMessage() {
    var taken =
        queues.take(queue, Take.upTo(1).waitingUpTo(Duration.ofSeconds(60))).toFuture();
    awaitWaiting(1);

    ask(queues.put(queue, NewMessage.of("a")));

    assertThat(Mono.fromFuture(taken).block(PATIENCE))
        .extracting(TakenMessage::text)
        .containsExactly("a");
  }

  @Test
  void aWaitLongerThanTheSilenceTimeoutIsSeveralRequests() {
    try (var hasty = WeirQueues.builder()
        .endpoint(SERVED.accountUrl())
        .dialect(dialect)
        .silenceTimeout(Duration.ofSeconds(2))
        .connectQueues()) {
      assertThat(ask(hasty.take(queue, Take.upTo(1).waitingUpTo(Duration.ofSeconds(3)))))
          .isEmpty();
      assertThat(hasty.statistics().attempts()).isEqualTo(3);
    }
  }

  @Test
  void cancellingATakeEndsItsWait() {
    var waiting =
        queues.take(queue, Take.upTo(1).waitingUpTo(Duration.ofSeconds(60))).subscribe();
    awaitWaiting(1);

    waiting.dispose();

    awaitWaiting(0);
  }

  @Test
  void aStreamReceivesEachMessageOnceAndAsManyAsAreRequested() {
    var texts = Flux.range(0, 100).map(i -> "m" + i);
    var received = queues
        .receive(queue, Reception.DEFAULT)
        .flatMap(delivery -> delivery.acknowledge().thenReturn(delivery.text()), 8)
        .take(100)
        .collectList()
        .toFuture();
    texts.flatMap(text -> queues.put(queue, NewMessage.of(text)), 16).blockLast(PATIENCE);

    var all = Mono.fromFuture(received).block(PATIENCE);

    assertThat(all).hasSize(100);
    assertThat(new HashSet<>(all)).hasSize(100);
    awaitWaiting(0);
  }

  @Test
  void aStreamRenewsWhatItsSubscriberHolds() {
    ask(queues.put(queue, NewMessage.of("slow")));
    var held = queues
        .receive(queue, Reception.DEFAULT.hidingFor(Duration.ofSeconds(1)))
        .concatMap(delivery -> Mono.delay(Duration.ofMillis(2_500)).thenReturn(delivery), 0)
        .next()
        .delayUntil(Delivery::acknowledge);

    assertThat(held.block(PATIENCE).message().dequeueCount()).isEqualTo(1);
    assertThat(ask(queues.properties(queue)).messages()).isZero();
  }

  @Test
  void requestIdsAndSignaturesOfRequestsWithBodiesAreAccepted() {
    var sent = queues
        .put(queue, NewMessage.of("a"))
        .contextWrite(RequestContext.requestId("order-4711"))
        .block(PATIENCE);

    assertThat(sent).isNotNull();
  }

  @Test
  void aWrongKeyIsRefused() {
    try (var stranger = WeirQueues.builder()
        .endpoint(SERVED.accountUrl())
        .dialect(dialect)
        .key("AAAA")
        .connectQueues()) {
      assertFails(stranger.properties(queue), ErrorCode.AUTHENTICATION_FAILED);
    }
  }

  @Test
  void aSharedAccessSignatureAllowsWhatItNames() {
    var signer = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var text = "a\n\n2099-01-01T00:00:00Z\n/queue/" + AccountName.DEVELOPMENT + "/" + queue
        + "\n\n\n\n2020-12-06";
    var query = "sv=2020-12-06&sp=a&se=2099-01-01T00%3A00%3A00Z&sig="
        + URLEncoder.encode(signer.sign(text), UTF_8);
    try (var sender = WeirQueues.builder()
        .endpoint(SERVED.accountUrl())
        .dialect(dialect)
        .sharedAccessSignature(query)
        .connectQueues()) {
      ask(sender.put(queue, NewMessage.of("a")));
      assertFails(sender.take(queue, Take.upTo(1)), ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH);
    }
  }

  private static void assertFails(Mono<?> question, ErrorCode code) {
    assertThatThrownBy(() -> ask(question))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).as(failure.facts()).isEqualTo(code));
  }

  private static void awaitWaiting(int requests) {
    Mono.fromSupplier(() -> SERVED.engine().waitingTakes())
        .filter(waiting -> waiting == requests)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(5)))
        .block(PATIENCE);
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(PATIENCE);
  }
}
