package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.tree.TreeCheck;
import org.junit.jupiter.api.Test;

/** Range removals of a shard, and the release of their pages. */
final class ShardSpaceTest extends SteppedShard {

  @Test
  void aDroppedTableIsReclaimedAfterTheTurnsInFlight() {
    send(insert("r"));
    loop.run();
    tableLives = false;

    shard.reclaimTable(TABLE);
    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(tree.published().isEmpty()).isTrue();
    assertThat(pages.stats().pages()).isZero();
  }

  @Test
  void aRangeRemovalHasATurnOfItsOwn() {
    send(insert("a"));
    remove("a", "c");
    send(insert("b"));
    loop.run();
    assertThat(log.waiting()).as("turns in flight").isEqualTo(2);
    assertThat(log.recordsInFirst()).isEqualTo(1);

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("a")).isTrue();

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("a")).isFalse();

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("b")).isTrue();
  }

  @Test
  void pagesOfARemovedRangeAreFreedInSlicesBetweenWrites() {
    fill(1_200);
    remove("0", "9");
    loop.runOne();
    log.makeFirstDurable();
    loop.runOne();
    var before = pages.stats().pages();

    var answer = send(insert("x"));
    var slices = 0;
    var mostInASlice = 0L;
    while (log.waiting() == 0) {
      var pagesBefore = pages.stats().pages();
      assertThat(loop.runOne()).isTrue();
      mostInASlice = Math.max(mostInASlice, pagesBefore - pages.stats().pages());
      slices++;
    }
    assertThat(slices).as("tasks before the write was evaluated").isLessThanOrEqualTo(3);
    assertThat(mostInASlice).isLessThanOrEqualTo(64);
    assertThat(before).isGreaterThan(64);

    log.makeFirstDurable();
    loop.run();
    assertThat(answer.ticks).isPositive();
    assertThat(pages.stats().pages()).isEqualTo(1);
    TreeCheck.verify(tree);
  }

  @Test
  void pinnedPagesAreFreedAfterTheReaderReleasesThemWithoutAnotherWrite() {
    fill(200);
    var pin = tree.pin();
    remove("0", "9");
    loop.run();
    log.makeFirstDurable();
    loop.run();
    loop.runTimers();
    assertThat(pages.stats().pages()).isGreaterThan(10);
    assertThat(tree.retiredSubtrees()).isPositive();

    pin.close();
    loop.runTimers();

    assertThat(pages.stats().pages()).isZero();
    assertThat(tree.retiredPages() + tree.retiredSubtrees()).isZero();
  }

  @Test
  void theNumberOfRetiredPagesStaysBoundedUnderSteadyOverwrites() {
    for (var round = 0; round < 20; round++) {
      fill(100);
      assertThat(tree.retiredPages()).isLessThanOrEqualTo(64);
    }
  }

  /** Stores {@code count} entities of about 1 KB, each in its own turn. */
  private void fill(int count) {
    for (var row = 0; row < count; row++) {
      var entity =
          Entity.builder("p", "%04d".formatted(row)).set("A", new byte[1000]).build();
      send(new Write.Upsert(entity, WriteMode.REPLACE));
      loop.runOne();
      log.makeFirstDurable();
      loop.run();
    }
  }
}
