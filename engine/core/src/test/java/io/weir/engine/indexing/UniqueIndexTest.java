package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Claims follow every way of writing, backfills, removals, restarts and rebuilds, and no two
 * entities share values.
 */
class UniqueIndexTest extends IndexedStore {

  private static final IndexDefinition BY_RING =
      IndexDefinition.of("byRing", "Ring").uniquely();

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      BY_RING,
      IndexDefinition.of(
              "byNameDown",
              List.of(SortProperty.descending("Name"), SortProperty.ascending("Ring")))
          .where("Ring gt 10")
          .uniquely());

  private static final int RINGS = 60;
  private static final WriteMix WRITES = new WriteMix(30, 20, 3, UniqueIndexTest::entity);

  @Test
  void everyWayOfWritingKeepsTheClaimsThroughRestartAndRebuild() throws IOException {
    var random = new Random(1);
    DEFINITIONS.forEach(store::declare);
    store.awaitIndexes();

    for (var round = 0; round < 2; round++) {
      writeAtRandom(random, 300);
      assertExact();
      store.restart();
      assertExact();
      writeAtRandom(random, 100);
      store.rebuild();
      assertExact();
    }
  }

  @Test
  void ofManyThreadsThatInsertOneValueExactlyOneWins() {
    store.declare(BY_RING);
    store.awaitIndexes();
    var won = new AtomicInteger();

    var threads = IntStream.range(0, 8)
        .mapToObj(thread -> CompletableFuture.runAsync(
            () -> {
              for (var ring = 0; ring < 40; ring++) {
                won.addAndGet(inserted("p" + thread, "r" + ring, ring) ? 1 : 0);
              }
            },
            task -> new Thread(task, "inserter-" + thread).start()))
        .toArray(CompletableFuture[]::new);
    Mono.fromFuture(CompletableFuture.allOf(threads)).block(PATIENCE);

    assertThat(won).hasValue(40);
    assertExact();
  }

  private boolean inserted(String partition, String row, int ring) {
    try {
      store
          .tables()
          .write(TABLE, new Write.Insert(ringed(partition, row, ring)))
          .block(PATIENCE);
      return true;
    } catch (ConflictException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_INDEX_VIOLATION);
      return false;
    }
  }

  @Test
  void ofManyWritesOfOneEntityEachIsCarriedOut() {
    store.declare(BY_RING);
    store.awaitIndexes();

    Flux.range(0, 200)
        .flatMap(
            i -> store
                .tables()
                .write(TABLE, new Write.Upsert(ringed("p", "r", i), WriteMode.REPLACE)),
            16)
        .blockLast(PATIENCE);

    assertThat(store.all()).hasSize(1);
    assertExact();
  }

  @Test
  void aBackfillBesideWritesLeavesExactlyTheClaimsOrFailsVisibly() throws IOException {
    var random = new Random(2);
    IntStream.range(0, 900).forEach(i -> store.upsert(ringed("p" + i % 7, "r" + i, i)));

    store.declare(BY_RING);
    Flux.range(0, 600)
        .flatMap(i -> store
            .tables()
            .write(
                TABLE,
                new Write.Upsert(
                    ringed("p" + i % 7, "r" + i, 1_000 + random.nextInt(50_000)),
                    WriteMode.REPLACE))
            .onErrorComplete(ConflictException.class))
        .blockLast(PATIENCE);
    store.restart();
    store.awaitIndexes();

    assertExact();
  }

  @Test
  void aWriteDuringTheBackfillThatSharesOldValuesIsFoundByTheBackfill() {
    IntStream.range(0, 1_500).forEach(i -> store.upsert(ringed("p" + i % 7, "r" + i, i)));

    store.declare(BY_RING);
    var accepted = IntStream.range(1_300, 1_500)
        .filter(ring -> inserted("other", "r" + ring, ring))
        .count();
    var status = awaitBackfill();

    if (accepted == 0) {
      assertThat(status).isEqualTo(IndexState.READABLE);
      assertExact();
    } else {
      assertThat(status).isEqualTo(IndexState.FAILED);
    }
  }

  private IndexState awaitBackfill() {
    return Mono.defer(() -> store.tables().indexes(TABLE))
        .map(all -> all.get(0).state())
        .filter(state -> state != IndexState.BACKFILLING)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }

  @Test
  void aFailedIndexIsFailedAfterARestartAndCanBeMadeAgainWithoutTheDuplicate() throws IOException {
    store.upsert(ringed("p", "1", 7));
    store.upsert(ringed("q", "2", 7));
    store.declare(BY_RING);
    assertThat(awaitBackfill()).isEqualTo(IndexState.FAILED);
    var status = store.tables().indexes(TABLE).block(PATIENCE);

    store.rebuild();

    assertThat(store.tables().indexes(TABLE).block(PATIENCE)).isEqualTo(status);
    store.upsert(ringed("s", "3", 7));
    store.tables().dropIndex(TABLE, BY_RING.name()).block(PATIENCE);
    delete("q", "2");
    delete("s", "3");
    store.declare(BY_RING);
    store.awaitIndexes();
    assertExact();
  }

  @Test
  void aSweepRemovesTheClaimsThatARemovalOfRangesLeft() throws IOException {
    IntStream.range(0, 600).forEach(i -> store.upsert(ringed("p" + i % 7, "r" + i, i)));
    store.declare(BY_RING);
    store.awaitIndexes();

    store
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey ge 'p2'"))
        .block(PATIENCE);
    assertThat(inserted("new", "r", 3)).as("the holder of 3 is removed").isTrue();
    assertThat(inserted("new", "s", 7)).as("the holder of 7 is there").isFalse();
    store.restart();

    awaitExact();
  }

  @Test
  void expiredEntitiesBlockNothingAndTheirClaimsAreSwept() throws IOException {
    store.declare(BY_RING);
    store.awaitIndexes();
    store.tables().set(TABLE, TableSetting.EXPIRY, Expiry.at("At")).block(PATIENCE);
    for (var i = 0; i < 200; i++) {
      store.upsert(Entity.builder("p" + i % 5, "r" + i)
          .set("Ring", i)
          .set("At", Instant.parse(i % 2 == 0 ? "2001-01-01T00:00:00Z" : "9001-01-01T00:00:00Z"))
          .build());
    }

    assertThat(inserted("new", "r", 2)).as("the holder of 2 is expired").isTrue();
    assertThat(inserted("new", "s", 1)).as("the holder of 1 is not").isFalse();
    store.restart(options -> options.withExpirySweep(Duration.ofMillis(20)));

    Mono.fromSupplier(() -> Claims.stored(store.engine().store(), index()).size())
        .filter(claims -> claims == 101)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
    awaitExact();
  }

  @Test
  void aDroppedIndexLeavesNothing() {
    IntStream.range(0, 300).forEach(i -> store.upsert(ringed("p" + i % 7, "r" + i, i)));
    store.declare(BY_RING);
    store.awaitIndexes();
    var index = index();

    store.tables().dropIndex(TABLE, BY_RING.name()).block(PATIENCE);

    awaitNothingUnder(index.id());
  }

  @Test
  void aSweepOfADroppedIndexIsOver() {
    var sweeps = new ClaimSweeps(store.engine().store());
    store.declare(BY_RING);
    var index = index();
    store.tables().dropIndex(TABLE, BY_RING.name()).block(PATIENCE);

    sweeps.begin(index, 1);

    Mono.fromSupplier(() -> sweeps.isRunning(index))
        .filter(running -> !running)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }

  @Test
  void aBulkWriteThatMeetsANewIndexKeepsTheOrderOfEachKey() {
    var lines = Flux.range(0, 3_000)
        .doOnNext(i -> {
          if (i == 1_000) {
            store.tables().createIndex(TABLE, BY_RING).subscribe();
          }
        })
        .map(i -> BulkLine.of(
            i % 2 == 0
                ? new Write.Upsert(ringed("p" + i % 10, "r", i), WriteMode.REPLACE)
                : new Write.Upsert(
                    Entity.builder("p" + (i - 1) % 10, "r").set("Last", i).build(),
                    WriteMode.MERGE)));

    var results = store.tables().bulk(TABLE, lines).collectList().block(PATIENCE);

    assertThat(results.get(results.size() - 1)).isEqualTo(new BulkResult.End(3_000, 0));
    store.awaitIndexes();
    assertExact();
    for (var partition = 0; partition < 10; partition += 2) {
      var entity = store
          .tables()
          .get(TABLE, new EntityKey("p" + partition, "r"), Selection.ALL)
          .block(PATIENCE);
      assertThat(entity.getInt32("Ring")).contains(2_990 + partition);
      assertThat(entity.getInt32("Last")).contains(2_991 + partition);
    }
  }

  private void delete(String partition, String row) {
    store
        .tables()
        .write(TABLE, new Write.Delete(new EntityKey(partition, row), IfMatch.ANY))
        .block(PATIENCE);
  }

  private void writeAtRandom(Random random, int count) {
    WRITES.carryOut(store.tables(), random, count);
  }

  private static Entity entity(Random random, String partition, String row) {
    var entity = Entity.builder(partition, row).set("Name", "n" + random.nextInt(3));
    return random.nextInt(4) > 0
        ? entity.set("Ring", random.nextInt(RINGS)).build()
        : entity.build();
  }

  private static Entity ringed(String partition, String row, int ring) {
    return Entity.builder(partition, row).set("Ring", ring).build();
  }
}
