package io.weir.engine.loop;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * A loop on the test's thread, with a clock that advances by the time that the test assigns to
 * work.
 */
public class TurnedLoop implements Loop {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final LongWork longWork = new LongWork(this, this::nanos);
  private long nanos;

  /** Advances the clock by the duration of a piece of work. */
  public void work(long workNanos) {
    nanos += workNanos;
  }

  public long nanos() {
    return nanos;
  }

  /** Runs the work between two polls of the sockets. Returns its duration in nanoseconds. */
  public long turn() {
    var begun = nanos;
    longWork.run();
    for (var task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
    return nanos - begun;
  }

  /** Whether work is left. */
  public boolean isIdle() {
    return tasks.isEmpty() && !longWork.isWaitedFor();
  }

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    throw new UnsupportedOperationException("Nothing here has a timer.");
  }

  @Override
  public LongWork longWork() {
    return longWork;
  }
}
