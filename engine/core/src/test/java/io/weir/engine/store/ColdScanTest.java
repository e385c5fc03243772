package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.loop.Loop;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.node.LoopEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * Queries and writes on a loop over pages that are not in memory give the same answers, and the
 * loop enters none of these pages.
 */
final class ColdScanTest extends StoreInFolder {

  private static final int ROWS = 1_200;
  private static final int PARTITIONS = 6;

  private final StepThreads pages = new StepThreads();
  private final HeldThreads scrub = new HeldThreads();
  private final LoopEntries entries = new LoopEntries();
  private TestStore store;

  @BeforeEach
  void leave() throws IOException {
    try (var before = TestStore.open(options())) {
      before.create();
      before.declare(INDEX);
      for (var partition = 0; partition < PARTITIONS; partition++) {
        fill(before, partition);
      }
      before.awaitIndexes();
    }
    store = TestStore.open(options(), pages.beside(scrub.environment()));
    pages.run();
    entries.clear();
  }

  private static final IndexDefinition INDEX = IndexDefinition.of("byGroup", "Group");

  private static void fill(TestStore store, int partition) {
    for (var from = 0; from < ROWS / PARTITIONS; from += 50) {
      store
          .tables()
          .submit(
              TestStore.TABLE,
              new Batch(IntStream.range(from, from + 50)
                  .mapToObj(
                      row -> (Write) new Write.Upsert(entity(partition, row), WriteMode.REPLACE))
                  .toList()))
          .block(TestStore.PATIENCE);
    }
  }

