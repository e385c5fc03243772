package io.weir.engine.loop;

import java.time.Duration;
import java.util.ArrayDeque;

/** A loop whose thread is the test's, and whose clock moves by what work is said to take. */
public final class TurnedLoop implements Loop {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final LongWork longWork = new LongWork(this, this::nanos);
  private long nanos;

  /** Work takes so long. */
  public void work(long workNanos) {
    nanos += workNanos;
  }

  public long nanos() {
    return nanos;
  }

  /** What a loop does between two looks at its sockets; answers how long it worked. */
  public long turn() {
    var begun = nanos;
    longWork.run();
    for (var task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
    return nanos - begun;
  }

  /** Whether anything is left to do. */
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
