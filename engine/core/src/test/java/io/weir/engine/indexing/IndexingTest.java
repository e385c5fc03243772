package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.expiry.Expiry;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.index.TableIndex;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Entries follow every way of writing, backfills, restarts and rebuilds. */
class IndexingTest {

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      IndexDefinition.of("byAge", "Age"),
      IndexDefinition.of(
          "byNameDown", List.of(SortProperty.descending("Name"), SortProperty.ascending("Age"))),
      IndexDefinition.of("owls", "Age").where("Name eq 'n1'"),
      IndexDefinition.of("all", "Weight", "RowKey").includingMissing(),
      IndexDefinition.of("byTime", "Timestamp"));

  private static final Instant PAST = Instant.parse("2001-01-01T00:00:00Z");
  private static final Instant FUTURE = Instant.parse("9001-01-01T00:00:00Z");

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void everyWayOfWritingKeepsTheEntriesThroughRestartAndRebuild() throws IOException {
    var random = new Random(1);
    DEFINITIONS.forEach(store::declare);
    store.awaitIndexes();

    for (var round = 0; round < 3; round++) {
      writeAtRandom(random, 400);
      assertExact();
      store.restart();
      assertExact();
      writeAtRandom(random, 100);
      store.rebuild();
      assertExact();
    }
  }

  @Test
  void aBackfillBesideWritesLeavesExactlyTheEntriesThatEntitiesImply() {
    var random = new Random(2);
    writeAtRandom(random, 1_500);

    DEFINITIONS.forEach(store::declare);
    writeAtRandom(random, 500);
    store.awaitIndexes();

    assertExact();
    assertThat(store.tables().indexes(TABLE).block(PATIENCE))
        .allSatisfy(status -> assertThat(status.progress()).isEqualTo(1));
  }

  @Test
  void aBackfillContinuesAfterARestart() throws IOException {
    var random = new Random(3);
    writeAtRandom(random, 2_000);
    DEFINITIONS.forEach(store::declare);
    store.restart();
    writeAtRandom(random, 100);
    store.rebuild();

    store.awaitIndexes();

    assertExact();
  }

  @Test
  void aSweepRemovesWhatARemovalOfRangesLeft() throws IOException {
    var random = new Random(4);
    writeAtRandom(random, 1_000);
    DEFINITIONS.forEach(store::declare);
    store.awaitIndexes();

    store
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey ge 'p2'"))
        .block(PATIENCE);
    writeAtRandom(random, 300);
    store.restart();

    awaitExact();
  }

  @Test
  void aDroppedIndexLeavesNothingAndItsNameCanBeUsedAgain() {
    var random = new Random(5);
    writeAtRandom(random, 500);
    store.declare(DEFINITIONS.get(0));
    store.awaitIndexes();
    var old = index();

    store.tables().dropIndex(TABLE, DEFINITIONS.get(0).name()).block(PATIENCE);
    store.declare(IndexDefinition.of("byAge", "Name"));
    store.awaitIndexes();

    assertThat(index().id()).isNotEqualTo(old.id());
    assertExact();
    Mono.defer(() -> Mono.just(countUnder(old.id())))
        .filter(count -> count == 0)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }

  @Test
  void anExpiredEntityIsFoundByNoIndexAndItsEntriesGoWithIt() throws IOException {
    DEFINITIONS.forEach(store::declare);
    store.awaitIndexes();
    for (var i = 0; i < 300; i++) {
      store.upsert(Entity.builder("p" + i % 5, "r" + i)
          .set("Age", i % 3)
          .set("At", i % 2 == 0 ? PAST : FUTURE)
          .build());
    }

    store.tables().setExpiry(TABLE, Expiry.at("At")).block(PATIENCE);

    var byAge = Query.ALL.where("Age ge 0").hint(IndexHint.force(new IndexName("byAge")));
    assertThat(store.tables().query(TABLE, byAge).count().block(PATIENCE)).isEqualTo(150);
    assertThat(store.tables().count(TABLE, byAge).block(PATIENCE).returned()).isEqualTo(150);
    assertThat(store
            .tables()
            .query(TABLE, byAge.orderBy(SortProperty.ascending("Age")))
            .count()
            .block(PATIENCE))
        .isEqualTo(150);
    assertThat(store.engine().store().sweepers().entitiesRemoved()).isZero();
    store.restart(options -> options.withExpirySweep(Duration.ofMillis(20)));
    Mono.fromSupplier(() -> store.engine().store().sweepers().entitiesRemoved())
        .filter(removed -> removed == 150)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
    assertExact();
    assertThat(store.tables().indexes(TABLE).block(PATIENCE).stream()
            .filter(status -> status.definition().name().value().equals("byAge"))
            .map(IndexStatus::entries))
        .containsExactly(150L);
  }

  @Test
  void aTableTakesAnyNumberOfIndexesOneAfterAnother() {
    for (var i = 0; i < 260; i++) { // more than a row has properties
      store.declare(IndexDefinition.of("i" + i, "Age"));
      store.tables().dropIndex(TABLE, new IndexName("i" + i)).block(PATIENCE);
    }

    store.declare(DEFINITIONS.get(0));

    assertThat(namesOfIndexes()).containsExactly("byAge");
  }

  @Test
  void declarationsAtTheSameTimeStopAtTheLimit() throws IOException {
    var outcomes = Flux.range(0, IndexDefinition.MAX_PER_TABLE + 8)
        .flatMap(
            i -> store
                .tables()
                .createIndex(TABLE, IndexDefinition.of("i" + i, "Age"))
                .thenReturn("declared")
                .onErrorResume(TableServiceException.class, refused -> Mono.just(refused.facts())),
            64)
        .collectList()
        .block(PATIENCE);

    assertThat(outcomes)
        .containsOnly("declared", "indexLimit=" + IndexDefinition.MAX_PER_TABLE)
        .filteredOn("declared"::equals)
        .hasSize(IndexDefinition.MAX_PER_TABLE);
    store.restart();
    assertThat(namesOfIndexes()).hasSize(IndexDefinition.MAX_PER_TABLE);
  }

  private List<String> namesOfIndexes() {
    return store.tables().indexes(TABLE).block(PATIENCE).stream()
        .map(status -> status.definition().name().value())
        .toList();
  }

  private TableIndex index() {
    return store
        .engine()
        .store()
        .catalog()
        .find(AccountName.DEVELOPMENT, TABLE)
        .indexes()
        .get(0);
  }

  private long countUnder(int id) {
    return store.engine().store().shards().stream()
        .mapToLong(shard -> {
          try (var pin = shard.pin()) {
            return TreeCount.entries(
                pin.tree(), TreeKeys.startOfTable(id), TreeKeys.endOfTable(id));
          }
        })
        .sum();
  }

  private void assertExact() {
    IndexEntries.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
  }

  private void awaitExact() {
    Mono.fromRunnable(this::assertExact)
        .retryWhen(
            Retry.fixedDelay(500, Duration.ofMillis(20)).filter(AssertionError.class::isInstance))
        .block(PATIENCE);
  }

  /** Writes in every way. A write that its precondition refuses is a write as well. */
  private void writeAtRandom(Random random, int count) {
    Flux.range(0, count)
        .flatMap(i -> write(random).onErrorComplete(TableServiceException.class), 32)
        .blockLast(PATIENCE);
  }

  private Flux<Object> write(Random random) {
    var tables = store.tables();
    return switch (random.nextInt(8)) {
      case 0 -> Flux.from(tables.submit(TABLE, batch(random)).map(done -> done));
      case 1 ->
        Flux.from(tables
            .commit(new JointCommit(IntStream.range(0, 4)
                .mapToObj(i -> entity(random, "p" + i, "j" + random.nextInt(50)))
                .map(each -> TableWrite.of(TABLE, new Write.Upsert(each, WriteMode.MERGE)))
                .toList()))
            .map(done -> done));
      case 2 ->
        tables
            .bulk(
                TABLE,
                Flux.range(0, 5)
                    .map(i -> new BulkLine.Change(
                        new Write.Upsert(entity(random), WriteMode.REPLACE), Optional.empty())))
            .map(done -> done);
      case 3 ->
        Flux.from(tables
            .write(TABLE, new Write.Delete(entity(random).key(), IfMatch.ANY))
            .map(done -> done));
      case 4 ->
        Flux.from(tables
            .write(TABLE, new Write.Update(entity(random), WriteMode.MERGE, IfMatch.ANY))
            .map(done -> done));
      case 5 -> Flux.from(tables.write(TABLE, new Write.Insert(entity(random))).map(done -> done));
      default ->
        Flux.from(tables
            .write(TABLE, new Write.Upsert(entity(random), WriteMode.REPLACE))
            .map(done -> done));
    };
  }

  private static Batch batch(Random random) {
    var writes = new ArrayList<Write>();
    for (var i = 0; i < 10; i++) {
      writes.add(new Write.Upsert(
          entity(random, "p1", "b" + (i * 7 + random.nextInt(7))), WriteMode.MERGE));
    }
    return new Batch(writes);
  }

  private static Entity entity(Random random) {
    return entity(random, "p" + random.nextInt(12), "r" + random.nextInt(60));
  }

  private static Entity entity(Random random, String partition, String row) {
    var key = new EntityKey(partition, row);
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    if (random.nextInt(5) > 0) {
      entity.set("Age", random.nextInt(10));
    }
    if (random.nextInt(5) > 0) {
      entity.set("Name", random.nextInt(8) == 0 ? "x".repeat(2_000) : "n" + random.nextInt(4));
    }
    if (random.nextBoolean()) {
      entity.set("Weight", random.nextDouble());
    }
    return entity.build();
  }
}
