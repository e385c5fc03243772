package io.weir.engine.loop;

import java.time.Duration;
import java.util.concurrent.Executor;

/** One event-loop thread. Tasks run one after another, in the order in which they were handed over, and must not block. */
public interface Loop extends Executor {

  /** Whether the calling thread is this loop's. */
  boolean isCurrent();

  /** Runs the task on this loop, soon. Any thread; never blocks. */
  @Override
  void execute(Runnable task);

  /** Runs the task on this loop, not before the delay has passed. Any thread; never blocks. */
  void schedule(Duration delay, Runnable task);

  /** What this loop does in turns. */
  LongWork longWork();
}
