package io.weir.engine.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class WriteTimesTest {

  private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);
  private static final long START = -5; // a monotonic clock may begin anywhere
  private static final Percentage EXACT = Percentage.withPercentage(1);

  private final WriteTimes times = new WriteTimes(START);

  @Test
  void aWindowTellsTheMedianAndTheSlowestOfAHundred() {
    for (var i = 1; i <= 98; i++) {
      times.answered(START, START + TimeUnit.MICROSECONDS.toNanos(200));
    }
    times.answered(START, START + TimeUnit.MILLISECONDS.toNanos(30));
    times.answered(START, START + TimeUnit.MILLISECONDS.toNanos(40));
    times.endWindow(START + WINDOW);

    assertThat(times.last().writes()).isEqualTo(100);
    assertThat(times.last().medianMicros()).isCloseTo(200, EXACT);
    assertThat(times.last().p99Micros()).isCloseTo(30_000, EXACT);
  }

  @Test
  void aWindowIsNotSeenBeforeItsEnd() {
    times.answered(START, START + 1000);
    times.endWindow(START + WINDOW - 1);

    assertThat(times.isDue(START + WINDOW - 1)).isFalse();
    assertThat(times.last().writes()).isZero();
    assertThat(times.isDue(START + WINDOW)).isTrue();
  }

  @Test
  void aWriteAfterTheEndOfAWindowBelongsToTheNext() {
    times.answered(START, START + 1000);
    times.answered(START, START + WINDOW);

    assertThat(times.last().writes()).isEqualTo(1);
    times.endWindow(START + 2 * WINDOW);
    assertThat(times.last().writes()).isEqualTo(1);
    assertThat(times.last().p99Micros()).isCloseTo(10_000_000, EXACT);
  }

  @Test
  void aWindowWithoutWritesHasNoTimes() {
    times.answered(START, START + 1000);
    times.endWindow(START + WINDOW);
    times.endWindow(START + 2 * WINDOW);

    assertThat(times.last()).isEqualTo(new WriteTimes.Summary(0, 0, 0));
  }

  @Test
  void aWriteOfHoursCountsAsOneOfAMinute() {
    times.answered(START, START + TimeUnit.HOURS.toNanos(2));
    times.endWindow(START + TimeUnit.HOURS.toNanos(3));

    assertThat(times.last().p99Micros()).isCloseTo(TimeUnit.MINUTES.toMicros(1), EXACT);
  }
}
