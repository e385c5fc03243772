package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Files of a checkpoint that cannot be used lead to a rebuild, or to a refusal that changes
 * nothing, and never to another content.
 */
final class CheckpointDamageTest extends CheckpointedStore {

  @Test
  void noDamageLeadsToAnotherContent() throws IOException {
    var seen = stopped();
    var sound = temporary.resolve("sound");
    Folders.copy(folder, sound);
    for (var damage : Damage.all()) {
      Folders.delete(folder);
      Folders.copy(sound, folder);
      damage.to(folder);

      try (var store = TestStore.open(options())) {
        if (damage.rebuilds()) {
          assertThat(store.engine().store().startedFromCheckpoint())
              .as(damage.name())
              .isFalse();
        }
        assertThat(servedBy(store)).as(damage.name()).isEqualTo(seen);
      }
    }
  }

  @Test
  void nothingIsDeletedForARebuildThatADamagedLogWouldStop() throws IOException {
    stopped();
    Files.delete(Damage.directory(folder));
    Damage.flip(folder.resolve("log").resolve("0000000000000000.log"), 20_000);
    var files = names();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(options()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining(".log");
      assertThat(names()).isEqualTo(files);
    }
  }

  @Test
  void aStaleManifestLeadsToNoOtherContent() throws IOException {
    stopped();
    var old = Files.readAllBytes(marker());
    List<Entity> seen;
    try (var store = TestStore.open(options())) {
      assertClean(store);
      for (var round = 0; round < 4; round++) {
        store.fill("q", 400, 101 + round);
        store.engine().store().checkpoint();
      }
      store.upsert(TestStore.entity("new", "r", 10));
      seen = store.all();
    }
    Files.write(marker(), old);

    try (var store = TestStore.open(options())) {
      assertThat(servedBy(store)).isEqualTo(seen);
    }
  }

  @Test
  void aLogThatEndsBeforeTheCheckpointStopsTheStartAndKeepsTheManifest() throws IOException {
    stopped();
    restoreLog();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(options()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("the log ends before a position that it had reached");
    }
    assertThat(marker()).exists();
  }

  /** Returns all entities, once no shard is being rebuilt any more. */
  private static List<Entity> servedBy(TestStore store) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        return store.all();
      } catch (ServiceBusyException e) {
        assertThat(System.nanoTime()).isLessThan(giveUp);
        assertThat(store.engine().health().lasting()).isFalse();
      }
    }
  }

  /** Returns the files of the store. */
  private List<Path> names() throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void restoreLog() throws IOException {
    Folders.delete(folder.resolve("log"));
    Folders.copy(temporary.resolve("early").resolve("log"), folder.resolve("log"));
  }
}
