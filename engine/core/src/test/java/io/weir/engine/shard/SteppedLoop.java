package io.weir.engine.shard;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;

/** A loop that runs its tasks on the test's thread when the test steps it. */
final class SteppedLoop implements Loop {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final ArrayDeque<Runnable> timers = new ArrayDeque<>();

  private final LongWork work = new LongWork(this, () -> 0);

  /** Runs all tasks and turns of long work, and those that they add. */
  void run() {
    var ran = true;
    while (ran) {
      ran = runOne();
    }
  }

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs the scheduled tasks as if their time had come, and the tasks that they add. */
  void runTimers() {
    startTimers();
    run();
  }

  /** Makes the scheduled tasks due, without running them. */
  void startTimers() {
    tasks.addAll(timers);
    timers.clear();
  }

  /**
   * Runs one task, or a turn of long work when no task waits. Returns false when there was neither.
   */
  boolean runOne() {
    var task = tasks.poll();
    if (task == null) {
      return work.run() > 0;
    }
    task.run();
    return true;
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    timers.add(task);
  }

  @Override
  public LongWork longWork() {
    return work;
  }
}
