package io.weir.engine.tree;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.LeafPage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A walk shows the leaves in order, from the one that covers its key on. */
final class LeafWalkTest {

  private static final int ENTRIES = 600;
  private static final byte[] START = {};

  private final TreeFixture fixture = TreeFixture.small();

  @BeforeEach
  void fill() {
    fixture.put(0, ENTRIES).publish();
  }

  @AfterEach
  void close() {
    fixture.store.close();
  }

  private record Size(String fence, int entries, int bytes) {}

  private static List<Size> sizes(Tree tree, byte[] from) {
    var sizes = new ArrayList<Size>();
    assertThat(LeafWalk.sizesFrom(
            tree,
            from,
            (fence, entries, bytes) ->
                sizes.add(new Size(new String(fence, UTF_8), entries, bytes))))
        .isTrue();
    return sizes;
  }

  @Test
  void theSizesAreThoseOfTheLeaves() {
    var tree = fixture.tree.published();
    var leaves = new ArrayList<Size>();
    assertThat(LeafWalk.from(
            tree,
            START,
            (fence, id, address) -> leaves.add(new Size(
                new String(fence, UTF_8), LeafPage.count(address), LeafPage.lengthBytes(address)))))
        .isTrue();

    assertThat(leaves).hasSizeGreaterThan(50);
    assertThat(leaves.stream().mapToInt(Size::entries).sum()).isEqualTo(ENTRIES);
    assertThat(sizes(tree, START)).isEqualTo(leaves);
  }

  @Test
  void aWalkBeginsWithTheLeafThatCoversItsKey() {
    var tree = fixture.tree.published();
    var all = sizes(tree, START);

    IntStream.range(0, all.size())
        .forEach(leaf -> assertThat(sizes(tree, all.get(leaf).fence().getBytes(UTF_8)))
            .isEqualTo(all.subList(leaf, all.size())));
  }

  @Test
  void aVisitorEndsTheWalk() {
    var seen = new ArrayList<Integer>();
    assertThat(LeafWalk.sizesFrom(fixture.tree.published(), START, (fence, entries, bytes) -> {
          seen.add(entries);
          return seen.size() < 3;
        }))
        .isFalse();
    assertThat(seen).hasSize(3);
  }

  /** The pages of an old version that no pin keeps are overwritten with a pattern. */
  @Test
  void aPageWhoseHeaderCannotBeRightIsShownAsEmpty() {
    var old = fixture.tree.published();
    var before = sizes(old, START);
    fixture.put(300).publish();
    fixture.tree.reclaim(Integer.MAX_VALUE);

    var after = sizes(old, START);
    assertThat(after).hasSameSizeAs(before);
    assertThat(after.stream().filter(size -> size.bytes() == 0))
        .isNotEmpty()
        .allSatisfy(size -> assertThat(size.entries()).isZero());
    assertThat(after.stream().filter(size -> size.bytes() > 0))
        .isSubsetOf(before)
        .isNotEmpty();
  }
}
