package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.indexing.Claims;
import io.weir.engine.loop.Loop;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.LaneSweep;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.tree.node.LoopEntries;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Stretch;
import io.weir.engine.walk.TokenSweep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Work besides plain reads and writes that comes to pages which are not in memory: the loop enters
 * none of them.
 */
final class ColdWorkTest extends StoreInFolder {

  private static final int PARTITIONS = 6;
  private static final int ROWS = 200;
  private static final QueueName QUEUE = new QueueName("notes");
  private static final IndexDefinition UNIQUE =
      IndexDefinition.of("byNumber", "Number").uniquely();

  private final StepThreads pages = new StepThreads();
  private HeldThreads scrub = new HeldThreads();
  private final LoopEntries entries = new LoopEntries();
  private TestStore store;

  @BeforeEach
  void leave() throws IOException {
    try (var before = TestStore.open(options())) {
      before.create();
      before.declare(UNIQUE);
      for (var partition = 0; partition < PARTITIONS; partition++) {
        fill(before, partition);
      }
      before.awaitIndexes();
    }
    reopen();
  }

  private void reopen() throws IOException {
    store = TestStore.open(options(), pages.beside(scrub.environment()));
    pages.run();
    entries.clear();
  }

  /** Leaves the store once more, with more in it. */
  private void leaveWith(Consumer<TestStore> work) throws IOException {
    scrub.forget();
    store.close();
    scrub = new HeldThreads();
    try (var before = TestStore.open(options())) {
      work.accept(before);
    }
    reopen();
  }

  private static void fill(TestStore store, int partition) {
    for (var from = 0; from < ROWS; from += 50) {
      store
          .tables()
          .submit(
              TestStore.TABLE,
              new Batch(IntStream.range(from, from + 50)
                  .mapToObj(row ->
                      (Write) new Write.Upsert(entity(partition, row, row), WriteMode.REPLACE))
                  .toList()))
          .block(TestStore.PATIENCE);
    }
  }

  /** Makes changes with tokens, whose answers fill several leaves. */
  private static void remember(TestStore store) {
    var set = PropertyOperation.of("Note", Operator.SET, new EdmInt32(1));
    Flux.range(0, 40 * PARTITIONS)
        .map(number -> Write.change(new EntityKey("p" + number % PARTITIONS, "000000"), set)
            .withToken(new UUID(0, number))
            .answering(Write.Answer.AFTER))
        .flatMap(change -> store.tables().write(TestStore.TABLE, change))
        .blockLast(TestStore.PATIENCE);
  }

  private static void send(TestStore store) {
    var queues = store.engine().queues(AccountName.DEVELOPMENT);
    queues.create(QUEUE, new QueueMetadata(Map.of()), 8).block(TestStore.PATIENCE);
    var message = NewMessage.of("x".repeat(1_000)).expiringAfter(Duration.ofHours(1));
    Flux.range(0, 100).flatMap(i -> queues.put(QUEUE, message)).blockLast(TestStore.PATIENCE);
  }

  private static Entity entity(int partition, int row, int number) {
    return Entity.builder("p" + partition, String.format("%06d", row))
        .set("Number", partition * 10_000 + number)
        .set("Data", new byte[700])
        .build();
  }

  @AfterEach
  void close() throws IOException {
    entries.close();
    pages.run();
    scrub.forget();
    store.close();
  }

  @Test
  void aUniqueWriteIsPlannedWithoutAWaitOfTheLoop() throws Exception {
    onLoop(() -> store
        .tables()
        .write(TestStore.TABLE, new Write.Upsert(entity(1, 60, 5_000), WriteMode.REPLACE)));
    onLoop(() -> store
        .tables()
        .submit(
            TestStore.TABLE,
            new Batch(IntStream.range(100, 150)
                .mapToObj(
                    row -> (Write) new Write.Upsert(entity(4, row, row + 5_000), WriteMode.REPLACE))
                .toList())));

    assertThat(entries.all()).isEmpty();
    assertThat(store.engine().store().coldReads().pagesRead()).isPositive();
    assertThat(onLoop(() -> store
                .tables()
                .count(TestStore.TABLE, Query.ALL.where("Number eq " + (4 * 10_000 + 5_100))))
            .returned())
        .isEqualTo(1);
  }

