package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The condition under which a target counts as warm. */
final class WarmthDetectorTest {

  @Test
  void decreasingCostsHaveNotSettled() {
    assertThat(roundsUntilSettled(400, 300, 250, 220, 200, 180, 160)).isZero();
  }

  @Test
  void threeRoundsWithoutADecreaseHaveSettled() {
    assertThat(roundsUntilSettled(400, 100, 99, 101, 98, 50)).isEqualTo(5);
  }

  @Test
  void theRequiredNumberOfRoundsIsConfigurable() {
    var settling = new WarmthDetector(10);
    assertThat(settling.add(100, 0)).isFalse();
    for (var round = 1; round < 10; round++) {
      assertThat(settling.add(99, 0)).isFalse();
    }

    assertThat(settling.add(99, 0)).isTrue();
  }

  @Test
  void anExpensiveRoundBetweenCheaperOnesDoesNotSettle() {
    assertThat(roundsUntilSettled(400, 300, 500, 480, 200, 190, 210, 199, 100)).isEqualTo(8);
  }

  /** Each step is below the noticeable difference, but their sum is not. */
  @Test
  void smallDecreasesAddUp() {
    assertThat(roundsUntilSettled(100, 97, 94, 91, 88, 85, 82)).isZero();
  }

  @Test
  void constantCostsHaveNotSettledDuringCompilation() {
    var settling = new WarmthDetector(3);
    for (var round = 0; round < 20; round++) {
      assertThat(settling.add(100, 0.11)).isFalse();
    }

    assertThat(settling.add(100, 0.1)).isTrue();
  }

  /** Returns the number of rounds until the costs have settled; 0 if they have not. */
  private static int roundsUntilSettled(double... costs) {
    var settling = new WarmthDetector(3);
    var rounds = 0;
    for (var cost : DoubleStream.of(costs).toArray()) {
      rounds++;
      if (settling.add(cost, 0)) {
        return rounds;
      }
    }
    return 0;
  }
}
