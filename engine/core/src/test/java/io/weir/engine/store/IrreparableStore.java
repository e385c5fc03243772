package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;

/**
 * A stopped store whose log no longer holds all of it, so that nothing but a backup heals its
 * pages.
 */
abstract class IrreparableStore extends StoreInFolder {

  static final int SHARD = 1;

  List<Entity> entities = List.of();

  StoreOptions small() {
    return options().withSegmentBytes(64 << 10).withRetention(Retention.NONE);
  }

  /** Makes a store whose log begins long after its first record. */
  @BeforeEach
  void stop() throws IOException {
    try (var store = TestStore.open(small())) {
      store.create();
      for (var partition = 0; partition < 12; partition++) {
        store.fill("p" + partition, 200, 300);
      }
      store.engine().store().checkpoint();
      store.upsert(TestStore.entity("after", "r", 100));
      entities = store.all();
      assertThat(store.engine().store().feedUse().firstPosition()).isGreaterThan(500_000);
    }
  }

  /**
   * Reads every entity: those of one page of the shard are refused, all others are as they were,
   * and can be written.
   */
  void requireAllButOnePage(TestStore store) {
    var refused = 0;
    var written = 0;
    for (var entity : entities) {
      try {
        assertThat(get(store, entity)).isEqualTo(entity);
        if (shardOf(store, entity) == SHARD && written++ % 20 == 0) {
          store.upsert(TestStore.entity("beside" + written, "r", 10));
        }
      } catch (ServiceBusyException e) {
        assertThat(e.facts()).contains("reason=pageDamaged");
        assertThat(shardOf(store, entity)).isEqualTo(SHARD);
        assertThatThrownBy(() -> store.upsert(entity))
            .isInstanceOfSatisfying(
                ServiceBusyException.class,
                busy -> assertThat(busy.facts()).contains("reason=pageDamaged outcome=notDone"));
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 60);
  }

  static StoppedPage second(Path store) throws IOException {
    return StoppedPage.of(store).stream()
        .filter(page -> page.shard() == SHARD)
        .toList()
        .get(1);
  }

  StoppedPage pageIn(Path store) throws IOException {
    var pages =
        StoppedPage.of(store).stream().filter(page -> page.shard() == SHARD).toList();
    return pages.get(pages.size() / 2);
  }

  StoppedPage damage() throws IOException {
    var pages =
        StoppedPage.of(folder).stream().filter(page -> page.shard() == SHARD).toList();
    var page = pages.get(pages.size() / 2);
    page.flip(page.page().lengthBytes() - 1, 0);
    return page;
  }

  static void await(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  static Entity get(TestStore store, Entity entity) {
    return store
        .tables()
        .get(TestStore.TABLE, new EntityKey(entity.partitionKey(), entity.rowKey()), Selection.ALL)
        .block(TestStore.PATIENCE);
  }

  static int shardOf(TestStore store, Entity entity) {
    var table = Objects.requireNonNull(
        store.engine().store().catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE));
    var key = new EntityKey(entity.partitionKey(), entity.rowKey());
    return store.engine().store().groups().ofTreeKey(TreeKeys.of(table.id(), key.encoded()));
  }
}