  @Test
  void aFeedBeginsWithTheExistingEntitiesWithoutAWaitOfTheLoop() throws Exception {
    var found = onLoop(() -> store
        .tables()
        .changes(FeedScope.of(TestStore.TABLE), FeedStart.BEGINNING)
        .ofType(FeedItem.Change.class)
        .map(FeedItem.Change::key)
        .take(PARTITIONS * ROWS)
        .collectList());

    assertThat(found).hasSize(PARTITIONS * ROWS).doesNotHaveDuplicates();
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void anIndexIsFilledWithoutAWaitOfTheLoop() throws Exception {
    onLoop(() ->
        store.tables().createIndex(TestStore.TABLE, IndexDefinition.of("more", "Number", "Data")));
    store.awaitIndexes();

    assertThat(entries.all()).isEmpty();
  }

  /** Its claims are made by joint commands, which are planned beforehand. */
  @Test
  void aUniqueIndexIsFilledWithoutAWaitOfTheLoop() throws Exception {
    onLoop(() -> store
        .tables()
        .createIndex(
            TestStore.TABLE, IndexDefinition.of("other", "Data", "Number").uniquely()));
    store.awaitIndexes();

    assertThat(entries.all()).isEmpty();
  }

  /**
   * A slice of the sweep is planned from the claims and the entities that hold them, most of which
   * are sound.
   */
  @Test
  void claimsThatARemovedRangeLeftAreSweptWithoutAWaitOfTheLoop() throws Exception {
    onLoop(() -> store
        .tables()
        .deleteRange(TestStore.TABLE, FilterParser.parse("PartitionKey eq 'p1'"))
        .thenReturn(true));
    await(() -> claims() == (PARTITIONS - 1) * ROWS);

    assertThat(entries.all()).isEmpty();
  }

  private int claims() {
    var engine = store.engine().store();
    var index = engine
        .catalog()
        .find(AccountName.DEVELOPMENT, TestStore.TABLE)
        .indexes()
        .get(0);
    return Claims.stored(engine, index).size();
  }

  @Test
  void forgottenTokensAreFoundAndRemovedWithoutAWaitOfTheLoop() throws IOException {
    leaveWith(ColdWorkTest::remember);
    var shards = store.engine().store().shards();
    var walks = IntStream.range(0, shards.size())
        .mapToObj(number -> {
          var walk = store.engine().store().walk(number);
          walk.once(new TokenSweep(shards.get(number), number, ColdWorkTest::tomorrow));
          return walk;
        })
        .toList();
    // outcomes and images of each shard in which a partition is
    await(() -> walks.stream().mapToLong(ShardWalk::changed).sum() == 2 * shardsOfPartitions());

    assertThat(entries.all()).isEmpty();
    assertThat(store.engine().store().coldReads().pagesRead()).isPositive();
  }

  private long shardsOfPartitions() {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE).id();
    return IntStream.range(0, PARTITIONS)
        .map(partition -> engine
            .groups()
            .ofTreeKey(TreeKeys.of(table, entity(partition, 0, 0).key().encoded())))
        .distinct()
        .count();
  }

  @Test
  void expiredMessagesAreSoughtWithoutAWaitOfTheLoop() throws Exception {
    leaveWith(ColdWorkTest::send);
    var engine = store.engine().store();
    for (var lane : Lane.of(engine.catalog().queues().find(AccountName.DEVELOPMENT, QUEUE))) {
      var number = engine.groups().ofTreeKey(QueueKeys.counter(lane));
      var sweep =
          new LaneSweep(lane, engine.shards().get(number), any -> true, ColdWorkTest::tomorrow);
      assertThat(isDue(sweep, number)).isTrue();
    }

    assertThat(entries.all()).isEmpty();
    assertThat(engine.coldReads().pagesRead()).isPositive();
  }

  private boolean isDue(Stretch stretch, int shard) throws Exception {
    var due = new CompletableFuture<Boolean>();
    store.engine().store().walk(shard).once(new Stretch() {
      @Override
      public boolean isDue() {
        due.complete(stretch.isDue());
        return false;
      }

      @Override
      public boolean send(ShardWalk walk) {
        throw new AssertionError("it was not due");
      }
    });
    return due.get(30, TimeUnit.SECONDS);
  }

  private static long tomorrow() {
    return EdmDateTime.of(Instant.now().plus(Duration.ofDays(1))).ticks();
  }

  /** The leaf beside one that shrinks may be joined with it. */
  @Test
  void aRemovalBesideColdLeavesDoesNotEnterThem() throws Exception {
    for (var row = 100; row < 140; row += 3) {
      var key = new EntityKey("p2", String.format("%06d", row));
      onLoop(() -> store
          .tables()
          .write(TestStore.TABLE, new Write.Delete(key, IfMatch.ANY))
          .thenReturn(true));
    }
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void thePagesOfADroppedTableAreFreedWithoutBeingRead() throws Exception {
    var before = usedPages();
    onLoop(() -> store.tables().deleteTable(TestStore.TABLE).thenReturn(true));
    await(() -> usedPages() < before / 4);

    assertThat(entries.all()).isEmpty();
  }

  private long usedPages() {
    return IntStream.range(0, options().partitionGroups())
        .mapToLong(shard -> store.engine().store().pages(shard).pages())
        .sum();
  }

  private static void await(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  private Loop loop() {
    return store.engine().store().loops().all().get(0);
  }

  private <T> T onLoop(Supplier<Mono<T>> request) throws Exception {
    var result = new CompletableFuture<T>();
    loop()
        .execute(() -> request
            .get()
            .subscribe(
                result::complete, result::completeExceptionally, () -> result.complete(null)));
    return result.get(30, TimeUnit.SECONDS);
  }
}
