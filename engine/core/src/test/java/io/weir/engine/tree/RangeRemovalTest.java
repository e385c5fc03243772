package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PoisonPageStore;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.Test;

/** Removal of key ranges, as dropped tables need it. */
final class RangeRemovalTest {

  private static int removeInSlices(TreeFixture fixture, long from, long to, int pages) {
    int slices = 0;
    RangeSlice slice;
    do {
      slice = fixture.tree.removeRange(TreeFixture.key(from), TreeFixture.key(to), pages);
      fixture.tree.publish(slice.version());
      fixture.tree.reclaim(Integer.MAX_VALUE);
      TreeCheck.verify(fixture.tree);
      slices++;
    } while (!slice.last());
    fixture.model.subMap(TreeFixture.key(from), TreeFixture.key(to)).clear();
    return slices;
  }

  @Test
  void removesARangeInSlicesOfWholePages() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 2_000).publish();
      long pages = fixture.settle().pages();

      int slices = removeInSlices(fixture, 333, 1_777, 10);

      assertThat(slices).isBetween((int) (pages / 20), (int) (pages / 10));
      assertThat(fixture.settle().entries()).isEqualTo(333 + 2_000 - 1_777);
    }
  }

  @Test
  void anEmptyRangeRemovesNothing() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 100).publish();

      assertThat(removeInSlices(fixture, 50, 50, 1)).isEqualTo(1);
      assertThat(removeInSlices(fixture, 500, 900, 1)).isEqualTo(1);
      RangeSlice backwards = fixture.tree.removeRange(TreeFixture.key(9), TreeFixture.key(3), 1);

      fixture.tree.publish(backwards.version());
      assertThat(backwards.last()).isTrue();
    }
  }

  @Test
  void allThereIsCanBeRemoved() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();

      removeInSlices(fixture, 0, 1_000, 1_000);

      assertThat(fixture.store.stats().pages()).isZero();
      fixture.put(5).publish();
    }
  }

  @Test
  void pagesInsideTheRangeAreNotRead() {
    try (var store = new PoisonPageStore(512)) {
      var tree = new VersionedTree(store, new TreeShape(512, 8), () -> true);
      var group = new WriteGroup();
      for (int i = 0; i < 1_000; i++) {
        group.put(TreeFixture.key(i), TreeFixture.value(40, i));
      }
      tree.publish(tree.commit(group));
      spoilInnerPages(tree.published().root());

      RangeSlice slice = tree.removeRange(TreeFixture.key(0), TreeFixture.key(1_000), 1_000);
      tree.publish(slice.version());
      tree.reclaim(Integer.MAX_VALUE);

      assertThat(slice.last()).isTrue();
      assertThat(tree.published().size()).isZero();
      assertThat(store.stats().pages()).isZero();
    }
  }

  /**
   * Overwrites all but the header of every page that is neither the first nor the last of its node.
   */
  private static void spoilInnerPages(Branch node) {
    if (node instanceof InnerBranch inner) {
      for (int child = 0; child < inner.count(); child++) {
        spoilInnerPages(inner.child(child));
      }
      return;
    }
    var leaves = (LeafBranch) node;
    for (int child = 1; child < leaves.count() - 1; child++) {
      long page = leaves.address(child);
      UnsafeMemory.INSTANCE.setMemory(page + 12, LeafPage.lengthBytes(page) - 12, (byte) 0xEE);
    }
  }
}