  private static Entity entity(int partition, int row) {
    return Entity.builder("p" + partition, String.format("%06d", row))
        .set("Group", row % 7)
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
  void aPageIsReadWithoutAWaitOfTheLoop() throws Exception {
    var page = onLoop(() -> store.tables().page(TestStore.TABLE, Query.ALL.top(500)));

    assertThat(page.items()).hasSize(500).extracting(Entity::key).isSorted();
    assertThat(entries.all()).isEmpty();
    assertThat(store.engine().store().coldReads().pagesRead()).isPositive();
  }

  @Test
  void aStreamIsReadInOrder() throws Exception {
    var rows = rows(Query.ALL);

    assertThat(rows).extracting(Entity::key).isSorted();
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void aStreamIsReadBackwards() throws Exception {
    var rows = rows(Query.ALL.descending());

    assertThat(rows.get(0).partitionKey()).isEqualTo("p" + (PARTITIONS - 1));
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void aStreamIsReadWithoutOrder() throws Exception {
    rows(Query.ALL.unordered());

    assertThat(entries.all()).isEmpty();
  }

  private List<Entity> rows(Query query) throws Exception {
    var rows = onLoop(() -> store.tables().query(TestStore.TABLE, query).collectList());
    assertThat(rows).hasSize(ROWS).extracting(Entity::key).doesNotHaveDuplicates();
    return rows;
  }

  @Test
  void aCountIsReadWithoutAWaitOfTheLoop() throws Exception {
    var report = onLoop(() -> store.tables().count(TestStore.TABLE, Query.ALL));

    assertThat(report.returned()).isEqualTo(ROWS);
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void anAggregationIsComputedWithoutAWaitOfTheLoop() throws Exception {
    var byGroup = Aggregation.of(Aggregate.count("Count"), Aggregate.max("RowKey", "Last"))
        .groupBy("Group");
    var whole = onLoop(() -> store.tables().aggregate(TestStore.TABLE, Query.ALL, byGroup));
    var ofIndex = onLoop(
        () -> store.tables().aggregate(TestStore.TABLE, Query.ALL.where("Group eq 3"), byGroup));

    assertThat(whole.groups()).hasSize(7);
    assertThat(whole.groups().stream()
            .mapToLong(group -> group.getInt64("Count").orElseThrow())
            .sum())
        .isEqualTo(ROWS);
    assertThat(ofIndex.groups()).containsExactly(whole.groups().get(3));
    assertThat(ofIndex.report().path()).isEqualTo(AccessPath.INDEX_LOOKUP);
    assertThat(entries.all()).isEmpty();
    awaitUnpinned();
  }

  @Test
  void anAggregationThatIsCancelledWhileItWaitsEnds() throws Exception {
    pages.hold();
    var sum = Aggregation.of(Aggregate.sum("Group", "Sum"));
    var asked = new CompletableFuture<Disposable>();
    loop()
        .execute(() -> asked.complete(
            store.tables().aggregate(TestStore.TABLE, Query.ALL, sum).subscribe()));
    var read = pages.next();
    asked.get(30, TimeUnit.SECONDS).dispose();
    var before = store.engine().store().coldReads().pagesRead();
    read.run();
    pages.run();
    onLoop(() -> Mono.just(true));

    awaitUnpinned();
    assertThat(store.engine().store().coldReads().pagesRead() - before)
        .as("pages that were asked for before the cancellation")
        .isLessThanOrEqualTo(32);
  }

  @Test
  void anIndexIsReadWithoutAWaitOfTheLoop() throws Exception {
    var query = Query.ALL.where("Group eq 3");
    var rows = onLoop(() -> store.tables().query(TestStore.TABLE, query).collectList());

    assertThat(rows)
        .hasSize((int) IntStream.range(0, ROWS / PARTITIONS)
                .filter(row -> row % 7 == 3)
                .count()
            * PARTITIONS);
    assertThat(rows).extracting(Entity::key).doesNotHaveDuplicates();
    assertThat(entries.all()).isEmpty();
  }

  /** The plan counts no cold page on a loop, and still sees which way is the shorter one. */
  @Test
  void aPlanIsMadeWithoutAWaitOfTheLoop() throws Exception {
    assertThat(pathOf("Group eq 3")).isEqualTo(AccessPath.INDEX_LOOKUP);
    assertThat(pathOf("PartitionKey eq 'p1' and Group eq 3")).isEqualTo(AccessPath.PARTITION_SCAN);

    assertThat(entries.all()).isEmpty();
  }

  private AccessPath pathOf(String filter) throws Exception {
    var page = onLoop(
        () -> store.tables().page(TestStore.TABLE, Query.ALL.where(filter).top(1)));
    assertThat(page.items()).hasSize(1);
    return page.report().path();
  }

  @Test
  void entitiesOfOneMomentAreReadWithoutAWaitOfTheLoop() throws Exception {
    var keys = IntStream.range(0, PARTITIONS)
        .mapToObj(
            partition -> new TableKey(TestStore.TABLE, new EntityKey("p" + partition, "000100")))
        .toList();
    var found = onLoop(() -> store.tables().getAll(keys));

    assertThat(found).hasSize(PARTITIONS).allMatch(Optional::isPresent);
    assertThat(entries.all()).isEmpty();
  }

  @Test
  void writesOfEveryKindDoNotEnterColdPages() throws Exception {
    onLoop(() ->
        store.tables().write(TestStore.TABLE, new Write.Upsert(entity(1, 60), WriteMode.MERGE)));
    onLoop(() ->
        store.tables().write(TestStore.TABLE, new Write.Upsert(entity(2, 70), WriteMode.REPLACE)));
    onLoop(() -> store.tables().write(TestStore.TABLE, new Write.Insert(entity(3, 10_000))));
    onLoop(() -> store
        .tables()
        .write(TestStore.TABLE, new Write.Update(entity(4, 80), WriteMode.MERGE, IfMatch.ANY)));

    assertThat(entries.all()).isEmpty();
  }

  @Test
  void aStreamWithSmallDemandAsksForFewPages() throws Exception {
    pages.hold();
    var stream = new BaseSubscriber<StreamItem>() {
      @Override
      protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(1);
      }
    };
    loop()
        .execute(() ->
            store.tables().stream(TestStore.TABLE, Query.ALL.from(middle())).subscribe(stream));
    pages.next().run();
    onLoop(() -> Mono.just(true));

    assertThat(pages.waiting()).isLessThanOrEqualTo(options().partitionGroups());
    stream.cancel();
  }

  private static Continuation middle() {
    return Continuation.after(new EntityKey("p3", "000100"), Direction.ASCENDING);
  }

  @Test
  void aStreamThatIsCancelledWhileItWaitsEnds() throws Exception {
    pages.hold();
    var stream = new BaseSubscriber<StreamItem>() {};
    loop().execute(() -> store.tables().stream(TestStore.TABLE, Query.ALL).subscribe(stream));
    var read = pages.next();
    stream.cancel();
    read.run();
    pages.run();
    onLoop(() -> Mono.just(true));

    awaitUnpinned();
  }

  @Test
  void pagesThatCannotBeReadAheadAreReadInPlace() throws Exception {
    var files = folder.resolve("pages");
    var aside = folder.resolve("aside");
    Files.move(files, aside);
    try {
      assertThat(onLoop(() -> store.tables().count(TestStore.TABLE, Query.ALL)).returned())
          .isEqualTo(ROWS);
      rows(Query.ALL);
      onLoop(() -> store.tables().page(TestStore.TABLE, Query.ALL.top(500)));
      onLoop(() ->
          store.tables().write(TestStore.TABLE, new Write.Upsert(entity(1, 60), WriteMode.MERGE)));
    } finally {
      Files.move(aside, files);
    }
    assertThat(store.engine().store().coldReads().pagesRead()).isZero();
  }

  @Test
  void aScanThatWaitsIsAtTheLastEntityThatItHasRead() throws Exception {
    var engine = store.engine().store();
    var table = engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    var query = Query.ALL
        .where(
            "PartitionKey eq 'p0' or PartitionKey eq 'p2' or PartitionKey eq 'p3' or PartitionKey eq 'p5'")
        .hint(IndexHint.NONE);
    var waits = new WaitingScan(Scans.of(engine, Objects.requireNonNull(table), query), loop());

    assertThat(waits.read()).hasSize(4 * ROWS / PARTITIONS);
    assertThat(waits.places).hasSizeGreaterThan(2);
  }

  /**
   * Reads a scan on a loop, and compares at each wait the place where the scan would go on with the
   * last entity.
   */
  private static final class WaitingScan implements Runnable {

    private final Scan scan;
    private final Loop loop;
    private final List<Entity> rows = new ArrayList<>();
    private final List<EntityKey> places = new ArrayList<>();
    private final CompletableFuture<List<Entity>> end = new CompletableFuture<>();

    WaitingScan(Scan scan, Loop loop) {
      this.scan = scan;
      this.loop = loop;
    }

    List<Entity> read() throws Exception {
      loop.execute(this);
      return end.get(30, TimeUnit.SECONDS);
    }

    @Override
    public void run() {
      try {
        while (!scan.advance(ROWS, rows)) {
          // goes on
        }
        scan.release();
        end.complete(rows);
      } catch (ColdPage cold) {
        goOnAfter(cold);
      } catch (RuntimeException e) {
        fail(e);
      }
    }

    private void goOnAfter(ColdPage cold) {
      var place = scan.position();
      var last = rows.isEmpty() ? null : rows.get(rows.size() - 1).key();
      if (!Objects.equals(place == null ? null : place.key(), last)) {
        fail(new AssertionError(place + " is not the place after " + last));
        return;
      }
      if (last != null) {
        places.add(last);
      }
      scan.await(cold, 1, loop, this);
    }

    private void fail(Throwable cause) {
      scan.release();
      end.completeExceptionally(cause);
    }
  }

  /** Waits until no shard is pinned. The scrub pins one for a moment. */
  private void awaitUnpinned() {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (store.engine().store().shards().stream()
        .anyMatch(shard -> shard.tree().isPinned())) {
      assertThat(System.nanoTime()).as("a stream keeps its pin").isLessThan(giveUp);
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
