package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The time of a node never passes an entry that a shard has not applied. */
final class AppliedTimesTest {

  private final AppliedTimes times = new AppliedTimes();

  @Test
  void anEntryThatIsAppliedBeforeAnEarlierOneCountsAfterIt() {
    var first = times.begin(10);
    var second = times.begin(20);
    var third = times.begin(30);
    assertThat(times.ticks()).isZero();

    times.applied(second);
    assertThat(times.ticks()).isZero();
    times.applied(first);
    assertThat(times.ticks()).isEqualTo(20);
    times.applied(third);
    assertThat(times.ticks()).isEqualTo(30);
  }

  @Test
  void theTimeOfALeaderWhoseClockWasBehindDoesNotTakeItBack() {
    times.applied(times.begin(30));
    times.applied(times.begin(10));

    assertThat(times.ticks()).isEqualTo(30);
  }
}
