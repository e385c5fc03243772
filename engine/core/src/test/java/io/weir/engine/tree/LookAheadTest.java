package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.LeafPage;
import java.util.LinkedHashSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is read of the leaves before a group is applied. */
final class LookAheadTest {

  @Test
  void eachLeafThatTheGroupTouchesIsReadOnce() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 400).publish();
      var tree = fixture.tree.current();
      var group = group(0, 1, 2, 57, 58, 120, 301, 302, 399);

      var leaves = new LinkedHashSet<Long>();
      for (var write : group) {
        leaves.add(tree.leafOf(write.key()));
      }
      assertThat(leaves).hasSizeBetween(4, group.length - 1);
      var expected = leaves.stream()
          .mapToInt(
              page -> LeafPage.count(page) + LeafPage.keyLength(page, LeafPage.count(page) - 1))
          .sum();
      assertThat(LookAhead.over(tree, group)).isEqualTo(expected);
    }
  }

  @Test
  void aSmallGroupIsNotLookedAhead() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 400).publish();
      var writes = LongStream.range(0, LookAhead.LEAST_WRITES).toArray();

      assertThat(LookAhead.over(fixture.tree.current(), group(writes))).isPositive();
      assertThat(LookAhead.over(
              fixture.tree.current(),
              group(LongStream.range(1, LookAhead.LEAST_WRITES).toArray())))
          .isZero();
    }
  }

  @Test
  void anEmptyTreeHasNoLeafToRead() {
    assertThat(LookAhead.over(Tree.empty(), group(LongStream.range(0, 20).toArray())))
        .isZero();
  }

  private static Mutation[] group(long... keys) {
    return LongStream.of(keys)
        .mapToObj(key -> new Mutation(TreeFixture.key(key), TreeFixture.value(8, 1)))
        .toArray(Mutation[]::new);
  }
}
