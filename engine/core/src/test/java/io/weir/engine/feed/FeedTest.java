package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedItem.RangeRemoved;
import io.weir.api.FeedItem.TableDropped;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.expiry.AtProperty;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.checkpoint.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** The change feed of a store, in process. */
final class FeedTest {

  private static final TableName TABLE = TestStore.TABLE;
  private static final TableName OTHER = new TableName("Other");

  @TempDir
  static Path folder;

  private static TestStore store;

  private final List<Consumer> consumers = new ArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withPartitionGroups(4));
  }

  @BeforeEach
  void create() {
    store.create();
  }

  @AfterEach
  void leave() {
    consumers.forEach(Consumer::cancel);
    drop(TABLE);
    drop(OTHER);
  }

  @AfterAll
  static void close() throws IOException {
    store.close();
  }

  private static void drop(TableName table) {
    store
        .tables()
        .deleteTable(table)
        .onErrorComplete(NotFoundException.class)
        .block(TestStore.PATIENCE);
  }

  /** A subscriber that requests nothing by itself. It hands its items to the test without a lock, because a loop calls it. */
  private static final class Consumer extends BaseSubscriber<FeedItem> {

    private final ConcurrentLinkedQueue<FeedItem> items = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Object> ends = new ConcurrentLinkedQueue<>();

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    private volatile @Nullable FeedToken first;

    private FeedToken firstToken() {
      var token = first;
      assertThat(token).isNotNull();
      return token;
    }

    @Override
    protected void hookOnNext(FeedItem item) {
      if (first == null) {
        first = item.token();
      }
      items.add(item);
    }

    @Override
    protected void hookOnError(Throwable failure) {
      ends.add(failure);
    }

    @Override
    protected void hookOnComplete() {
      ends.add("complete");
    }

    /** Returns the next item that is not a checkpoint. */
    private FeedItem next() {
      var item = any();
      while (item instanceof Checkpoint) {
        item = any();
      }
      return item;
    }

    private Change change() {
      return (Change) next();
    }

    private FeedItem any() {
      assertThat(items.isEmpty() ? ends : List.of()).as("the end of the feed").isEmpty();
      return taken(items);
    }

    private Object end() {
      return taken(ends);
    }

    private static <T> T taken(ConcurrentLinkedQueue<T> queue) {
      var patience = System.nanoTime() + TestStore.PATIENCE.toNanos();
      var taken = queue.poll();
      while (taken == null && System.nanoTime() < patience) {
        LockSupport.parkNanos(200_000);
        taken = queue.poll();
      }
      assertThat(taken).as("the next signal within 30 s").isNotNull();
      return taken;
    }
  }

  private Consumer follow(FeedScope scope, FeedStart start) {
    var consumer = new Consumer();
    consumers.add(consumer);
    store.tables().changes(scope, start).subscribe(consumer);
    consumer.request(Long.MAX_VALUE);
    return consumer;
  }

  /** Follows from now on, and returns when the feed has begun. */
  private Consumer followNow(FeedScope scope) {
    var consumer = follow(scope, FeedStart.NOW);
    assertThat(consumer.any()).isInstanceOf(Checkpoint.class);
    return consumer;
  }

  private void upsert(String partition, String row) {
    store.upsert(TestStore.entity(partition, row, 8));
  }

  private void delete(String partition, String row) {
    store
        .tables()
        .write(TABLE, new Write.Delete(new EntityKey(partition, row), IfMatch.ANY))
        .block(TestStore.PATIENCE);
  }

  @Test
  void reportsWritesAndRemovalsInOrder() {
    var feed = followNow(FeedScope.of(TABLE));

    upsert("p", "1");
    upsert("p", "2");
    delete("p", "1");

    var first = feed.change();
    assertThat(first.table()).isEqualTo(TABLE);
    assertThat(first.key()).isEqualTo(new EntityKey("p", "1"));
    assertThat(first.after())
        .hasValueSatisfying(entity ->
            assertThat(entity.timestampTicks()).isEqualTo(first.timestamp().ticks()));
    assertThat(first.cause()).isEqualTo(FeedItem.Cause.WRITE);
    assertThat(feed.change().key().rowKey()).isEqualTo("2");
    var removal = feed.change();
    assertThat(removal.key().rowKey()).isEqualTo("1");
    assertThat(removal.after()).isEmpty();
    assertThat(removal.timestamp().ticks()).isGreaterThan(first.timestamp().ticks());
  }

  @Test
  void aBatchIsARunOfChangesWithOneNumberAndACheckpointAfterIt() {
    var feed = followNow(FeedScope.of(TABLE));

    store.fill("p", 3, 8);

    var batch = List.of(feed.change(), feed.change(), feed.change());
    assertThat(batch).extracting(Change::batch).containsOnly(batch.get(0).batch());
    assertThat(feed.any()).isEqualTo(new Checkpoint(batch.get(2).token()));
    upsert("p", "x");
    assertThat(feed.change().batch()).isNotEqualTo(batch.get(0).batch());
  }

  @Test
  void aTokenInsideABatchRepeatsTheBatch() {
    var feed = followNow(FeedScope.of(TABLE));
    store.fill("p", 3, 8);
    var first = feed.change();

    var again = follow(FeedScope.of(TABLE), FeedStart.after(first.token()));

    assertThat(again.change()).isEqualTo(first);
  }

  @Test
  void aJointCommitOfSeveralTablesIsOneRun() {
    store.tables().createTable(OTHER).block(TestStore.PATIENCE);
    var feed = followNow(FeedScope.ACCOUNT);

    store
        .tables()
        .commit(JointCommit.of(
            TableWrite.of(TABLE, new Write.Insert(TestStore.entity("a", "1", 8))),
            TableWrite.of(OTHER, new Write.Insert(TestStore.entity("b", "1", 8)))))
        .block(TestStore.PATIENCE);

    var changes = List.of(feed.change(), feed.change());
    assertThat(changes).extracting(Change::table).containsExactlyInAnyOrder(TABLE, OTHER);
    assertThat(changes.get(0).batch()).isEqualTo(changes.get(1).batch());
  }

  @Test
  void aTokenContinuesAfterARestartWithoutLossOrRepetition() throws IOException {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();
    upsert("p", "2");
    store.restart();
    upsert("p", "3");

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    assertThat(again.change().key().rowKey()).isEqualTo("2");
    assertThat(again.change().key().rowKey()).isEqualTo("3");
  }

  @Test
  void theBeginningIsTheExistingEntitiesAndThenTheChanges() {
    store.fill("p", 200, 8);
    store.fill("q", 3, 8);

    var feed = follow(FeedScope.of(TABLE), FeedStart.BEGINNING);

    var keys = new ArrayList<EntityKey>();
    for (var i = 0; i < 203; i++) {
      var change = feed.change();
      assertThat(change.cause()).isEqualTo(FeedItem.Cause.EXISTING);
      keys.add(change.key());
    }
    assertThat(keys).doesNotHaveDuplicates();
    upsert("p", "x");
    assertThat(feed.change().key().rowKey()).isEqualTo("x");
  }

  @Test
  void aTokenAmongTheExistingEntitiesContinuesThere() {
    store.fill("p", 200, 8);
    store.fill("q", 200, 8);
    var feed = follow(FeedScope.of(TABLE), FeedStart.BEGINNING);
    var seen = new ArrayList<EntityKey>();
    FeedToken token = feed.any().token();
    for (var i = 0; i < 250; i++) {
      var change = feed.change();
      seen.add(change.key());
      token = change.token();
    }

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    for (var i = 0; i < 150; i++) {
      seen.add(again.change().key());
    }
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void aTimeStartsAtTheFirstChangeThatIsNotOlder() {
    upsert("p", "1");
    upsert("p", "2");
    var second = store.all().get(1).timestamp().orElseThrow().toInstant();

    var feed = follow(FeedScope.of(TABLE), FeedStart.since(second));
    var all = follow(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")));

    assertThat(feed.change().key().rowKey()).isEqualTo("2");
    assertThat(all.change().key().rowKey()).isEqualTo("1");
  }

  @Test
  void aRangeRemovalNamesItsGroupAndRange() {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var group = feed.change().partitionGroup();

    store
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey lt '5'"))
        .block(TestStore.PATIENCE);

    var removed = (RangeRemoved) feed.next();
    assertThat(removed.partitionGroup()).isEqualTo(group);
    assertThat(removed.holds(new EntityKey("p", "1"))).isTrue();
    assertThat(removed.holds(new EntityKey("p", "5"))).isFalse();
    assertThat(removed.holds(new EntityKey("q", "1"))).isFalse();
  }

  @Test
  void theFeedOfATableEndsWithItsDrop() {
    var feed = followNow(FeedScope.of(TABLE));

    store.drop();

    var dropped = (TableDropped) feed.next();
    assertThat(dropped.table()).isEqualTo(TABLE);
    assertThat(feed.end()).isEqualTo("complete");
    var after = follow(FeedScope.of(TABLE), FeedStart.after(dropped.token()));
    assertThat(after.end()).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aTokenOfADroppedTableStillTellsItsLastChangesAfterTheNameWasUsedAgain() {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();
    upsert("p", "2");
    store.drop();
    store.create();
    upsert("p", "3");

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    assertThat(again.change().key().rowKey()).isEqualTo("2");
    assertThat(again.next()).isInstanceOf(TableDropped.class);
    assertThat(again.end()).isEqualTo("complete");
  }

  @Test
  void theFeedOfAnAccountNamesTablesThatWereDroppedSince() {
    var feed = followNow(FeedScope.ACCOUNT);
    var start = feed.firstToken();
    store.tables().createTable(OTHER).block(TestStore.PATIENCE);
    upsert("p", "1");
    store
        .tables()
        .write(OTHER, new Write.Insert(TestStore.entity("o", "1", 8)))
        .block(TestStore.PATIENCE);
    store.drop();
    store.tables().deleteTable(OTHER).block(TestStore.PATIENCE);

    var again = follow(FeedScope.ACCOUNT, FeedStart.after(start));

    assertThat(again.change().table()).isEqualTo(TABLE);
    assertThat(again.change().table()).isEqualTo(OTHER);
    assertThat(((TableDropped) again.next()).table()).isEqualTo(TABLE);
    assertThat(((TableDropped) again.next()).table()).isEqualTo(OTHER);
  }

  @Test
  void entriesOfIndexesAreNoChanges() {
    var feed = followNow(FeedScope.ACCOUNT);
    store.declare(IndexDefinition.of("byRow", "RowKey"));
    store.awaitIndexes();

    upsert("p", "1");

    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "1"));
    delete("p", "1");
    assertThat(feed.change().after()).isEmpty();
  }

  @Test
  void aFilterSelectsByKeyAndByTheEntityAsWritten() {
    var feed = followNow(
        FeedScope.of(TABLE).where(FilterParser.parse("PartitionKey eq 'p' and Level gt 5")));

    level("p", "1", 3);
    level("q", "2", 9);
    level("p", "3", 9);
    delete("q", "2");
    delete("p", "1");

    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "3"));
    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "1"));
  }

  private void level(String partition, String row, int level) {
    store.upsert(Entity.builder(partition, row).set("Level", level).build());
  }

  @Test
  void nothingIsEmittedWithoutDemand() {
    var feed = new Consumer();
    consumers.add(feed);
    store.tables().changes(FeedScope.of(TABLE), FeedStart.NOW).subscribe(feed);
    feed.request(1);
    assertThat(feed.any()).isInstanceOf(Checkpoint.class);
    upsert("p", "1");
    upsert("p", "2");
    var witness = follow(FeedScope.of(TABLE), FeedStart.after(feed.firstToken()));
    witness.change();
    witness.change();

    assertThat(feed.items).isEmpty();
    feed.request(1);
    var next = feed.any();
    assertThat(feed.items).isEmpty();
    assertThat(next).isNotNull();
  }

  @Test
  void segmentsAreKeptByBytesAndAPlaceThatIsGoneIsToldSo(@TempDir Path small) throws IOException {
    var options = StoreOptions.in(small)
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(new Retention(Duration.ofDays(1), 300_000));
    try (var kept = TestStore.open(options)) {
      kept.create();
      var first = kept.tables()
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .map(FeedItem::token)
          .blockFirst(TestStore.PATIENCE);
      kept.fill("p", 800, 500);
      var middle = kept.tables()
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .map(FeedItem::token)
          .blockFirst(TestStore.PATIENCE);
      kept.fill("q", 400, 500);

      kept.engine().store().checkpoint();

      // up to the limit, and a part of the segment that the snapshot ends in
      assertThat(kept.engine().store().retainedLogBytes()).isBetween(150_000L, 364_000L);
      kept.restart(); // the newest records are in memory, whether their segments are kept or not
      assertThatThrownBy(() -> kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.after(first))
              .filter(Change.class::isInstance)
              .blockFirst(TestStore.PATIENCE))
          .isInstanceOf(ChangesLostException.class);
      assertThatThrownBy(() -> kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")))
              .filter(Change.class::isInstance)
              .blockFirst(TestStore.PATIENCE))
          .isInstanceOf(ChangesLostException.class);
      assertThat(kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.after(middle))
              .ofType(Change.class)
              .take(400)
              .map(change -> change.key().partitionKey())
              .distinct()
              .collectList()
              .block(TestStore.PATIENCE))
          .containsExactly("q");
    }
  }

  @Test
  void withoutRetentionASnapshotDeletesTheLogBeforeIt(@TempDir Path small) throws IOException {
    var options = StoreOptions.in(small)
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(Retention.NONE);
    try (var bare = TestStore.open(options)) {
      bare.create();
      bare.fill("p", 400, 500);

      bare.engine().store().checkpoint();

      assertThat(bare.engine().store().retainedLogBytes()).isLessThan(64 << 10);
    }
  }

  @Test
  void aConsumerThatStopsDelaysNoWriterAndFindsEverythingLater() {
    var stalled = new Consumer();
    consumers.add(stalled);
    store.tables().changes(FeedScope.of(TABLE), FeedStart.NOW).subscribe(stalled);
    stalled.request(2);
    assertThat(stalled.any()).isInstanceOf(Checkpoint.class);

    store.fill("p", 12_000, 1_000); // more than the shared tail holds

    stalled.request(Long.MAX_VALUE);
    for (var row = 0; row < 12_000; row++) {
      assertThat(stalled.change().key().rowKey()).isEqualTo(String.format("%08d", row));
    }
  }

  @Test
  void theSweepReportsExpiredEntitiesAsRemovedByExpiry(@TempDir Path other) throws IOException {
    var options =
        StoreOptions.in(other).withPartitionGroups(1).withExpirySweep(Duration.ofMillis(20));
    try (var expiring = TestStore.open(options)) {
      expiring.create();
      expiring.tables().setExpiry(TABLE, new AtProperty("Until")).block(TestStore.PATIENCE);
      var changes = expiring
          .tables()
          .changes(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")))
          .ofType(Change.class)
          .take(2)
          .collectList()
          .doOnSubscribe(begun -> expiring.upsert(Entity.builder("p", "1")
              .set("Until", EdmDateTime.of(Instant.EPOCH))
              .build()))
          .block(TestStore.PATIENCE);

      assertThat(changes)
          .extracting(Change::cause)
          .containsExactly(FeedItem.Cause.WRITE, FeedItem.Cause.EXPIRY);
      assertThat(changes.get(1).after()).isEmpty();
    }
  }

  @Test
  void checkpointsComeWithoutChanges() {
    var feed = followNow(FeedScope.of(TABLE));

    assertThat(feed.any()).isInstanceOf(Checkpoint.class);
  }

  @Test
  void cancellingLeavesTheLog() throws InterruptedException {
    var feed = followNow(FeedScope.of(TABLE));
    var published = store.engine().store().published();
    assertThat(published.followers()).isPositive();

    feed.cancel();

    for (var patience = 0; patience < 3000 && published.followers() > 0; patience++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(published.followers()).isZero();
  }

  @Test
  void closingTheStoreFailsTheFeedAsBusy() throws IOException {
    var feed = followNow(FeedScope.of(TABLE));

    store.restart();

    assertThat(feed.end()).isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void tokensOfOtherFeedsAreRefused() {
    var ofTable = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = ofTable.change().token();

    assertRefused(FeedScope.ACCOUNT, token, "ofOtherFeed");
    assertRefused(FeedScope.of(OTHER), token, "ofOtherFeed");
    assertRefused(FeedScope.of(TABLE), new FeedToken("AAAA"), "malformed");
    assertRefused(FeedScope.of(TABLE), new FeedToken(token.text() + "A"), "malformed");
  }

  private static void assertRefused(FeedScope scope, FeedToken token, String reason) {
    assertRefused(store, scope, token, reason);
  }

  private static void assertRefused(TestStore by, FeedScope scope, FeedToken token, String reason) {
    assertThatThrownBy(
            () -> by.tables().changes(scope, FeedStart.after(token)).blockFirst(TestStore.PATIENCE))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            failure -> assertThat(failure.facts()).isEqualTo("feedToken=" + reason));
  }

  @Test
  void aTokenOfAnotherStoreIsRefused(@TempDir Path elsewhere) throws IOException {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();

    try (var other = TestStore.open(StoreOptions.in(elsewhere).withPartitionGroups(4))) {
      other.create();
      assertRefused(other, FeedScope.of(TABLE), token, "ofOtherStore");
    }
  }

  @Test
  void aTableThatDoesNotExistHasNoFeed() {
    assertThatThrownBy(() -> store
            .tables()
            .changes(FeedScope.of(OTHER), FeedStart.NOW)
            .blockFirst(TestStore.PATIENCE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void aStoreInMemoryHasNoFeed(@TempDir Path scratch) throws IOException {
    try (var memory = TestStore.open(StoreOptions.in(scratch).withDurability(Durability.MEMORY))) {
      memory.create();
      assertThatThrownBy(() -> memory
              .engine()
              .account(AccountName.DEVELOPMENT)
              .changes(FeedScope.of(TABLE), FeedStart.NOW)
              .blockFirst(Duration.ofSeconds(30)))
          .isInstanceOfSatisfying(
              InvalidRequestException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED));
    }
  }
}
