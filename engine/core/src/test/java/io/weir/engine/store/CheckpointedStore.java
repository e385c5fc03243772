package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A store that was stopped in good order after some checkpoints. */
abstract class CheckpointedStore extends StoreInFolder {

  /**
   * Makes a store with a snapshot and a log after it, stops it in good order, and returns its
   * entities.
   */
  List<Entity> stopped() throws IOException {
    try (var store = TestStore.open(options().withPartitionGroups(3))) {
      store.create();
      store.fill("p", 400, 100);
      store.upsert(TestStore.entity("large", "r", 60_000));
      store.engine().store().checkpoint();
      store.engine().store().checkpoint();
      Folders.copy(folder, temporary.resolve("early"));
      store.fill("q", 400, 100);
      return store.all();
    }
  }

  static void assertClean(TestStore store) {
    assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
    TestStore.verifyTrees(store.engine());
  }

  Path marker() {
    return folder.resolve(CheckpointManifest.FILE);
  }
}
