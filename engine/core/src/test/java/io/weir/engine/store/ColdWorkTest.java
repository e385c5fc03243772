package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.indexing.Claims;
import io.weir.engine.loop.Loop;
import io.weir.engine.tree.node.LoopEntries;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Work besides plain reads and writes that comes to pages which are not in memory: the loop enters
 * none of them.
 */
final class ColdWorkTest extends StoreInFolder {

  private static final int PARTITIONS = 6;
  private static final int ROWS = 200;
  private static final IndexDefinition UNIQUE =
      IndexDefinition.of("byNumber", "Number").uniquely();

  private final StepThreads pages = new StepThreads();
  private final HeldThreads scrub = new HeldThreads();
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
    store = TestStore.open(options(), pages.beside(scrub.environment()));
    pages.run();
    entries.clear();
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
