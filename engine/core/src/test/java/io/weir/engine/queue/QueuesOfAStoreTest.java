package io.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.Message;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.TestStore;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.StoreCheck;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Queues in a store: their life, restarts, backups, the sweep, and a clock that is set back. */
final class QueuesOfAStoreTest {

  private static final QueueName QUEUE = new QueueName("orders");
  private static final AccountName OTHER = new AccountName("other");

  @TempDir
  private Path folder;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
  private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder.resolve("store"))
        .withSegmentBytes(16 << 20)
        .withClock(clock)
        .withExpirySweep(Duration.ofMillis(20)));
    ask(queues().create(QUEUE, new QueueMetadata(Map.of("Owner", "Jane"))));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void messagesAreTakenInTheOrderInWhichTheyWereSent() {
    for (var i = 0; i < 50; i++) {
      put("m" + i);
    }

    assertThat(take(20)).extracting(TakenMessage::text).startsWith("m0", "m1").endsWith("m19");
    assertThat(take(32)).extracting(TakenMessage::text).startsWith("m20").endsWith("m49");
    assertThat(take(1)).isEmpty();
  }

  @Test
  void aStopAndACrashKeepQueuesMessagesAndReceipts() throws IOException {
    put("waiting");
    put("held");
    var held = take(1).get(0);

    store.restart();
    assertThat(seen()).containsExactly("held");
    store.engine().store().checkpoint();
    put("later");
    store.rebuild();

    assertThat(seen()).containsExactly("held", "later");
    assertThat(ask(queues().properties(QUEUE)).metadata().texts()).containsEntry("owner", "Jane");
    ask(queues().deleteMessage(QUEUE, HeldMessage.of(held)));
    assertThat(count()).isEqualTo(2);
    QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE);
  }

  @Test
  void queuesArePartOfABackupAndSound() throws IOException {
    put("kept");
    var backup = folder.resolve("backup");
    store.engine().backup(backup, CopyListener.NOBODY).block(TestStore.PATIENCE);
    put("lost");
    Restore.run(backup, folder.resolve("restored"), new RestorePoint.End(), CopyListener.NOBODY);

    try (var copy =
        TestStore.open(StoreOptions.in(folder.resolve("restored")).withSegmentBytes(16 << 20))) {
      var queues = copy.engine().queues(AccountName.DEVELOPMENT);
      assertThat(ask(queues.peek(QUEUE, new Peek(32)))).hasSize(1);
    }
    assertThat(StoreCheck.run(folder.resolve("restored"), folder, new Unheard()).isSound())
        .isTrue();
  }

  @Test
  void aDeletedQueueReturnsItsPages() {
    var before = store.pages();
    Flux.range(0, 2_000)
        .flatMap(i -> queues().put(QUEUE, NewMessage.of("x".repeat(500))))
        .blockLast();
    assertThat(store.pages()).isGreaterThan(before + 50);

    ask(queues().delete(QUEUE));

    await(() -> store.pages() <= before + 10);
    assertThat(ask(queues().create(QUEUE))).isTrue();
    assertThat(seen()).isEmpty();
  }

  @Test
  void expiredMessagesAreInvisibleAtOnceAndSwept() {
    put("stays");
    putExpiring(300);
    assertThat(count()).isEqualTo(301);

    now.updateAndGet(at -> at.plusSeconds(6));

    assertThat(count()).isEqualTo(1);
    await(() -> store.engine().store().sweepers().messagesRemoved() == 300);
    assertThat(count()).isEqualTo(1);
    assertThat(QueueEntries.assertSound(store.engine().store(), AccountName.DEVELOPMENT, QUEUE))
        .hasSize(1);
  }

  @Test
  void aTakeReachesALiveMessageBehindManyExpiredOnes() throws IOException {
    store.restart(options -> options.withExpirySweep(Duration.ofDays(1)));
    putExpiring(450);
    put("live");
    now.updateAndGet(at -> at.plusSeconds(6));

    assertThat(take(1)).extracting(TakenMessage::text).containsExactly("live");
    assertThat(store.engine().store().sweepers().messagesRemoved()).isZero();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void aClockThatIsSetBackHidesNoWaitingMessage() {
    put("before");
    now.updateAndGet(at -> at.minus(Duration.ofHours(1)));
    put("after");

    assertThat(take(2)).extracting(TakenMessage::text).containsExactly("before", "after");
  }

  @Test
  void aCreationTellsWhetherTheQueueIsNew() {
    var same = new QueueMetadata(Map.of("OWNER", "Jane"));

    assertThat(ask(queues().create(QUEUE, same))).isFalse();
    assertFails(() -> ask(queues().create(QUEUE)), ErrorCode.QUEUE_ALREADY_EXISTS);
  }

  @Test
  void accountsHaveTheirOwnQueues() {
    var others = store.engine().queues(OTHER);

    assertFails(() -> ask(others.put(QUEUE, NewMessage.of("x"))), ErrorCode.QUEUE_NOT_FOUND);
    assertThat(ask(others.create(QUEUE))).isTrue();
    put("mine");
    assertThat(ask(others.peek(QUEUE, new Peek(1)))).isEmpty();
  }

  @Test
  void queuesAreNoTables() {
    assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE)).isEmpty();
    assertThat(store.engine().accounts()).isEmpty();
  }

  @Test
  void queuesAreListedByNameInPages() {
    for (var name : List.of("b-1", "b-0", "b-2", "c-0")) {
      ask(queues().create(new QueueName(name)));
    }

    var first = ask(queues().list(new QueueListing("b-", "", 2)));
    var second = ask(queues().list(new QueueListing("b-", "", 2).from(first.nextMarker())));

    assertThat(first.queues())
        .extracting(ListedQueue::name)
        .extracting(QueueName::value)
        .containsExactly("b-0", "b-1");
    assertThat(second.queues())
        .extracting(ListedQueue::name)
        .extracting(QueueName::value)
        .containsExactly("b-2");
    assertThat(second.nextMarker()).isEmpty();
    assertThat(queues().list().count().block(TestStore.PATIENCE)).isEqualTo(5);
  }

  @Test
  void settingsOfAQueueAreKeptUntilItIsDeleted() throws IOException {
    ask(store.engine().settings(AccountName.DEVELOPMENT).changeQueue(QUEUE, Map.of("A", "1")));
    store.rebuild();
    assertThat(store.engine().settings(AccountName.DEVELOPMENT).ofQueue(QUEUE))
        .hasValue(Map.of("A", "1"));

    ask(queues().delete(QUEUE));

    assertThat(store.engine().settings(AccountName.DEVELOPMENT).ofQueue(QUEUE)).isEmpty();
  }

  @Test
  void nothingHappensBeforeSubscription() {
    var unused = queues().put(QUEUE, NewMessage.of("x"));

    assertThat(count()).isZero();
  }

  private static final class Unheard implements CheckListener {

    @Override
    public void begin(String file, long bytes) {}

    @Override
    public void read(long bytes) {}

    @Override
    public void damaged(Finding finding) {
      throw new AssertionError(finding);
    }

    @Override
    public void remark(String what) {}
  }

  private QueueService queues() {
    return store.engine().queues(AccountName.DEVELOPMENT);
  }

  private void put(String text) {
    ask(queues().put(QUEUE, NewMessage.of(text).neverExpiring()));
  }

  private void putExpiring(int count) {
    Flux.range(0, count)
        .flatMap(i -> queues().put(QUEUE, NewMessage.of("x").expiringAfter(Duration.ofSeconds(5))))
        .blockLast(TestStore.PATIENCE);
  }

  private List<TakenMessage> take(int messages) {
    return ask(queues().take(QUEUE, Take.upTo(messages)));
  }

  private List<String> seen() {
    return ask(queues().peek(QUEUE, new Peek(32))).stream()
        .map(Message::text)
        .map(Object::toString)
        .toList();
  }

  private long count() {
    return ask(queues().properties(QUEUE)).messages();
  }

  private static <T> T ask(Mono<T> question) {
    return question.block(TestStore.PATIENCE);
  }

  private static void await(BooleanSupplier condition) {
    Mono.fromSupplier(condition::getAsBoolean)
        .filter(met -> met)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(TestStore.PATIENCE);
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
