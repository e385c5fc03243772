package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.page.LeafPage;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.LeafWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page whose memory was overwritten: no checkpoint names it, and its shard is rebuilt. */
final class MalformedPageTest {

  /**
   * {@link LeafPage} draws the page: heads of 4 bytes follow the header, then offsets of 2 bytes.
   */
  private static final int HEADER_BYTES = 12;

  private static final int HEAD_BYTES = 4;
  private static final int OFFSET_BYTES = 2;
  private static final int EVERY = 97;
  private static final UnsafeMemory MEMORY = UnsafeMemory.INSTANCE;

  @TempDir
  Path temporary;

  private TestStore store;
  private Shard shard;

  @BeforeEach
  void open() throws IOException {
    open("store");
  }

  private void open(String folder) throws IOException {
    store = TestStore.open(StoreOptions.in(temporary.resolve(folder)).withPartitionGroups(1));
    store.create();
    store.fill("a", 2_000, 50);
    shard = store.engine().store().shards().get(0);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aPageWithAnotherFormatByteIsMalformed() throws IOException {
    var before = store.all();

    MEMORY.writeByte(pages().get(3), (byte) 7);

    requireRebuilt("a page is malformed");
    assertThat(store.all()).isEqualTo(before);
    store.engine().store().checkpoint();
    store.restart();
    assertThat(store.all()).isEqualTo(before);
  }

  @Test
  void aKeyThatIsBelowTheOneBeforeItIsFound() throws IOException {
    requireFound(() -> places().subList(1, 2_001), (byte) 0); // nothing is before the first
  }

  @Test
  void aKeyThatIsAboveTheOneAfterItIsFound() throws IOException {
    requireFound(
        () -> pages().stream()
            .flatMap(page -> IntStream.range(0, LeafPage.count(page) - 1)
                .mapToObj(entry -> firstByteOfSuffix(page, entry)))
            .toList(),
        (byte) 0xFF);
  }

  /**
   * Changes some of the places, each in a store of its own: a rebuild makes a checkpoint due, and
   * the store that writes it may find the next change before the test does.
   */
  private void requireFound(Supplier<List<Long>> places, byte changed) throws IOException {
    for (var found = 0; found < 2_000 / EVERY; found++) {
      var now = places.get();
      MEMORY.writeByte(now.get(found * EVERY % now.size()), changed);
      requireRebuilt("do not ascend");
      assertThat(store.rowKeys()).hasSize(2_000);
      store.close();
      open("store-" + found);
    }
  }

  private void requireRebuilt(String reason) {
    var rebuilds = store.engine().store().shardRebuilds();
    assertThatThrownBy(store.engine().store()::checkpoint)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
    var giveUp = System.nanoTime() + TestStore.PATIENCE.toNanos();
    while (store.engine().store().shardRebuilds() == rebuilds
        || !store.engine().health().writable()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  /** Returns where the key of each entry begins to differ from the others of its page. */
  private List<Long> places() {
    return pages().stream()
        .flatMap(page -> IntStream.range(0, LeafPage.count(page))
            .mapToObj(entry -> firstByteOfSuffix(page, entry)))
        .toList();
  }

  private static long firstByteOfSuffix(long page, int entry) {
    var offsets = page + HEADER_BYTES + (long) HEAD_BYTES * LeafPage.count(page);
    return page + (MEMORY.readShort(offsets + (long) OFFSET_BYTES * entry) & 0xFFFF) + Short.BYTES;
  }

  private List<Long> pages() {
    var pages = new ArrayList<Long>();
    try (var pin = shard.pin()) {
      var unused =
          LeafWalk.from(pin.tree(), new byte[0], (fence, id, address) -> pages.add(address));
    }
    return pages;
  }
}
