package io.weir.server.stream;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;

/** A loop that the test runs on its own thread, with a clock that declared work advances. */
final class TurnedLoop implements Loop {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final LongWork longWork = new LongWork(this, this::nanos);
  private long nanos;

  /** Advances the clock by the duration of some work. */
  void work(long workNanos) {
    nanos += workNanos;
  }

  long nanos() {
    return nanos;
  }

  /** Runs everything between two polls of the sockets. Returns the time that it took. */
  long turn() {
    var begun = nanos;
    longWork.run();
    for (var task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
    return nanos - begun;
  }

  /** Returns whether no work is left. */
  boolean isIdle() {
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
