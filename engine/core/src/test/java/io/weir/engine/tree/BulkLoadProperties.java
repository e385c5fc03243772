package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A tree loaded from sorted entries satisfies the invariants of a written tree, and takes writes.
 */
class BulkLoadProperties {

  @Property(tries = 150)
  void aLoadedTreeSatisfiesTheInvariants(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 1_500) int count) {
    var random = new Random(seed);
    try (var fixture = TreeFixture.small()) {
      for (int number = 0; number < count; number++) {
        int bytes = random.nextInt(40) == 0 ? 1 + random.nextInt(3_000) : 1 + random.nextInt(200);
        fixture.model.put(TreeFixture.key(number * 3L), TreeFixture.value(bytes, number));
      }

      var load = fixture.tree.bulkLoad();
      fixture.model.forEach(load::add);
      load.finish();

      fixture.settle();
      for (int i = 0; i < 100; i++) {
        fixture.put(random.nextInt(5_000));
        fixture.remove(random.nextInt(5_000));
      }
      fixture.publish();
    }
  }

  @Example
  void pagesAreNineTenthsFull() {
    try (var fixture = new TreeFixture(8184, 64)) {
      for (int number = 0; number < 20_000; number++) {
        fixture.model.put(TreeFixture.key(number), TreeFixture.value(100, number));
      }

      var load = fixture.tree.bulkLoad();
      fixture.model.forEach(load::add);
      load.finish();

      assertThat(fixture.fill()).isBetween(0.88, 0.93);
    }
  }

  @Example
  void keysThatDoNotAscendAreRefused() {
    try (var fixture = TreeFixture.small()) {
      var load = fixture.tree.bulkLoad();
      load.add(TreeFixture.key(1), TreeFixture.value(1, 1));

      assertThatThrownBy(() -> load.add(TreeFixture.key(1), TreeFixture.value(1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
