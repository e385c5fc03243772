package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

final class AppliedTimeTest {

  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean sound = true;
  private final AppliedTime time = new AppliedTime(waiting::add, () -> sound);

  @Test
  void aClosedTimeCountsOncePublished() {
    time.closed(10);

    assertThat(time.ticks()).isZero();

    waiting.remove().run();
    assertThat(time.ticks()).isEqualTo(10);
    assertThat(waiting).isEmpty();
  }

  @Test
  void ofManyTimesOneIsWaitedForAndThenTheLatest() {
    for (var ticks = 1; ticks <= 100; ticks++) {
      time.closed(ticks);
    }

    assertThat(waiting).hasSize(1);
    waiting.remove().run();
    assertThat(time.ticks()).isEqualTo(1);
    assertThat(waiting).hasSize(1);
    waiting.remove().run();
    assertThat(time.ticks()).isEqualTo(100);
    assertThat(waiting).isEmpty();
  }

  @Test
  void anEarlierTimeChangesNothing() {
    time.closed(10);
    waiting.remove().run();
    time.closed(9);
    time.closed(10);

    assertThat(waiting).isEmpty();
    assertThat(time.ticks()).isEqualTo(10);
  }

  @Test
  void aFailedShardStopsTheTimeForGood() {
    time.closed(10);
    sound = false;
    waiting.remove().run();
    time.closed(20);

    assertThat(waiting).isEmpty();
    assertThat(time.ticks()).isZero();
  }
}
