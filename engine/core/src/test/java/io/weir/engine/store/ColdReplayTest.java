package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreStats;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.CoolingHand;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A writer that may block reads the cold leaves of a group before it commits the group. */
final class ColdReplayTest {

  @Test
  void theColdLeavesOfAGroupAreReadOnceEach() throws IOException {
    try (var pages = new ReadingPages()) {
      var tree = new VersionedTree(pages, () -> true);
      tree.publish(tree.commit(group(0, 2_000, 1)));
      var hand = new CoolingHand();
      for (var passes = 0; passes < 2; ) {
        passes += hand.step(tree.published()) ? 1 : 0;
      }
      var leaves = ColdLeaves.count(tree.published());
      assertThat(leaves).isEqualTo(pages.stats().pages());
      var some = group(0, 2_000, 100);

      tree.bringIn(some);

      assertThat(pages.read).doesNotHaveDuplicates().hasSize((int)
          (leaves - ColdLeaves.count(tree.published())));
      assertThat(pages.read).hasSizeBetween(10, 20);
      tree.publish(tree.commit(some));
      tree.reclaim(Integer.MAX_VALUE);
    }
  }

  private static WriteGroup group(int from, int to, int step) {
    var group = new WriteGroup();
    for (var number = from; number < to; number += step) {
      group.put(String.format("k%08d", number).getBytes(StandardCharsets.UTF_8), new byte[40]);
    }
    return group;
  }

  private static final class ReadingPages implements PageStore {

    private final PoisonPageStore pages = new PoisonPageStore(512);
    private final List<Long> read = new ArrayList<>();

    @Override
    public void read(long id, long place) {
      read.add(id);
    }

    @Override
    public int pageBytes() {
      return pages.pageBytes();
    }

    @Override
    public boolean hasRoom(long leafPages, long largeBytes) {
      return pages.hasRoom(leafPages, largeBytes);
    }

    @Override
    public long freeLeafPages() {
      return pages.freeLeafPages();
    }

    @Override
    public PageHandle allocate(int lengthBytes) {
      return pages.allocate(lengthBytes);
    }

    @Override
    public void free(long id, long address, int lengthBytes) {
      pages.free(id, address, lengthBytes);
    }

    @Override
    public PageStoreStats stats() {
      return pages.stats();
    }

    @Override
    public void close() {
      pages.close();
    }
  }
}
