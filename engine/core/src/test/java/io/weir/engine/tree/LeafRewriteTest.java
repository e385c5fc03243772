package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.tree.LeafRewrite.Outcome;
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

  private static void cool(TreeFixture fixture) {
    var hand = new CoolingHand();
    for (var passes = 0; passes < 2; ) {
      passes += hand.step(fixture.tree.current()) ? 1 : 0;
    }
  }
}
