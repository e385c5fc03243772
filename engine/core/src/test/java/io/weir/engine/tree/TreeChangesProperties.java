package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The changes between two versions, applied to the outline of the first, are the outline of the
 * second.
 */
class TreeChangesProperties {

  private static final class Leaf {
    private final long id;
    private final byte[] fence;
    private final int begins;

    Leaf(long id, byte[] fence, int begins) {
      this.id = id;
      this.fence = fence;
      this.begins = begins;
    }

    byte[] fence() {
      return fence;
    }

    @Override
    public String toString() {
      return id + ":" + Arrays.toString(fence) + ":" + begins;
    }
  }

  private int named;

  @Property(tries = 150)
  void theChangesLeadFromOneOutlineToTheOther(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 12) int turns) throws IOException {
    var random = new Random(seed);
    try (var fixture = TreeFixture.small()) {
      Tree before = fixture.tree.current();
      Map<Long, Leaf> outline = new HashMap<>();
      for (int turn = 0; turn < turns; turn++) {
        for (int group = random.nextInt(3); group >= 0; group--) {
          write(fixture, random);
        }
        apply(before, fixture.tree.current(), outline);
        before = fixture.tree.current();
        fixture.tree.reclaim(Integer.MAX_VALUE);

        assertThat(sorted(outline)).isEqualTo(outlineOf(before));
      }
    }
  }

  @Property(tries = 5)
  void aSmallChangeNamesFewLeavesOfALargeTree(@ForAll long seed) throws IOException {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 20_000);
      fixture.publish();
      Tree before = fixture.tree.current();
      fixture.put(new Random(seed).nextInt(20_000));
      fixture.publish();

      apply(before, fixture.tree.current(), new HashMap<>());

      assertThat(named).isBetween(1, 20);
    }
  }

  private static void write(TreeFixture fixture, Random random) {
    boolean removes = random.nextInt(4) == 0;
    for (int i = random.nextInt(300); i > 0; i--) {
      long number = random.nextInt(1_000);
      if (removes || random.nextInt(4) == 0) {
        fixture.remove(number);
      } else {
        fixture.put(
            TreeFixture.key(number),
            TreeFixture.value(1 + random.nextInt(i % 50 == 0 ? 2_000 : 60), 1));
      }
    }
    fixture.publish();
  }

  private void apply(Tree before, Tree after, Map<Long, Leaf> outline) throws IOException {
    named = 0;
    TreeChanges.between(before, after, new TreeChanges.Visitor() {
      @Override
      public void removed(long id) {
        named++;
        outline.remove(id);
      }

      @Override
      public void moved(byte[] fence, int begins, long id) {
        named++;
        outline.put(id, new Leaf(id, fence, begins));
      }

      @Override
      public void added(byte[] fence, int begins, long id, long place) {
        named++;
        outline.put(id, new Leaf(id, fence, begins));
      }
    });
  }

  private static List<String> sorted(Map<Long, Leaf> outline) {
    return outline.values().stream()
        .sorted((one, other) -> Arrays.compareUnsigned(one.fence(), other.fence()))
        .map(Leaf::toString)
        .toList();
  }

  private static List<String> outlineOf(Tree tree) throws IOException {
    var leaves = new ArrayList<String>();
    Outline.of(
        tree, (fence, begins, id, place) -> leaves.add(new Leaf(id, fence, begins).toString()));
    return leaves;
  }
}
