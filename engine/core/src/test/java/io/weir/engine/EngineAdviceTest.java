package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexHint;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.LargePartition;
import io.weir.engine.advice.MissingIndex;
import io.weir.engine.advice.Thresholds;
import io.weir.engine.advice.UnreadProperty;
import io.weir.engine.observe.Observing;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * The engine observes what requests do, on loops and on other threads, and advises on its tables.
 */
final class EngineAdviceTest {

  private static final int ENTITIES = 2_000;
  private static final Query OWLS = Query.ALL.where("Kind eq 'Owl'");

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder)
        .withSegmentBytes(16 << 20)
        .withDurability(Durability.SYNC)
        .withObserving(Observing.EXACT));
    store.create();
    for (var partition = 0; partition < 20; partition++) {
      store.tables().submit(TestStore.TABLE, batch(partition)).block(TestStore.PATIENCE);
    }
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private static Batch batch(int partition) {
    var writes = new ArrayList<Write>();
    for (var row = 0; row < ENTITIES / 20; row++) {
      writes.add(new Write.Insert(Entity.builder("p" + partition, "r" + row)
          .set("Kind", row == 0 ? "Owl" : "Gull")
          .set("Age", row)
          .build()));
    }
    return new Batch(writes);
  }

  @Test
  void aTableScanIsAdvisedAnIndexWhichServesItAndEndsTheAdvice() {
    askTenTimes(OWLS);

    var missing = onlyMissingIndex();
    assertThat(missing.shape().path()).isEqualTo(AccessPath.TABLE_SCAN);
    assertThat(missing.answers()).isEqualTo(10);
    assertThat(missing.scanned()).isEqualTo(10 * ENTITIES);
    assertThat(missing.returned()).isEqualTo(10 * 20);

    store.declare(missing.definition());
    store.awaitIndexes();
    var page = Objects.requireNonNull(
        store.tables().page(TestStore.TABLE, OWLS).block(TestStore.PATIENCE));
    assertThat(page.report().index()).isEqualTo(missing.definition().name().value());
    assertThat(page.items()).hasSize(20);
    assertThat(advice()).isEmpty();
  }

  @Test
  void aScanOfOnePartitionIsAdvisedAnIndexThatServesItByAHint() {
    var owls = OWLS.where("PartitionKey eq 'p3' and Kind eq 'Owl'");
    for (var i = 0; i < 10; i++) {
      askTenTimes(owls);
    }
    var missing = onlyMissingIndex();
    store.declare(missing.definition());
    store.awaitIndexes();

    var forced = owls.hint(IndexHint.force(missing.definition().name()));
    var page = Objects.requireNonNull(
        store.tables().page(TestStore.TABLE, forced).block(TestStore.PATIENCE));
    assertThat(page.items()).hasSize(1);
    assertThat(page.report().scanned()).isLessThanOrEqualTo(2);
    assertThat(advice()).isEmpty();
  }

  @Test
  void aPageCountsAsAStreamDoes() {
    for (var i = 0; i < 10; i++) {
      store.tables().page(TestStore.TABLE, OWLS).block(TestStore.PATIENCE);
    }

    assertThat(onlyMissingIndex().scanned()).isEqualTo(10 * ENTITIES);
  }

  @Test
  void aStreamCountsWhenItsReaderGoesAway() {
    var rare = Query.ALL.where("Kind eq 'Owl' and Age eq 0");
    for (var i = 0; i < 30; i++) {
      store.tables().query(TestStore.TABLE, rare).take(10).blockLast(TestStore.PATIENCE);
    }

    assertThat(onlyMissingIndex().answers()).isEqualTo(30);
  }

  @Test
  void aStreamCountsWhenItsReaderGoesAwayBetweenTwoRequests() {
    var rare = Query.ALL.where("Kind eq 'Owl' and Age eq 0");
    for (var i = 0; i < 30; i++) {
      var received = new ArrayList<Entity>();
      var reader = new BaseSubscriber<Entity>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          subscription.request(10);
        }

        @Override
        protected void hookOnNext(Entity entity) {
          received.add(entity);
        }
      };
      store.tables().query(TestStore.TABLE, rare).subscribe(reader);
      assertThat(received).as("read on this thread").hasSize(10);
      reader.cancel();
    }

    assertThat(onlyMissingIndex().answers()).isEqualTo(30);
  }

  @Test
  void aWholeExportIsNoReasonForAdvice() {
    for (var i = 0; i < 20; i++) {
      store.all();
    }

    assertThat(advice()).isEmpty();
  }

  @Test
  void largePartitionsAreMeasuredByTheFences() {
    store.fill("large", 10_000, 500);
    var found = report(thresholds(5_000, Long.MAX_VALUE)).advice();

    assertThat(found).singleElement().isInstanceOfSatisfying(LargePartition.class, large -> {
      assertThat(large.partitionKey()).isEqualTo("large");
      assertThat(large.entities()).isBetween(9_900L, 10_000L);
      assertThat(large.bytes()).isBetween(4_000_000L, 10_000_000L);
    });
    assertThat(report(thresholds(10_001, Long.MAX_VALUE)).advice()).isEmpty();
    assertThat(report(thresholds(Long.MAX_VALUE, 4_000_000)).advice()).hasSize(1);
    assertThat(report(thresholds(Long.MAX_VALUE, 10_000_000)).advice()).isEmpty();
  }

  @Test
  void aPropertyIsNotCalledUnreadWhileAConsumerFollowsTheTable() {
    store.upsert(Entity.builder("p0", "photo").set("Photo", "x".repeat(20_000)).build());
    store
        .tables()
        .get(TestStore.TABLE, new EntityKey("p0", "photo"), Selection.of("Kind"))
        .block(TestStore.PATIENCE);
    assertThat(unread()).contains("Photo");

    var consumers = store.tables().consumers();
    consume(consumers, "elsewhere", Optional.of(new TableName("Elsewhere")));
    assertThat(unread()).as("another table's").contains("Photo");
    consume(consumers, "here", Optional.of(TestStore.TABLE));
    assertThat(unread()).isEmpty();
    consumers.delete(new ConsumerName("here")).block(TestStore.PATIENCE);
    consume(consumers, "everywhere", Optional.empty());
    assertThat(unread()).as("the account's").isEmpty();
  }

  private void consume(FeedConsumers consumers, String name, Optional<TableName> table) {
    table
        .filter(each -> !each.equals(TestStore.TABLE))
        .ifPresent(each -> store.tables().createTable(each).block(TestStore.PATIENCE));
    consumers.create(new ConsumerName(name), table, FeedStart.NOW).block(TestStore.PATIENCE);
  }

  private List<String> unread() {
    var usual = Thresholds.DEFAULT;
    return report(thresholds(usual.largeEntities(), usual.largeBytes(), 1)).advice().stream()
        .filter(UnreadProperty.class::isInstance)
        .map(each -> ((UnreadProperty) each).property())
        .toList();
  }

  @Test
  void aTableThatDoesNotExistIsAnError() {
    assertThatThrownBy(() -> store
            .engine()
            .advice(AccountName.DEVELOPMENT, new TableName("Absent"))
            .block(TestStore.PATIENCE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void anotherAccountHasNoAdvice() {
    askTenTimes(OWLS);
    var other = store.engine().advice(new AccountName("other")).block(TestStore.PATIENCE);

    assertThat(Objects.requireNonNull(other).advice()).isEmpty();
  }

  @Test
  void theAccountHasTheAdviceOfEachTable() {
    askTenTimes(OWLS);
    var all = store.engine().advice(AccountName.DEVELOPMENT).block(TestStore.PATIENCE);

    assertThat(Objects.requireNonNull(all).advice()).isEqualTo(advice()).hasSize(1);
  }

  @Test
  void aStoreThatObservesNothingSaysSo() throws IOException {
    store.restart(options -> options.withObserving(Observing.OFF));

    var report = report(Thresholds.DEFAULT);
    assertThat(report.isObserving()).isFalse();
    assertThat(report.every()).isZero();
    assertThat(report.advice()).isEmpty();
  }

  private void askTenTimes(Query query) {
    for (var i = 0; i < 10; i++) {
      store.tables().query(TestStore.TABLE, query).blockLast(TestStore.PATIENCE);
    }
  }

  private MissingIndex onlyMissingIndex() {
    assertThat(advice()).singleElement().isInstanceOf(MissingIndex.class);
    return (MissingIndex) advice().get(0);
  }

  private List<Advice> advice() {
    return report(Thresholds.DEFAULT).advice();
  }

  private AdviceReport report(Thresholds thresholds) {
    var table = store.engine().store().catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
    return Objects.requireNonNull(store
        .engine()
        .advice(() -> List.of(Objects.requireNonNull(table)), thresholds)
        .block(Duration.ofSeconds(30)));
  }

  private static Thresholds thresholds(long entities, long bytes) {
    return thresholds(entities, bytes, Thresholds.DEFAULT.unreadReads());
  }

  /**
   * Returns the service's thresholds, with other ones for large partitions and for reads that name
   * no property.
   */
  private static Thresholds thresholds(long entities, long bytes, long unreadReads) {
    var usual = Thresholds.DEFAULT;
    return new Thresholds(
        usual.scanAnswers(),
        usual.scanRecords(),
        usual.scanEntities(),
        usual.scanReturned(),
        usual.unusedQueries(),
        usual.unusedAge(),
        usual.hotRequests(),
        usual.hotShare(),
        usual.hotPartitions(),
        usual.appendStores() * 10,
        usual.appendShare(),
        usual.appendRising(),
        usual.appendAdvances(),
        entities,
        bytes,
        usual.nearLimit(),
        unreadReads,
        usual.unreadShare(),
        usual.removals(),
        usual.removalsRising(),
        usual.aloneStores(),
        usual.aloneShare(),
        usual.aloneBytes());
  }
}
