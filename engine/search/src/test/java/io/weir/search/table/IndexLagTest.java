package io.weir.search.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The lag is zero when nothing is left, and otherwise a bound that no later acknowledgement
 * exceeds.
 */
class IndexLagTest {

  private long end = 100;
  private long millis = 1_000;
  private final IndexLag lag = new IndexLag(() -> end, () -> millis, 100, 400);

  @Test
  void anIndexThatHoldsAllHasNoLag() {
    assertThat(lag.time()).isZero();
    assertThat(lag.bytes()).isZero();
  }

  @Test
  void anIndexThatWasBehindAtItsStartCountsFromItsCommit() {
    end = 150;

    assertThat(lag.bytes()).isEqualTo(50);
    assertThat(lag.time()).isEqualTo(Duration.ofMillis(600));
  }

  @Test
  void aPlaceThatHasPassedANotedEndHeldEverythingThen() {
    end = 200;
    millis = 2_000;
    lag.reached(150); // notes that the log ended at 200
    end = 300;
    millis = 3_000;
    assertThat(lag.time()).isEqualTo(Duration.ofMillis(2_600));

    lag.reached(199);
    assertThat(lag.time()).isEqualTo(Duration.ofMillis(2_600));
    millis = 4_000;
    lag.reached(300);
    assertThat(lag.time()).isZero();
    end = 301;
    millis = 4_500;
    assertThat(lag.time()).isEqualTo(Duration.ofMillis(500));
  }

  /**
   * The index sees each change 500 ms after it was acknowledged, and the log grows all the time.
   */
  @Test
  void theLagOfASteadyBacklogStaysAboutItsDelay() {
    for (var passed = 0L; passed < 100_000; passed += 10) {
      millis = 1_000 + passed;
      end = 1_100 + passed;
      lag.reached(Math.max(100, end - 500));
      if (passed > 2_000) {
        assertThat(lag.time()).isBetween(Duration.ofMillis(500), Duration.ofMillis(600));
      }
    }
  }

  @Test
  void aBacklogThatIsNeverPassedKeepsFewNotesAndIsStillMeasured() {
    for (var n = 0; n < 10_000; n++) {
      millis += 10;
      end += 10;
      lag.reached(100);
    }
    assertThat(lag.time()).isEqualTo(Duration.ofMillis(millis - 400));

    var half = end - 50_000;
    lag.reached(half); // was the end 50 seconds ago
    assertThat(lag.time()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
  }

  @Test
  void aClockThatWasSetBackDoesNotEndTheNotes() {
    end = 200;
    lag.reached(150);
    millis = 10;
    end = 300;
    lag.reached(160);

    lag.reached(300);
    end = 301;
    assertThat(lag.time()).isPositive().isLessThan(Duration.ofMillis(500));
  }

  @Test
  void anIndexThatHeldAllAtATimeCountsFromThen() {
    end = 150;
    millis = 900;
    lag.heldAll(700);
    lag.heldAll(300);

    assertThat(lag.time()).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aLagIsNeverShownAsZeroWhileSomethingIsLeft() {
    lag.reached(100);
    end = 101;

    assertThat(lag.time()).isPositive();
  }
}
