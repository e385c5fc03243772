package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.filter.FilterParser;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of dropped tables and removed ranges are freed in the background. */
final class DroppedSpaceTest {

  private static final int ENTITIES = 5_000;

  @TempDir
  Path folder;

  private TestStore open() throws IOException {
    return TestStore.open(StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(1)
        .withDurability(Durability.MEMORY));
  }

  @Test
  void theNameOfADroppedTableCanBeReusedWhileItsPagesArePinned() throws IOException {
    try (var store = open()) {
      store.create();
      store.fill("p", ENTITIES, 1_000);
      var tree = store.engine().store().shards().get(0).tree();

      try (var pin = tree.pin()) {
        store.drop();
        store.create();
        store.fill("p", 10, 10);

        assertThat(store.all()).hasSize(10);
        assertThat(store.pages()).isGreaterThan(ENTITIES / 8);
        assertThat(pin.tree().isEmpty()).isFalse();
      }
      awaitPages(store, 2);
      assertThat(store.all()).hasSize(10);
    }
  }

  @Test
  void thePagesOfARemovedRangeAreFreedWithoutAnotherWrite() throws IOException {
    try (var store = open()) {
      store.create();
      store.fill("p", ENTITIES, 1_000);

      store
          .tables()
          .deleteRange(
              TestStore.TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey ge '00000010'"))
          .block(TestStore.PATIENCE);

      awaitPages(store, 4);
      assertThat(store.all()).hasSize(10);
      assertThat(store.engine().store().pages(0).pages()).isPositive();
    }
  }

  /**
   * Waits until no more than {@code most} pages are in use. Asks the shard between its other tasks.
   */
  private static void awaitPages(TestStore store, long most) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (store.pages() > most) {
      assertThat(System.nanoTime()).as("pages=%d", store.pages()).isLessThan(giveUp);
      var asked = new CompletableFuture<Boolean>();
      store.engine().store().shards().get(0).execute(() -> asked.complete(true));
      asked.join();
    }
  }
}
