package io.weir.search.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lag is zero when nothing is left, and otherwise a bound that no later acknowledgement exceeds. */
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

  @Test
  void aLagIsNeverShownAsZeroWhileSomethingIsLeft() {
    lag.reached(100);
    end = 101;

    assertThat(lag.time()).isPositive();
  }
}
