package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.Test;

/** Removal of key ranges: its effect, its cost, and the return of the pages. */
final class RangeRemovalTest {

  private static final int ALL = 20_000;

  private static long remove(TreeFixture fixture, long from, long to) {
    if (from < to) {
      fixture.model.subMap(TreeFixture.key(from), TreeFixture.key(to)).clear();
    }
    return fixture.tree.removeRanges(
        List.of(new ByteRange(TreeFixture.key(from), TreeFixture.key(to))));
  }

  @Test
  void removesExactlyTheEntriesOfTheRange() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 2_000).publish();

      fixture.tree.publish(remove(fixture, 333, 1_777));

      assertThat(fixture.settle().entries()).isEqualTo(333 + 2_000 - 1_777);
    }
  }

  @Test
  void anEmptyRangeRemovesNothing() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 100).publish();

      fixture.tree.publish(remove(fixture, 50, 50));
      fixture.tree.publish(remove(fixture, 500, 900));
      fixture.tree.publish(remove(fixture, 9, 3));

      assertThat(fixture.settle().entries()).isEqualTo(100);
    }
  }

  @Test
  void allEntriesCanBeRemoved() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();

      fixture.tree.publish(remove(fixture, 0, 1_000));

      assertThat(fixture.settle().pages()).isZero();
      fixture.put(5).publish();
    }
  }

  @Test
  void severalRangesAreRemovedInOneVersion() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();
      long before = fixture.tree.published().version();

      List<ByteRange> ranges = List.of(range(10, 200), range(205, 206), range(500, 2_000));
      fixture.tree.publish(fixture.tree.removeRanges(ranges));

      ranges.forEach(range -> fixture.model.subMap(range.from(), range.to()).clear());
      assertThat(fixture.tree.published().version()).isEqualTo(before + 1);
      assertThat(fixture.settle().entries()).isEqualTo(10 + 5 + 294);
    }
  }

  @Test
  void aLongRangeTouchesAsManyNodesAndPagesAsAShortOne() {
    int forTen;
    int forAll;
    try (var fixture = new TreeFixture(512, 8)) {
      fixture.put(0, ALL).publish();
      forTen = touched(fixture, ALL / 2, ALL / 2 + 10);
    }
    try (var fixture = new TreeFixture(512, 8)) {
      fixture.put(0, ALL).publish();
      int height = fixture.tree.published().root().height();
      forAll = touched(fixture, 100, ALL - 100);
      assertThat(forAll).isLessThanOrEqualTo(3 * height);
    }
    assertThat(forAll).isLessThanOrEqualTo(forTen + 4);
  }

  /** Removes a range and counts the nodes and pages that were created for it. */
  private static int touched(TreeFixture fixture, long from, long to) {
    Set<Object> before = parts(fixture.tree.published().root());
    fixture.tree.publish(remove(fixture, from, to));
    Set<Object> after = parts(fixture.tree.published().root());
    fixture.settle();
    after.removeAll(before);
    return after.size();
  }

  private static Set<Object> parts(Branch node) {
    Set<Object> parts = new HashSet<>();
    parts.add(node);
    for (int child = 0; child < node.count(); child++) {
      if (node instanceof LeafBranch leaves) {
        parts.add(leaves.id(child));
      } else {
        parts.addAll(parts(((InnerBranch) node).child(child)));
      }
    }
    return parts;
  }

  @Test
  void pagesInsideTheRangeAreNotRead() {
    try (var fixture = new TreeFixture(512, 8)) {
      fixture.put(0, 1_000).publish();
      Branch root = fixture.tree.published().root();

      flipFormats(root, true, true); // a read of a flipped page fails the test
      fixture.tree.publish(remove(fixture, 1, 999));
      flipFormats(root, true, true);

      assertThat(fixture.settle().entries()).isEqualTo(2);
    }
  }

  /** Makes all pages except the first and the last illegible, or legible again. */
  private static void flipFormats(Branch node, boolean first, boolean last) {
    for (int child = 0; child < node.count(); child++) {
      boolean firstOfAll = first && child == 0;
      boolean lastOfAll = last && child == node.count() - 1;
      if (node instanceof InnerBranch inner) {
        flipFormats(inner.child(child), firstOfAll, lastOfAll);
      } else if (!firstOfAll && !lastOfAll) {
        long page = ((LeafBranch) node).address(child);
        byte format = UnsafeMemory.INSTANCE.readByte(page);
        UnsafeMemory.INSTANCE.writeByte(page, (byte) ~format);
      }
    }
  }

  @Test
  void pagesOfARangeAreFreedInSlicesOfTheRequestedSize() {
    try (var fixture = new TreeFixture(512, 8)) {
      fixture.put(0, 2_000).publish();
      fixture.tree.reclaim(Integer.MAX_VALUE);
      long pages = fixture.store.stats().pages();

      fixture.tree.publish(remove(fixture, 0, 2_000));
      assertThat(fixture.store.stats().pages()).isEqualTo(pages);

      for (long left = pages; left > 0; left = Math.max(0, left - 7)) {
        assertThat(fixture.tree.hasRetired()).isTrue();
        assertThat(fixture.tree.reclaim(7)).isEqualTo((int) Math.min(7, left));
        TreeCheck.verify(fixture.tree);
      }
      assertThat(fixture.tree.hasRetired()).isFalse();
      assertThat(fixture.tree.retiredPages()).isZero();
      assertThat(fixture.tree.retiredSubtrees()).isZero();
    }
  }

  @Test
  void aPinnedReaderStillSeesARemovedRange() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();
      var before = KeyModel.empty();
      before.putAll(fixture.model);

      try (Pin pin = fixture.tree.pin()) {
        fixture.tree.publish(remove(fixture, 100, 900));
        assertThat(fixture.tree.reclaim(Integer.MAX_VALUE)).isZero();
        KeyModel.verify(pin.tree(), before);
      }

      assertThat(fixture.tree.reclaim(Integer.MAX_VALUE)).isPositive();
    }
  }

  @Test
  void aRolledBackRemovalHasNoEffect() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();
      long kept = fixture.put(400, 1_200).commit();
      var before = KeyModel.empty();
      before.putAll(fixture.model);

      remove(fixture, 100, 1_100);
      fixture.put(50, 300).commit();
      fixture.tree.rollbackTo(kept);
      fixture.tree.publish(kept);

      fixture.model.putAll(before);
      assertThat(fixture.settle().entries()).isEqualTo(1_200);
    }
  }

  private static ByteRange range(long from, long to) {
    return new ByteRange(TreeFixture.key(from), TreeFixture.key(to));
  }
}
