package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Expiry;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Entries follow every way of writing, backfills, restarts and rebuilds. */
class IndexingTest extends IndexedStore {

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      IndexDefinition.of("byAge", "Age").sparsely(),
      IndexDefinition.of(
          "byNameDown", List.of(SortProperty.descending("Name"), SortProperty.ascending("Age"))),
      IndexDefinition.of("owls", "Age").where("Name eq 'n1'"),
      IndexDefinition.of("all", "Weight", "RowKey"),
      IndexDefinition.of("byTime", "Timestamp"));

  private static final WriteMix WRITES = new WriteMix(60, 50, 10, IndexingTest::entity);

  private static final Instant PAST = Instant.parse("2001-01-01T00:00:00Z");
  private static final Instant FUTURE = Instant.parse("9001-01-01T00:00:00Z");

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
    awaitNothingUnder(old.id());
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

    store.tables().set(TABLE, TableSetting.EXPIRY, Expiry.at("At")).block(PATIENCE);

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

  private void writeAtRandom(Random random, int count) {
    WRITES.carryOut(store.tables(), random, count);
  }

  private static Entity entity(Random random, String partition, String row) {
    var entity = Entity.builder(partition, row);
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
