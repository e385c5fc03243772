package io.weir.engine.indexing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Backfills run a few at a time, in the order of their declarations, and as many wait as may. */
final class BackfillsTest {

  private final List<Integer> begun = new ArrayList<>();
  private final Backfills backfills = new Backfills(2, 2);

  @Test
  void aBackfillBeginsWhenAnotherHasEnded() {
    add(1, 2, 3, 4);
    assertThat(begun).containsExactly(1, 2);
    assertThat(backfills.isWaiting(2)).isFalse();
    assertThat(backfills.isWaiting(3)).isTrue();

    backfills.ended(1);
    backfills.ended(1);

    assertThat(begun).containsExactly(1, 2, 3);
    assertThat(backfills.isWaiting(3)).isFalse();
    backfills.ended(2);
    backfills.ended(3);
    assertThat(begun).containsExactly(1, 2, 3, 4);
  }

  @Test
  void oneMoreThanMayWaitIsRefused() {
    add(1, 2, 3);
    assertThatCode(backfills::requireRoom).doesNotThrowAnyException();
    add(4);

    assertThatThrownBy(backfills::requireRoom)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("reason=waitingBackfills limit=2");
    backfills.ended(1);
    assertThatCode(backfills::requireRoom).doesNotThrowAnyException();
  }

  @Test
  void anIndexThatIsDroppedWhileItWaitsNeverBegins() {
    add(1, 2, 3, 4);

    backfills.ended(3);
    backfills.ended(1);

    assertThat(begun).containsExactly(1, 2, 4);
  }

  @Test
  void anIndexThatIsGoneTakesNobodysPlace() {
    backfills.add(7, () -> false);
    backfills.add(8, () -> false);
    backfills.add(9, () -> false);

    add(1, 2);

    assertThat(begun).containsExactly(1, 2);
  }

  private void add(int... indexes) {
    for (var index : indexes) {
      backfills.add(index, () -> begun.add(index));
    }
  }
}
