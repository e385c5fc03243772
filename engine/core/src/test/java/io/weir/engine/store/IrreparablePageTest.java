package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.offline.CollectedFindings;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Damage to the files of a checkpoint when the log no longer holds the whole store. No value is
 * wrong, nothing is lost silently.
 */
final class IrreparablePageTest extends IrreparableStore {

  @Test
  void onlyWhatNeedsTheDamagedPageIsRefused() throws IOException {
    damage();
    for (var start = 0; start < 3; start++) {
      try (var store = TestStore.open(small())) {
        assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
        await(() -> store.engine().health().lasting());
        requireAllButOnePage(store);
        await(store.engine().store()::isScrubbed);

        requireAllButOnePage(store);
        assertThat(store.engine().store().shardRebuilds()).isZero();
        assertThat(store.engine().health().reason())
            .contains("shard " + SHARD, "weir restore", "page=", " from=table:", " before=table:")
            .doesNotContain(temporary.toString());
        store.upsert(TestStore.entity("new" + start, "r", 100));
        store.engine().store().checkpoint();
        assertThat(store.engine().store().checkpointPosition())
            .isEqualTo(store.engine().store().log().durablePosition());
        requireAllButOnePage(store);
      }
    }
  }

  /**
   * The leaf after the rows of the catalog holds none of them, so its damage concerns its range
   * only.
   */
  @Test
  void aDamagedLeafBesideTheCatalogDoesNotStopTheStart() throws IOException {
    var second = second(folder);
    second.flip(second.page().lengthBytes() - 1, 0);
    try (var store = TestStore.open(small())) {
      await(() -> store.engine().health().lasting());

      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .hasSize(1);
      requireAllButOnePage(store);
    }
  }

  /**
   * The scrub has verified all pages. One that the disk changes after that, while it is not in
   * memory, is found before a value of it is served.
   */
  @Test
  void aPageThatChangesAfterTheScrubIsRefused() throws IOException {
    try (var store = TestStore.open(small())) {
      await(store.engine().store()::isScrubbed);
      assertThat(store.engine().health().writable()).isTrue();
      damage();

      assertThatThrownBy(() -> entities.forEach(entity -> get(store, entity)))
          .isInstanceOf(ServiceBusyException.class);
      await(() -> store.engine().health().lasting());
      requireAllButOnePage(store);
    }
  }

  @Test
  void aDamagedPageOfTheCatalogStopsTheStartAndNamesTheRepair() throws IOException {
    var first =
        StoppedPage.of(folder).stream().filter(StoppedPage::isFirst).findFirst().orElseThrow();
    first.flip(first.page().lengthBytes() - 1, 0);

    assertThatThrownBy(() -> TestStore.open(small()))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("weir repair " + folder + " --from BACKUP")
        .hasMessageContaining("weir restore");
  }

  @Test
  void theCheckNamesPageShardAndRange() throws IOException {
    var page = damage();

    var found = CollectedFindings.in(folder);

    assertThat(found.findings).singleElement().satisfies(finding -> {
      assertThat(finding.file()).isEqualTo(page.file().toString());
      assertThat(finding.damage()).contains("shard=" + SHARD, "from=table:", "before=table:");
    });
  }

  @Test
  void noBackupIsMadeOfADamagedPage() throws IOException {
    var page = damage();
    try (var store = TestStore.open(small())) {
      var path = temporary.resolve("backup");

      assertThatThrownBy(() ->
              Backup.write(store.engine().store(), path, Clock.systemUTC(), CopyListener.NOBODY))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(page.file().toString());
      assertThat(path).doesNotExist();
    }
  }

  @Test
  void aStoreWithoutItsManifestIsRefusedAndKeepsItsPages() throws IOException {
    Files.delete(folder.resolve(CheckpointManifest.FILE));
    var pages = pageFiles();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(small()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("weir restore");
    }
    assertThat(pageFiles()).isEqualTo(pages).isNotEmpty();
    assertThat(CollectedFindings.in(folder).findings).isNotEmpty();
  }

  @Test
  void aDamagedCheckpointIsRefusedAndKept() throws IOException {
    for (var damage : Damage.all()) {
      if (!damage.rebuilds()) {
        continue;
      }
      var copy = temporary.resolve("copy");
      Folders.copy(folder, copy);
      damage.to(copy);
      var manifest = copy.resolve(CheckpointManifest.FILE);
      var exists = Files.exists(manifest);

      assertThatThrownBy(() -> TestStore.open(StoreOptions.in(copy).withSegmentBytes(64 << 10)))
          .as(damage.name())
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("weir restore");
      assertThat(Files.exists(manifest)).as(damage.name()).isEqualTo(exists);
      assertThat(CollectedFindings.in(copy).findings).as(damage.name()).isNotEmpty();
      Folders.delete(copy);
    }
  }

  private List<String> pageFiles() throws IOException {
    try (var files = Files.walk(folder.resolve("pages"))) {
      return files.map(Path::toString).sorted().toList();
    }
  }
}
