package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store that is rebuilt from snapshot and log, all shards in parallel, equals the store that was
 * closed.
 */
final class RebuildTest extends StoreInFolder {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void snapshotAndLogTogetherRestoreAllEntities(long seed) throws IOException {
    var random = new Random(seed);
    try (var store = TestStore.open(options())) {
      store.create();
      write(store, random, 300);
      store.snapshot();
      write(store, random, 200);
      var before = store.all();

      assertThat(store.engine().store().startWork().foundNothing()).isTrue();

      store.rebuild();

      assertThat(store.engine().store().startWork().foundNothing()).isFalse();
      assertThat(store.engine().store().startedFromCheckpoint()).isFalse();
      assertThat(store.all()).as("seed=" + seed).isEqualTo(before);
      TestStore.verifyTrees(store.engine());
      store.restart();
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
      assertThat(store.all()).as("seed=" + seed).isEqualTo(before);
    }
  }

  @Test
  void aShardWithoutEntitiesIsRebuiltEmpty() throws IOException {
    try (var store = TestStore.open(options().withPartitionGroups(64))) {
      store.create();
      store.fill("one", 500, 100);
      store.snapshot();

      store.rebuild();

      assertThat(store.rowKeys()).hasSize(500);
      TestStore.verifyTrees(store.engine());
    }
  }

  private static void write(TestStore store, Random random, int count) {
    for (var i = 0; i < count; i++) {
      var partition = "p" + random.nextInt(12);
      var row = "r" + random.nextInt(200);
      if (random.nextInt(6) == 0) {
        store.upsert(TestStore.entity(partition, row, 1));
        store
            .tables()
            .write(TestStore.TABLE, new Write.Delete(new EntityKey(partition, row), IfMatch.ANY))
            .block(TestStore.PATIENCE);
      } else {
        var bytes = List.of(1, 40, 700, 4_000, 9_000, 60_000).get(random.nextInt(6));
        store.upsert(TestStore.entity(partition, row, bytes));
      }
    }
    store.fill("filled" + count, 1_000, 120);
  }
}
