package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A stop that waits for long says what for. */
final class ClosingStepsTest {

  private final AtomicLong now = new AtomicLong();
  private final ArrayList<String> told = new ArrayList<>();
  private final ClosingSteps steps =
      new ClosingSteps(() -> now.addAndGet(1_000_000_000), now::get, told::add);

  private void pause(int times) {
    for (var i = 0; i < times; i++) {
      steps.run();
    }
  }

  @Test
  void aWaitOfThirtySecondsIsToldOnceAndAgainAfterThirtyMore() {
    steps.waitFor("commands");
    pause(29);
    assertThat(told).isEmpty();

    pause(1);
    assertThat(told).containsExactly("waitsFor=\"commands\" seconds=30");

    pause(29);
    assertThat(told).hasSize(1);
    pause(1);
    assertThat(told).last().isEqualTo("waitsFor=\"commands\" seconds=60");
  }

  @Test
  void aStepThatFollowsALongOneCountsByItself() {
    steps.waitFor("commands");
    pause(29);

    steps.waitFor("threads");
    pause(29);
    assertThat(told).isEmpty();

    pause(1);
    assertThat(told).containsExactly("waitsFor=\"threads\" seconds=30");
  }
}
