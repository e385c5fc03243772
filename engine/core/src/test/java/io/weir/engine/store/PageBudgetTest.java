package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.engine.TestStore;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Pages that count as being in memory are kept within the budget, and every entity stays readable.
 */
final class PageBudgetTest extends StoreInFolder {

  private static final long BUDGET = 8 << 20;
  private static final int ENTITIES = 12_000;

  @Test
  void aStoreOfFourTimesItsBudgetIsReadWithinIt() throws Exception {
    var options = options().withMemory(options().memory().withPageBytes(BUDGET));
    try (var store = TestStore.open(options)) {
      store.create();
      store.fill("p", ENTITIES, 2_500);
      var memory = store.engine().store().pageMemory();
      for (var round = 0; round < 3; round++) {
        for (var row = 0; row < ENTITIES; row += 7) {
          var found = store
              .tables()
              .get(TestStore.TABLE, new EntityKey("p", String.format("%08d", row)))
              .block();
          assertThat(found).isNotNull();
        }
      }
      while (memory.residentBytes() > BUDGET) { // the book follows within a tenth of a second
        Thread.onSpinWait();
      }

      assertThat(store.engine().store().coldReads().pagesRead()).isPositive();
      assertThat(store.all()).hasSize(ENTITIES);
    }
  }

  @Test
  void aStoreThatFitsItsBudgetHasNoColdPage() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", 3_000, 1_000);
      var shards = store.engine().store().shards();

      assertThat(store.engine().store().coldReads().pagesRead()).isZero();
      assertThat(shards).noneMatch(shard -> shard.tree().published().isCold(new byte[0]));
    }
  }

  @Test
  void theDefaultLeavesRoomForTheHeapAndEverythingElse() {
    assertThat(StoreMemory.pagesBeside(400L << 20, 1L << 30)).isBetween(300L << 20, 500L << 20);
    assertThat(StoreMemory.pagesBeside(900L << 20, 1L << 30)).isEqualTo(8 << 20);
  }

  @Test
  void aBudgetBelowTheLeastIsRefused() {
    var memory = StoreMemory.ofHeap(1L << 30);

    assertThat(memory.withPageBytes(8 << 20).pageBytes()).isEqualTo(8 << 20);
    assertThatThrownBy(() -> memory.withPageBytes((8 << 20) - 1)).hasMessageContaining("pageBytes");
  }
}
