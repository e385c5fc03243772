package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Slow readers do not keep retired pages from being freed. */
final class ReadersAndSpaceTest {

  private static final int ENTITIES = 1_000;
  private static final int ROUNDS = 15;

  @TempDir
  Path folder;

  private StoreOptions options() {
    return StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(1)
        .withSegmentBytes(16 << 20);
  }

  /** A subscriber that requests some items and then no more. */
  private static final class Stalled extends BaseSubscriber<StreamItem> {

    private long rows;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(10);
    }

    @Override
    protected void hookOnNext(StreamItem item) {
      if (item instanceof StreamItem.Row) {
        rows++;
      }
    }
  }

  @Test
  void aStalledStreamHoldsNoPin() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", ENTITIES, 1_000);
      var stalled = new Stalled();
      store.tables().stream(TestStore.TABLE, Query.ALL).subscribe(stalled);
      var most = mostPagesWhileOverwriting(store);

      assertThat(stalled.rows).isEqualTo(10);
      assertThat(store.engine().store().shards())
          .allMatch(shard -> !shard.tree().isPinned() && shard.tree().retiredPages() < 200);
      assertThat(most).isLessThan(3 * ENTITIES / 7);

      stalled.request(Long.MAX_VALUE);
      assertThat(stalled.rows).isEqualTo(ENTITIES);
    }
  }

  @Test
  void aFullSnapshotPinsFewPagesWhileEveryEntityIsOverwritten() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("p", ENTITIES, 1_000);
      var overwriting = CompletableFuture.supplyAsync(() -> mostPagesWhileOverwriting(store));
      var snapshots = 0;
      while (!overwriting.isDone()) {
        store.engine().store().checkpoint();
        snapshots++;
      }

      assertThat(snapshots).isPositive();
      assertThat(overwriting.join()).isLessThan(3 * ENTITIES / 7);
    }
  }

  /**
   * Overwrites all entities repeatedly. Returns the largest number of pages in use after a batch.
   */
  private static long mostPagesWhileOverwriting(TestStore store) {
    var most = 0L;
    for (var round = 0; round < ROUNDS; round++) {
      store.fill("p", ENTITIES, 1_000);
      most = Math.max(most, store.pages());
    }
    return most;
  }
}
