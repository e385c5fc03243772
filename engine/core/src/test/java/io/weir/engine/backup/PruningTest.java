package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.StoppingFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which backups stay, and under which names. */
final class PruningTest extends BackedUpStore {

  @Test
  void onlyTheNewestAreKept() throws IOException {
    for (var name : List.of("one", "two", "three")) {
      store.fill("p1", ROWS, 300 + ++backups);
      store.engine().store().checkpoint();
      backup(name);
    }
    Files.createDirectories(path("other")); // no backup
    var kept =
        store.engine().backup(path("four"), 2, CopyListener.NOBODY).block(TestStore.PATIENCE);

    try (var names = Files.list(path("one").resolveSibling(""))) {
      assertThat(names.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("three", "four", "other");
    }
    assertThat(Objects.requireNonNull(kept).files()).isNotEmpty();
    assertThat(check("three")).isEmpty();
    assertThat(restored("four")).isEqualTo(store.all());
  }

  @Test
  void aBackupThatWasWrittenWhileTheClockWasAheadIsNotTheNewest() throws IOException {
    var parent = FolderOnDisk.in(path("ahead").resolveSibling(""));
    var ahead = Clock.fixed(Instant.now().plusSeconds(1_000_000), ZoneOffset.UTC);
    Backup.write(
        store.engine().store(), parent, "ahead", ahead, CopyListener.NOBODY, SMALL_CHUNK_BYTES);
    store.fill("p1", ROWS, 301);
    backup("later");

    Pruning.run(parent, store.engine().store().identity(), 1);

    assertThat(parent.list()).containsExactly("later");
  }

  @Test
  void namesOfDraftsAndDeletedBackupsAreRefused() {
    for (var name : List.of("one.unfinished", ".deleted-one")) {
      assertThatThrownBy(() -> backup(name))
          .hasMessageContaining("Choose a name that does not begin with a dot");
    }
    assertThat(backup("one.unfinished.d").files()).isNotEmpty();
  }

  @Test
  void aDeletionThatWasInterruptedIsFinishedByTheNext() throws IOException {
    backup("one");
    backup("two");
    var parent = FolderOnDisk.in(path("one").resolveSibling(""));
    var identity = store.engine().store().identity();
    var operations = 1;
    for (var done = false; !done; operations++) {
      var life = new StoppingFolder.Life(operations, true);
      try {
        Pruning.run(new StoppingFolder(parent, life), identity, 1);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("killed");
      }
      done = !life.isOver();
      assertThat(check("two")).isEmpty();
      if (Files.exists(path("one"))) {
        assertThat(check("one")).isEmpty();
      }
    }
    assertThat(parent.list()).containsExactly("two");
  }
}
