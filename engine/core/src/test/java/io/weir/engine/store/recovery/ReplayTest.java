package io.weir.engine.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.AllocatingDisk;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The replay of changes when page files have little room. */
final class ReplayTest implements PageStoreListener {

  private static final int PAGE_BYTES = 8192;
  private static final int ENTRIES = 750;

  @TempDir
  Path directory;

  private final AllocatingDisk disk = new AllocatingDisk();
  private final List<IOException> failures = new ArrayList<>();
  private ChroniclePageStore pages;
  private VersionedTree tree;

  @BeforeEach
  void open() throws IOException {
    var options = new PageStoreOptions(directory, PAGE_BYTES, 1024, 4096, 0).withSpace(disk);
    pages = ChroniclePageStore.open(options, Runnable::run, this, () -> true);
    tree = new VersionedTree(pages, () -> true);
  }

  @AfterEach
  void close() {
    pages.close();
  }

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    failures.add(cause);
  }

  @Test
  void changesThatHaveNoRoomTogetherAreAppliedInParts() {
    overwriteAll(300);
    var free = pages.stats().freeBytes() / PAGE_BYTES;
    disk.leave((40 - Math.min(40, free)) * PAGE_BYTES);
    assertThat(failures).isEmpty();

    for (var round = 1; round <= 3; round++) {
      overwriteAll(300 + round);

      var published = tree.published();
      for (var entry = 0; entry < ENTRIES; entry++) {
        assertThat(published.find(key(entry))).hasSize(300 + round);
      }
    }

    assertThat(failures).as("there was no room for all changes at once").isNotEmpty();
  }

  private void overwriteAll(int bytes) {
    var replay = new Replay(tree, Long.MAX_VALUE);
    for (var entry = 0; entry < ENTRIES; entry++) {
      replay.put(key(entry), new byte[bytes]);
    }
    replay.finish();
  }

  private static byte[] key(int entry) {
    return String.format("k%08d", entry).getBytes(StandardCharsets.UTF_8);
  }
}
