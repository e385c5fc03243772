package io.weir.cli.terminal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A time that passes only when it is told to, and by pauses. It overflows soon, as the time of a
 * system may. Any thread.
 */
public final class SteppedTime implements Persistence.Time {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

  @Override
  public long nanos() {
    return now.get();
  }

  @Override
  public void pause(Duration pause) {
    now.addAndGet(pause.toNanos());
  }
}
