package io.weir.engine.loop;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * One event-loop thread. Tasks run one after another in the order of their submission, and must not
 * block.
 */
public interface Loop extends Executor {

  /** Whether the calling thread is this loop's thread. */
  boolean isCurrent();

  /** Runs the task on this loop as soon as possible. Any thread; never blocks. */
  @Override
  void execute(Runnable task);

  /** Runs the task on this loop after the delay. Any thread; never blocks. */
  void schedule(Duration delay, Runnable task);

  /**
   * Returns the loop whose thread runs the tasks at present: this loop, unless it borrows the
   * thread of another one.
   */
  default Loop host() {
    return this;
  }

  /** Returns the work that this loop does in turns. */
  LongWork longWork();
}
