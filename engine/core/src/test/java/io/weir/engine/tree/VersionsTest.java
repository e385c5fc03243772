package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.page.PagesExhausted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The visibility of versions, and the fate of their pages. */
final class VersionsTest {

  @Test
  void readersSeeAVersionWhenItIsPublished() {
    try (var fixture = TreeFixture.small()) {
      long version = fixture.put(1).commit();

      assertThat(fixture.tree.current().find(TreeFixture.key(1))).isNotNull();
      assertThat(fixture.tree.published().find(TreeFixture.key(1))).isNull();

      fixture.tree.publish(version);
      assertThat(fixture.tree.published().find(TreeFixture.key(1))).isNotNull();
      assertThat(fixture.tree.published().version()).isEqualTo(version);
    }
  }

  @Test
  void aPinKeepsItsVersionDuringLaterWrites() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 200).publish();
      var before = KeyModel.empty();
      before.putAll(fixture.model);

      try (Pin pin = fixture.tree.pin()) {
        for (int round = 0; round < 20; round++) {
          fixture.put(round * 5L, round * 5L + 30).publish();
          assertThat(fixture.tree.reclaim(1_000)).isZero();
        }
        KeyModel.verify(pin.tree(), before);
      }

      assertThat(fixture.tree.reclaim(Integer.MAX_VALUE)).isPositive();
      assertThat(fixture.tree.retiredPages()).isZero();
    }
  }

  @Test
  void pagesRetiredAfterTheOldestPinWaitAndOthersDoNot() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 100).publish();
      fixture.put(0, 100).publish();

      try (Pin pin = fixture.tree.pin()) {
        fixture.put(0, 100).publish();
        long waiting = fixture.tree.retiredPages();
        int freed = fixture.tree.reclaim(Integer.MAX_VALUE);

        assertThat(freed).isPositive().isLessThan((int) waiting);
        assertThat(pin.tree().version()).isEqualTo(2);
      }
    }
  }

  @Test
  void morePinsThanSlotsHoldTheirOwnVersionsAndNoMore() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 100).publish();
      List<Pin> old = pins(fixture, PinBlock.SLOTS + 3);
      fixture.put(0, 100).publish();
      long replacedOnce = fixture.tree.retiredPages();
      List<Pin> young = pins(fixture, 3 * PinBlock.SLOTS);
      fixture.put(0, 100).publish();

      old.subList(0, PinBlock.SLOTS).forEach(Pin::close);
      assertThat(fixture.tree.reclaim(Integer.MAX_VALUE)).isZero();
      KeyModel.verify(old.get(PinBlock.SLOTS).tree(), fixture.model);

      old.subList(PinBlock.SLOTS, old.size()).forEach(Pin::close);
      assertThat(fixture.tree.reclaim(Integer.MAX_VALUE)).isEqualTo((int) replacedOnce);
      KeyModel.verify(young.get(2 * PinBlock.SLOTS).tree(), fixture.model);

      young.forEach(Pin::close);
      assertThat(fixture.tree.isPinned()).isFalse();
    }
  }

  private static List<Pin> pins(TreeFixture fixture, int count) {
    List<Pin> pins = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pins.add(fixture.tree.pin());
    }
    return pins;
  }

  /** The order of accesses that {@link Epochs} explains, one step at a time. */
  @Test
  void aReaderMissedByTheWritersScanGetsTheNewlyPublishedVersion() {
    var epochs = new Epochs(Tree.empty());
    long seen = epochs.published().version();
    Tree next = Tree.empty().withVersion(1);

    epochs.publish(next);
    assertThat(epochs.oldestPinned()).isEqualTo(Pin.FREE);
    Pin pin = epochs.claim(seen);

    assertThat(pin.tree()).isSameAs(next);
    assertThat(epochs.oldestPinned()).isEqualTo(seen);
    pin.close();
    assertThat(epochs.oldestPinned()).isEqualTo(Pin.FREE);
  }

  @Test
  void aClosedPinGivesNoTree() {
    try (var fixture = TreeFixture.small()) {
      Pin pin = fixture.tree.pin();
      pin.close();

      assertThatThrownBy(pin::tree).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void rollingBackFreesWrittenPagesAndKeepsRetiredPages() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 300).publish();
      fixture.tree.reclaim(Integer.MAX_VALUE);
      long pages = fixture.store.stats().pages();
      var before = KeyModel.empty();
      before.putAll(fixture.model);
      long published = fixture.tree.published().version();
      fixture.put(100, 400).commit();
      fixture.put(50, 150).remove(3).commit();

      fixture.tree.rollbackTo(published);

      assertThat(fixture.store.stats().pages()).isEqualTo(pages);
      KeyModel.verify(fixture.tree.current(), before);
      fixture.model.clear();
      fixture.model.putAll(before);
    }
  }

  @Test
  void rollingBackToAPrivateVersionKeepsIt() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 100).publish();
      long kept = fixture.put(100, 200).commit();
      var model = KeyModel.empty();
      model.putAll(fixture.model);
      long lost = fixture.put(0, 300).commit();

      fixture.tree.rollbackTo(kept);
      long next = fixture.tree.commit(new WriteGroup());
      fixture.tree.publish(next);

      assertThat(next).isGreaterThan(lost);
      KeyModel.verify(fixture.tree.published(), model);
      fixture.model.clear();
      fixture.model.putAll(model);
    }
  }

  @Test
  void aPublishedVersionCannotBeRolledBack() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(1).publish();

      assertThatThrownBy(() -> fixture.tree.rollbackTo(0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void withoutPagesACommitChangesNothing() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 300).publish();
      fixture.tree.reclaim(Integer.MAX_VALUE);
      long pages = fixture.store.stats().pages();
      var group = new WriteGroup();
      for (int i = 0; i < 300; i += 3) {
        group.put(TreeFixture.key(i), TreeFixture.value(60, 9));
      }

      for (int limit = 0; limit < 20; limit++) {
        fixture.store.limit(limit);
        assertThatThrownBy(() -> fixture.tree.commit(group)).isInstanceOf(PagesExhausted.class);
        assertThat(fixture.store.stats().pages()).isEqualTo(pages);
        fixture.settle();
      }
    }
  }

  @Test
  void overwritingReusesPages() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();
      fixture.tree.reclaim(Integer.MAX_VALUE);
      long pages = fixture.store.stats().pages();

      for (int round = 0; round < 50; round++) {
        for (int from = 0; from < 1_000; from += 100) {
          fixture.put(from, from + 100).publish();
          fixture.tree.reclaim(Integer.MAX_VALUE);
        }
        assertThat(fixture.store.stats().pages()).isEqualTo(pages);
      }
    }
  }

  @Test
  void reclaimingStopsAtItsBudget() {
    try (var fixture = TreeFixture.small()) {
      fixture.put(0, 1_000).publish();
      fixture.put(0, 1_000).publish();
      long retired = fixture.tree.retiredPages();

      assertThat(fixture.tree.reclaim(7)).isEqualTo(7);
      assertThat(fixture.tree.retiredPages()).isEqualTo(retired - 7);
    }
  }
}
