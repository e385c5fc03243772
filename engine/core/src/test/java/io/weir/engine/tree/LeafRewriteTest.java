package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.LeafRewrite.Outcome;
import io.weir.engine.tree.node.ColdEntries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Leaves are written again elsewhere, or as fuller pages, and no entry changes. */
final class LeafRewriteTest {

  /** Steps to the end of a pass, and publishes each version. */
  private static void run(TreeFixture fixture, LeafRewrite pass) {
    for (var outcome = pass.step(fixture.tree);
        outcome != Outcome.ENDED;
        outcome = pass.step(fixture.tree)) {
      assertThat(outcome).isIn(Outcome.COMMITTED, Outcome.NOTHING);
      if (outcome == Outcome.COMMITTED) {
        fixture.tree.publish(pass.version());
        fixture.settle(); // verifies the content and the form of the tree
      }
    }
  }

  private static Set<Long> ids(TreeFixture fixture) {
    var ids = new HashSet<Long>();
    LeafWalk.from(fixture.tree.current(), new byte[0], (fence, id, address) -> ids.add(id));
    return ids;
  }

  @Test
  void leavesOfEmptiedFilesMoveAndTheOthersStay() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1000).publish();
      fixture.put(TreeFixture.key(500), TreeFixture.value(3_000, 1)).publish(); // a large one
      fixture.settle();
      var before = ids(fixture);
      fixture.store.empty(id -> id % 3 == 0 && before.contains(id));

      run(fixture, LeafRewrite.moving());

      var after = ids(fixture);
      assertThat(after).hasSameSizeAs(before).noneMatch(id -> id % 3 == 0 && before.contains(id));
      assertThat(after).containsAll(before.stream().filter(id -> id % 3 != 0).toList());
    }
  }

  @Test
  void aLargeLeafMovesAlone() {
    try (var fixture = TreeFixture.small()) {
      for (var number = 0; number < 4; number++) {
        fixture.put(TreeFixture.key(number), TreeFixture.value(3_000, number));
      }
      fixture.publish();
      var before = ids(fixture);
      fixture.store.empty(before::contains);
      var pass = LeafRewrite.moving();

      assertThat(pass.step(fixture.tree)).isEqualTo(Outcome.COMMITTED);

      assertThat(pass.written()).isEqualTo(1);
      fixture.tree.publish(pass.version());
    }
  }

  @Test
  void writesBetweenStepsAreKept() {
    try (var fixture = TreeFixture.small()) {
      var random = new Random(11);
      fixture.put(0, 2000).publish();
      var before = ids(fixture);
      fixture.store.empty(before::contains);
      var pass = LeafRewrite.moving();
      for (var outcome = Outcome.NOTHING; outcome != Outcome.ENDED; ) {
        fixture.put(random.nextInt(3000)).remove(random.nextInt(3000)).publish();
        outcome = pass.step(fixture.tree);
        if (outcome == Outcome.COMMITTED) {
          fixture.tree.publish(pass.version());
        }
        fixture.settle();
      }

      assertThat(ids(fixture)).doesNotContainAnyElementsOf(before);
    }
  }

  @Test
  void aVersionThatIsRolledBackLeavesTheLeavesWhereTheyWere() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1000).publish();
      fixture.settle();
      var before = ids(fixture);
      fixture.store.empty(before::contains);

      assertThat(LeafRewrite.moving().step(fixture.tree)).isEqualTo(Outcome.COMMITTED);
      fixture.tree.rollbackTo(fixture.tree.published().version());

      fixture.settle();
      assertThat(ids(fixture)).isEqualTo(before);
    }
  }

  @Test
  void withoutRoomNothingChanges() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1000).publish();
      var before = ids(fixture);
      fixture.store.empty(before::contains);
      fixture.store.limit(3);

      assertThat(LeafRewrite.moving().step(fixture.tree)).isEqualTo(Outcome.NO_ROOM);

      fixture.settle();
      assertThat(ids(fixture)).isEqualTo(before);
    }
  }

  @Test
  void pagesOfARandomHalfBecomeFull() {
    try (var fixture = new TreeFixture(2048, 16)) {
      fixture.put(0, 6000).publish();
      List<Integer> numbers = new ArrayList<>();
      for (var number = 0; number < 6000; number++) {
        numbers.add(number);
      }
      Collections.shuffle(numbers, new Random(3));
      for (var number : numbers.subList(0, 3000)) {
        fixture.remove(number).publish();
      }
      fixture.settle();
      assertThat(fixture.fill()).isLessThan(0.75);

      run(fixture, LeafRewrite.filling());

      assertThat(fixture.fill()).isGreaterThan(0.85);
    }
  }

  @Test
  void fullPagesAreLeftAlone() {
    try (var fixture = new TreeFixture(2048, 16)) {
      for (var number = 0; number < 3000; number++) {
        fixture.put(number).publish();
      }
      fixture.settle();
      var before = ids(fixture);

      run(fixture, LeafRewrite.filling());

      assertThat(ids(fixture)).isEqualTo(before);
    }
  }

  @Test
  void entriesThatFillMoreThanHalfOfAPageAreNotWrittenAgain() {
    try (var fixture = TreeFixture.small()) {
      for (var number = 0; number < 100; number++) {
        fixture.put(TreeFixture.key(number), TreeFixture.value(280, number));
      }
      fixture.publish();
      var before = ids(fixture);

      run(fixture, LeafRewrite.filling());

      assertThat(ids(fixture)).isEqualTo(before);
    }
  }

  @Test
  void coldLeavesAreNamedAndStayCold() throws IOException {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1000).publish();
      fixture.settle();
      var before = ids(fixture);
      fixture.store.empty(before::contains);
      cool(fixture);
      var cold = ColdLeaves.count(fixture.tree.current());
      assertThat(cold).isEqualTo(before.size());

      var named = 0;
      var pass = LeafRewrite.moving();
      for (var outcome = pass.step(fixture.tree);
          outcome != Outcome.ENDED;
          outcome = pass.step(fixture.tree)) {
        if (outcome == Outcome.COLD) {
          assertThat(pass.cold()).hasSizeBetween(1, LeafRewrite.MOST_LEAVES);
          named += pass.cold().size();
          for (var key : pass.cold()) {
            fixture.tree.current().passOver(key, (id, place) -> {});
          }
          assertThat(pass.step(fixture.tree)).isEqualTo(Outcome.COMMITTED);
          fixture.tree.publish(pass.version());
        }
      }

      assertThat(named).isEqualTo(before.size());
      assertThat(ids(fixture)).doesNotContainAnyElementsOf(before);
      assertThat(ColdLeaves.count(fixture.tree.current())).isEqualTo(cold);
    }
  }

  /**
   * The disk may have changed a page while it was not in memory. Its copy would get a checksum that
   * fits.
   */
  @Test
  void aColdLeafThatHasChangedIsNotCopied() {
    for (var packs : List.of(false, true)) {
      try (var fixture = TreeFixture.small()) {
        var changed = new HashSet<Long>();
        fixture.store.verifyBy((id, address) -> {
          if (changed.contains(id)) {
            throw new PageDamaged(null, -1, id);
          }
        });
        fixture.put(0, 1000).publish();
        for (var number = 0; number < 1000; number++) {
          if (number % 3 != 0) {
            fixture.remove(number);
          }
        }
        fixture.publish();
        fixture.settle();
        var before = ids(fixture);
        fixture.store.empty(before::contains);
        cool(fixture);
        changed.addAll(before);
        var pass = packs ? LeafRewrite.filling() : LeafRewrite.moving();
        assertThat(pass.step(fixture.tree)).isEqualTo(Outcome.COLD);

        assertThatThrownBy(() -> pass.step(fixture.tree)).isInstanceOf(PageDamaged.class);

        changed.clear();
        fixture.settle();
        assertThat(ids(fixture)).isEqualTo(before);
      }
    }
  }

  /**
   * Leaves beside the new ones, also in the node beside, and large ones. Each cold leaf that is
   * entered was named before.
   */
  @Test
  void coldNeighboursAreNamedBeforeTheyAreEntered() throws IOException {
    for (var seed = 1; seed <= 20; seed++) {
      var random = new Random(seed);
      try (var fixture = new TreeFixture(2048, 16)) {
        for (var number = 0; number < 3000; number++) {
          if (random.nextInt(50) == 0) {
            fixture.put(TreeFixture.key(number), TreeFixture.value(3_000, number));
          } else {
            fixture.put(number);
          }
        }
        fixture.publish();
        for (var number = 0; number < 3000; number++) {
          if (random.nextInt(3) > 0) {
            fixture.remove(number).publish();
          }
        }
        fixture.settle();
        cool(fixture);
        var entered = ColdEntries.total();

        fill(fixture, seed);

        assertThat(ColdEntries.total()).as("seed=%d", seed).isEqualTo(entered);
        fixture.settle(); // the tree keeps its form
        assertThat(fixture.fill()).as("seed=%d", seed).isGreaterThan(0.8);
      }
    }
  }

  private static void fill(TreeFixture fixture, int seed) throws IOException {
    var pass = LeafRewrite.filling();
    for (var outcome = pass.step(fixture.tree);
        outcome != Outcome.ENDED;
        outcome = pass.step(fixture.tree)) {
      if (outcome == Outcome.COLD) {
        assertThat(pass.cold()).as("seed=%d", seed).isNotEmpty();
        for (var key : pass.cold()) {
          assertThat(fixture.tree.current().isCold(key)).as("seed=%d", seed).isTrue();
          fixture.tree.current().passOver(key, (id, place) -> {});
        }
      } else if (outcome == Outcome.COMMITTED) {
        fixture.tree.publish(pass.version());
      }
    }
  }

  private static void cool(TreeFixture fixture) {
    var hand = new CoolingHand();
    for (var passes = 0; passes < 2; ) {
      passes += hand.step(fixture.tree.current()) ? 1 : 0;
    }
  }
}
