package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;

import io.weir.api.AccountName;
import io.weir.engine.TestStore;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** A store and one table in it, whose indexes are compared with its entities. */
abstract class IndexedStore {

  TestStore store;

  @BeforeEach
  final void open(@TempDir Path folder) throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    store.create();
  }

  @AfterEach
  final void close() throws IOException {
    store.close();
  }

  /** Returns the table's first index. */
  final TableIndex index() {
    return store
        .engine()
        .store()
        .catalog()
        .find(AccountName.DEVELOPMENT, TABLE)
        .indexes()
        .get(0);
  }

  /**
   * Asserts that the entries and the claims of all indexes are exactly those that the entities
   * imply.
   */
  final void assertExact() {
    IndexEntries.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
    Claims.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
  }

  /** Waits until a sweep has made the entries and the claims exact. */
  final void awaitExact() {
    Mono.fromRunnable(this::assertExact)
        .retryWhen(
            Retry.fixedDelay(500, Duration.ofMillis(20)).filter(AssertionError.class::isInstance))
        .block(PATIENCE);
  }

  /** Waits until the trees hold nothing of an index or a table. */
  final void awaitNothingUnder(int id) {
    Mono.fromSupplier(() -> countUnder(id))
        .filter(count -> count == 0)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE);
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
}
