package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import io.weir.engine.TestStore;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.disk.AllocatingDisk;
import io.weir.engine.disk.SpaceOnDisk;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * Pages whose bytes the disk has changed between a stop and a start. No damaged byte is returned,
 * the shard answers ServerBusy until it is rebuilt from a log that still holds everything, and the
 * other shards serve meanwhile.
 */
final class DamagedPageTest extends StoppedStoreInFolder {

  private static final int SHARD = 1;

  private final HeldThreads threads = new HeldThreads();

  @Test
  void noReadReturnsTheContentsOfADamagedPage() throws IOException {
    var before = stopped();
    damage(SHARD);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
      var busy = 0;
      for (var entity : before) {
        try {
          assertThat(get(store, entity)).isEqualTo(entity);
        } catch (ServiceBusyException e) {
          assertThat(shardOf(store, entity)).isEqualTo(SHARD);
          busy++;
        }
      }
      assertThat(busy).isPositive();
      assertThatThrownBy(store::all).isInstanceOf(ServiceBusyException.class);
      assertThat(store.engine().store().damagedPages()).isEqualTo(1);
      assertThat(store.engine().health().writable()).isFalse();
      assertThat(store.engine().health().lasting()).isFalse();
      assertThat(store.engine().health().reason()).contains("shard " + SHARD, "being rebuilt");
    }
  }

  @Test
  void theShardIsRebuiltWithAllWritesSinceTheStart() throws IOException {
    stopped();
    damage(SHARD);
    List<Entity> written = new ArrayList<>();
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      for (var i = 0; i < 40; i++) {
        var entity = TestStore.entity("zz" + i, "r", 10);
        store.upsert(entity);
        written.add(entity);
      }
      awaitDamageFound(store);
      threads.goOn();
      awaitServing(store);

      assertThat(store.rowKeys()).hasSize(2 * 100 * PARTITIONS + 1 + 40);
      assertThat(written).allSatisfy(entity -> assertThat(get(store, entity)).isNotNull());
      TestStore.verifyTrees(store.engine());
      assertThat(store.engine().store().shardRebuilds()).isEqualTo(1);
      assertThat(store.engine().health().writable()).isTrue();
      store.fill("after", 100, 300);
      store.restart();
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
      assertThat(store.rowKeys()).hasSize(2 * 100 * PARTITIONS + 1 + 140);
    }
  }

  @Test
  void theScrubFindsAnyDamagedPageAndAllDataIsServedAgain() throws IOException {
    var before = stopped();
    for (var round = 0; round < 3; round++) {
      for (var pages : innerPages().values()) {
        var page = pages.get(round % pages.size());
        page.flip(page.page().lengthBytes() - 1 - round, 3);
      }
      try (var store = TestStore.open(options())) {
        assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
        await(() -> store.engine().store().shardRebuilds() == 4);

        assertThat(store.all()).isEqualTo(before);
        TestStore.verifyTrees(store.engine());
      }
      try (var store = TestStore.open(options())) {
        assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
        assertThat(store.all()).isEqualTo(before);
      }
    }
  }

  @Test
  void otherShardsServeWhileOneIsRefused() throws IOException {
    var before = stopped();
    damage(SHARD);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      awaitDamageFound(store);
      for (var entity : before) {
        if (shardOf(store, entity) == SHARD) {
          assertThatThrownBy(() -> get(store, entity))
              .isInstanceOfSatisfying(
                  ServiceBusyException.class,
                  busy ->
                      assertThat(busy.facts()).isEqualTo("shard=" + SHARD + " reason=rebuilding"));
          assertThatThrownBy(() -> store.upsert(entity))
              .isInstanceOfSatisfying(
                  ServiceBusyException.class,
                  busy -> assertThat(busy.facts())
                      .isEqualTo("shard=" + SHARD + " reason=rebuilding outcome=notDone"));
          continue;
        }
        assertThat(get(store, entity)).isEqualTo(entity);
      }
      store.upsert(of(store, before, 0));
      store.upsert(of(store, before, 2));
    }
  }

  @Test
  void aQueryOfOnePartitionNeedsNoIndexEntriesOfARefusedShard() throws IOException {
    stopped();
    var partitions = List.of("big0", "big1", "big2", "big3");
    try (var store = TestStore.open(options())) {
      store.declare(IndexDefinition.of("ByKind", "Kind"));
      store.awaitIndexes();
      for (var partition : partitions) {
        store.fill(partition, 600, 10);
        store.upsert(Entity.builder(partition, "owl").set("Kind", "Owl").build());
      }
    }
    damage(SHARD);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      awaitDamageFound(store);
      var served = partitions.stream()
          .filter(each -> shardOf(store, Entity.builder(each, "owl").build()) != SHARD)
          .toList();
      assertThat(served).isNotEmpty();
      for (var partition : served) {
        var query = Query.ALL.where("PartitionKey eq '" + partition + "' and Kind eq 'Owl'");
        var page = store.tables().page(TestStore.TABLE, query).block(TestStore.PATIENCE);
        assertThat(Objects.requireNonNull(page).items()).hasSize(1);
      }
    }
  }

  @Test
  void aWriteThatReadsADamagedPageIsNotCarriedOut() throws IOException {
    var before = stopped();
    flipLastBits(innerPages().values().stream().flatMap(List::stream).toList());
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      var refused = 0;
      for (var shard = 0; shard < 4; shard++) {
        var last = last(store, before, shard);
        try {
          store.upsert(TestStore.entity(last.partitionKey(), last.rowKey(), 1));
        } catch (ServiceBusyException e) {
          assertThat(e.facts()).contains("outcome=notDone");
          refused++;
        }
      }
      assertThat(refused).isEqualTo(4);
      threads.goOn();
      awaitServing(store);
      assertThat(store.engine().store().shardRebuilds()).isEqualTo(4);
      assertThat(store.all()).isEqualTo(before);
    }
  }

  @Test
  void noCheckpointIsWrittenBeforeTheRebuild() throws IOException {
    var before = stopped();
    damage(SHARD);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      var position = store.engine().store().checkpointPosition();
      store.upsert(of(store, before, 0));
      awaitDamageFound(store);

      assertThatThrownBy(store.engine().store()::checkpoint).isInstanceOf(IOException.class);

      assertThat(store.engine().store().checkpointPosition()).isEqualTo(position);
      threads.goOn();
      awaitServing(store);
      store.engine().store().checkpoint();
      assertThat(store.engine().store().checkpointPosition()).isGreaterThan(position);
    }
  }

  @Test
  void aTableDroppedDuringTheRebuildIsReclaimed() throws IOException {
    stopped();
    var damaged = (shardOfCatalog() + 1) % 4;
    damage(damaged);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      awaitDamageFound(store);
      store.drop();
      assertThat(store.engine().store().shards().get(damaged).isRefused()).isTrue();
      threads.goOn();
      awaitServing(store);

      await(() -> store.pages() <= 1);
      TestStore.verifyTrees(store.engine());
    }
  }

  /** Returns the shard that owns the table's catalog row. */
  private int shardOfCatalog() throws IOException {
    try (var store = TestStore.open(options())) {
      return store
          .engine()
          .store()
          .groups()
          .ofTreeKey(TreeKeys.of(Catalog.ID, table(store).row().key().encoded()));
    }
  }

  @Test
  void aRebuildOnAFullDiskIsRepeatedUntilThereIsRoom() throws IOException {
    var before = stopped();
    damage(SHARD);
    var disk = new AllocatingDisk();
    try (var store = TestStore.open(options(), threads.environment(SpaceOnDisk.of(disk)));
        var unused = threads.rest()) {
      awaitDamageFound(store);
      disk.leave(0);
      threads.goOn();
      await(() -> store.engine().health().reason().contains("repeated"));

      assertThat(store.engine().health().lasting()).isFalse();
      disk.leave(Long.MAX_VALUE);
      awaitServing(store);
      assertThat(store.all()).isEqualTo(before);
      TestStore.verifyTrees(store.engine());
    }
  }

  /**
   * The walk reads entries ahead while it waits for the page of an entity, and comes to the damage
   * there.
   */
  @Test
  void damageAheadOfAWaitingWalkReachesItsSubscriber() throws Exception {
    var options = options().withPartitionGroups(1);
    try (var store = TestStore.open(options)) {
      store.create();
      for (var row = 100; row < 200; row++) {
        var name = row + "x".repeat(300);
        store.upsert(Entity.builder("p", "" + row)
            .set("Name", name)
            .set("Data", new byte[500])
            .build());
      }
      store.declare(IndexDefinition.of("ByName", "Name"));
      store.awaitIndexes();
    }
    var pages = StoppedPage.of(folder);
    flipLastBits(List.of(pages.get(pages.size() - 2)));
    try (var store = TestStore.open(options, threads.environment());
        var unused = threads.rest()) {
      bringInLastLeaf(store.engine().store());

      var page = new CompletableFuture<Page<Entity>>();
      var query = Query.ALL.orderBy(SortProperty.descending("Name"));
      store
          .engine()
          .store()
          .loops()
          .all()
          .get(0)
          .execute(() -> store
              .tables()
              .page(TestStore.TABLE, query)
              .subscribe(page::complete, page::completeExceptionally));

      assertThatThrownBy(() -> page.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ServiceBusyException.class)
          .hasMessageContaining("reason=pageDamaged");
    }
  }

  /** Verifies the last leaf. The one before it counts as being in memory, but is not verified. */
  private static void bringInLastLeaf(Store store) {
    try (var pin = store.pin(0)) {
      var cursor = new Cursor().open(pin.tree());
      assertThat(cursor.seekLast()).isTrue();
      var before = ColdLeaves.ahead(pin.tree(), cursor.key(), false, 2);
      assertThat(before).hasSize(1);
      pin.tree().markWarm(before.get(0));
    }
  }

  @Test
  void aStopWhileAShardIsRefusedLosesNothing() throws IOException {
    var before = stopped();
    damage(SHARD);
    try (var store = TestStore.open(options(), threads.environment());
        var unused = threads.rest()) {
      awaitDamageFound(store);
    }

    try (var store = TestStore.open(options())) {
      awaitAll(store, before);
    }
  }

  private void damage(int shard) throws IOException {
    var pages = innerPages().get(shard);
    flipLastBits(List.of(pages.get(pages.size() / 2)));
  }

  /** Reads until a read finds the damage. */
  private static void awaitDamageFound(TestStore store) {
    assertThatThrownBy(store::all).isInstanceOf(ServiceBusyException.class);
    await(() -> !store.engine().health().writable());
  }

  private static void awaitServing(TestStore store) {
    await(() -> store.engine().health().writable());
  }

  /**
   * Reads until no shard refuses. The start may have rebuilt the whole store, or a read or the
   * scrub has to find the damage again.
   */
  private static void awaitAll(TestStore store, Object expected) {
    await(() -> {
      try {
        assertThat(store.all()).isEqualTo(expected);
        return true;
      } catch (ServiceBusyException e) {
        return false;
      }
    });
  }

  private static void await(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  private static Entity get(TestStore store, Entity entity) {
    return store
        .tables()
        .get(TestStore.TABLE, new EntityKey(entity.partitionKey(), entity.rowKey()), Selection.ALL)
        .block(TestStore.PATIENCE);
  }

  private static int shardOf(TestStore store, Entity entity) {
    var key = new EntityKey(entity.partitionKey(), entity.rowKey());
    return store.engine().store().groups().ofTreeKey(TreeKeys.of(table(store).id(), key.encoded()));
  }

  private static Table table(TestStore store) {
    return Objects.requireNonNull(
        store.engine().store().catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE));
  }

  private static Entity of(TestStore store, List<Entity> all, int shard) {
    return all.stream()
        .filter(each -> shardOf(store, each) == shard)
        .findFirst()
        .orElseThrow();
  }

  private static Entity last(TestStore store, List<Entity> all, int shard) {
    return all.stream()
        .filter(each -> shardOf(store, each) == shard)
        .reduce((before, next) -> next)
        .orElseThrow();
  }
}
