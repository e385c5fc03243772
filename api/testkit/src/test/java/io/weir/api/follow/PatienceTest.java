package io.weir.api.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The lengths of pauses. */
final class PatienceTest {

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

  @AfterEach
  void disposeTime() {
    time.dispose();
  }

  private long millis(double random, long failedAttempts) {
    var patience = new Patience(
        Duration.ofMillis(100), Duration.ofSeconds(1), () -> random, time, failure -> {});
    var begun = time.now(TimeUnit.MILLISECONDS);
    var ended = new AtomicLong(-1);
    var pause =
        patience.pause(failedAttempts).subscribe(end -> ended.set(time.now(TimeUnit.MILLISECONDS)));
    for (var passed = 0; ended.get() < 0 && passed < 10_000; passed++) {
      time.advanceTimeBy(Duration.ofMillis(1));
    }
    pause.dispose();
    return ended.get() - begun;
  }

  @Test
  void pausesDoubleAndVaryByHalf() {
    assertThat(millis(0, 1)).isEqualTo(50);
    assertThat(millis(0.5, 1)).isEqualTo(100);
    assertThat(millis(0.5, 3)).isEqualTo(400);
    assertThat(millis(0.75, 3)).isEqualTo(500);
  }

  @Test
  void pausesGrowToTheLongest() {
    assertThat(millis(0.5, 4)).isEqualTo(800);
    assertThat(millis(0.5, 5)).isEqualTo(1_000);
    assertThat(millis(0.5, Long.MAX_VALUE)).isEqualTo(1_000);
  }
}
