package io.weir.engine.scan;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.AccessPath;
import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.plan.IndexPlanner;
import io.weir.engine.query.Planner;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A scan collects in slices, and reads the key ranges when an index fails it. */
class CollectedScanTest {

  private static final int ENTITIES = 3_000;
  private static final IndexName BY_AGE = new IndexName("byAge");
  private static final Query ADULTS = Query.ALL.where("Age ge 1");
  private static final Query FORCED = ADULTS.hint(IndexHint.force(BY_AGE));

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    store.create();
    Flux.range(0, ENTITIES)
        .flatMap(i -> store.tables().write(TABLE, new Write.Insert(entity(i))), 64)
        .blockLast(PATIENCE);
    store.declare(IndexDefinition.of("byAge", "Age"));
    store.awaitIndexes();
  }

  @AfterEach
  void close() throws IOException {
    assertThat(store.engine().store().shards()).noneMatch(shard -> shard.tree().isPinned());
    store.close();
  }

  @Test
  void theFirstSliceReadsNoMoreThanItsShareOfTheEntries() {
    var scan = scan(ADULTS, Integer.MAX_VALUE);
    var found = new ArrayList<Entity>();

    var complete = scan.advance(10, found);

    assertThat(complete).isFalse();
    assertThat(found).isEmpty();
    assertThat(scan.scanned()).isBetween(1L, (long) adults() - 1);
    assertThat(readAll(scan)).isEqualTo(expected());
  }

  @Test
  void anEntryThatMovesWhileOtherShardsAreReadIsFound() {
    var scan = scan(ADULTS, Integer.MAX_VALUE);
    scan.advance(10, new ArrayList<>());
    scan.release();

    for (var i = 0; i < ENTITIES; i++) {
      store.upsert(Entity.builder(entity(i).partitionKey(), entity(i).rowKey())
          .set("Age", i % 4 == 0 ? 0 : 9 - i % 4)
          .build());
    }

    assertThat(readAll(scan)).isEqualTo(expected());
  }

  @Test
  void theNextKeyIsKnownBeforeAllKeysAreCollected() {
    var scan = scan(ADULTS, Integer.MAX_VALUE);
    scan.advance(10, new ArrayList<>());

    var next = Objects.requireNonNull(scan.next());
    scan.release();

    assertThat(next.key() + " inclusive " + next.inclusive())
        .isEqualTo(expected().get(0) + " inclusive true");
  }

  @Test
  void asManyEntriesAsTheLimitAreCollected() {
    var scan = scan(ADULTS, adults());

    assertThat(readAll(scan)).isEqualTo(expected());
    assertThat(scan.report().path()).isEqualTo(AccessPath.INDEX_RANGE);
    assertThat(scan.report().scanned()).isEqualTo(2L * adults());
  }

  @Test
  void oneEntryAboveTheLimitLetsTheScanReadTheKeyRanges() {
    var scan = scan(ADULTS, adults() - 1);

    assertThat(readAll(scan)).isEqualTo(expected());
    assertThat(scan.report().path()).isEqualTo(AccessPath.TABLE_SCAN);
  }

  @Test
  void aForcedIndexWithTooManyEntriesIsRefused() {
    var scan = scan(FORCED, adults() - 1);

    assertThat(catchThrowable(() -> readAll(scan)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("index=byAge reason=grew");
    scan.release();
  }

  @Test
  void anIndexThatIsDroppedBeforeTheFirstReadLosesNoEntity() {
    var scan = scan(ADULTS, Integer.MAX_VALUE);
    dropUntilItsEntriesAreGone();

    assertThat(readAll(scan)).isEqualTo(expected());
  }

  @Test
  void aForcedIndexThatIsDroppedBeforeTheFirstReadIsRefused() {
    var scan = scan(FORCED, Integer.MAX_VALUE);
    dropUntilItsEntriesAreGone();

    assertThat(catchThrowable(() -> readAll(scan)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("index=byAge reason=dropped");
    scan.release();
  }

  @Test
  void aLookupWhoseIndexIsDroppedCanBeRepeatedUnlessTheQueryAskedForTheIndex() {
    var lookup = Query.ALL.where("Age eq 1");
    var chosen = walk(lookup);
    var forced = walk(lookup.hint(IndexHint.force(BY_AGE)));
    dropUntilItsEntriesAreGone();

    assertThat(catchThrowable(() -> readAll(chosen))).isInstanceOf(ServiceBusyException.class);
    assertThat(catchThrowable(() -> readAll(forced))).isInstanceOf(InvalidRequestException.class);
    chosen.release();
    forced.release();
  }

  private IndexWalk walk(Query query) {
    var access =
        IndexPlanner.candidates(query.filter(), table().indexes(), query.hint()).get(0);
    return new IndexWalk(store.engine().store(), table().id(), access, false, query);
  }

  @Test
  void aTableThatIsDroppedBeforeTheFirstReadIsNotFound() {
    var scan = scan(FORCED, Integer.MAX_VALUE);
    store.drop();

    assertThat(catchThrowable(() -> readAll(scan))).isInstanceOf(NotFoundException.class);
    scan.release();
  }

  private static Entity entity(int i) {
    return Entity.builder("p" + i % 40, String.format("%05d", i))
        .set("Age", i % 4)
        .build();
  }

  private static int adults() {
    return ENTITIES / 4 * 3;
  }

  private static List<String> expected() {
    return IntStream.range(0, ENTITIES)
        .mapToObj(CollectedScanTest::entity)
        .filter(
            entity -> entity.rowKey().length() == 5 && Integer.parseInt(entity.rowKey()) % 4 > 0)
        .sorted(Comparator.comparing(Entity::key))
        .map(entity -> entity.key().toString())
        .toList();
  }

  private Table table() {
    return Objects.requireNonNull(
        store.engine().store().catalog().find(AccountName.DEVELOPMENT, TABLE));
  }

  private CollectedScan scan(Query query, int most) {
    return new CollectedScan(
        store.engine().store(),
        table().id(),
        IndexPlanner.candidates(query.filter(), table().indexes(), query.hint()),
        Planner.plan(query.filter()),
        query,
        most);
  }

  /** Reads to the end, with new pins for each call, as a stream does. */
  private static List<String> readAll(Scan scan) {
    var found = new ArrayList<Entity>();
    boolean complete;
    do {
      complete = scan.advance(100, found);
      scan.release();
    } while (!complete);
    return found.stream().map(entity -> entity.key().toString()).toList();
  }

  private void dropUntilItsEntriesAreGone() {
    var id = table().indexes().get(0).id();
    store.tables().dropIndex(TABLE, BY_AGE).block(PATIENCE);
    Mono.fromSupplier(() -> store.engine().store().shards().stream().anyMatch(shard -> {
          try (var pin = shard.pin()) {
            var cursor = new Cursor().open(pin.tree());
            return cursor.seek(IndexKeys.startOfEntries(id))
                && cursor.compareKey(TreeKeys.endOfTable(id)) < 0;
          }
        }))
        .filter(isLeft -> !isLeft)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
  }
}
