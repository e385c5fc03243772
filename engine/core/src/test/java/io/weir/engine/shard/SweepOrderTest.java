package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.engine.index.ClaimSweepMarker;
import io.weir.engine.index.EntrySweepMarker;
import io.weir.engine.index.TableIndex;
import io.weir.engine.tree.TreeCheck;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A removal of ranges makes the sweeps due that remove the entries and claims of the entities. */
final class SweepOrderTest extends SteppedShard {

  private static final TableIndex BY_A =
      new TableIndex(Integer.MIN_VALUE + 9, IndexDefinition.of("byA", "A"), IndexState.READABLE);

  private static final TableIndex ONLY_B = new TableIndex(
      Integer.MIN_VALUE + 10, IndexDefinition.of("onlyB", "B").uniquely(), IndexState.READABLE);

  @Test
  void aRemovalAndTheOrderOfItsSweepsBecomeVisibleTogether() {
    settled(send(insert("r")));
    indexes = List.of(BY_A, ONLY_B);

    var removal = remove("a", "z");
    loop.run();
    assertThat(log.recordsInFirst())
        .as("the order of the sweeps, and the removal after it")
        .isEqualTo(2);
    assertThat(isVisible("r")).isTrue();
    assertThat(isSweepDue()).isFalse();

    settled(removal);
    assertThat(removal.failure).isNull();
    assertThat(isVisible("r")).isFalse();
    assertThat(isSweepDue()).isTrue();
    TreeCheck.verify(tree);
  }

  @Test
  void aRemovalFromATableWithoutIndexesOrdersNothing() {
    settled(send(insert("r")));

    remove("a", "z");
    loop.run();

    assertThat(log.recordsInFirst()).isEqualTo(1);
  }

  private boolean isSweepDue() {
    try (var pin = tree.pin()) {
      var ofEntries = pin.tree().find(EntrySweepMarker.key(BY_A.id(), 0)) != null;
      var ofClaims = ClaimSweepMarker.isDue(pin.tree().find(ClaimSweepMarker.key(ONLY_B.id(), 0)));
      assertThat(ofClaims).isEqualTo(ofEntries);
      return ofClaims;
    }
  }

  private void settled(Answer answer) {
    loop.run();
    while (answer.isPending()) {
      log.settleFirst();
      loop.run();
    }
  }
}
