package io.weir.engine.observe;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;

/**
 * A loop on the thread of the test. It runs tasks at once while it is current, and keeps them while
 * it is not.
 */
public final class CallerLoop implements Loop {

  private final Deque<Runnable> kept = new ArrayDeque<>();
  private boolean current = true;
  private boolean closed;

  /**
   * Makes the test's thread the loop's or another one. Becoming current runs the tasks that were
   * kept.
   */
  public void current(boolean isCurrent) {
    current = isCurrent;
    while (current && !kept.isEmpty()) {
      kept.remove().run();
    }
  }

  /** Refuses further tasks, as a loop does that has ended. */
  void close() {
    closed = true;
  }

  int kept() {
    return kept.size();
  }

  @Override
  public boolean isCurrent() {
    return current;
  }

  @Override
  public void execute(Runnable task) {
    if (closed) {
      throw new RejectedExecutionException("closed");
    }
    if (current) {
      task.run();
    } else {
      kept.add(task);
    }
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    throw new AssertionError("An observer schedules nothing.");
  }

  @Override
  public LongWork longWork() {
    throw new AssertionError("An observer has no long work.");
  }
}
