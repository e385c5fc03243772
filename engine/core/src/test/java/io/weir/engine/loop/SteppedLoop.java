package io.weir.engine.loop;

import java.time.Duration;
import java.util.ArrayDeque;

/** A loop that runs its tasks on the test's thread when the test steps it. */
public class SteppedLoop implements Loop {

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final ArrayDeque<Runnable> timers = new ArrayDeque<>();

  private final LongWork work = new LongWork(this, () -> 0);

  /** Runs all tasks and turns of long work, and those that they add. */
  public void run() {
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
  public void runTimers() {
    startTimers();
    run();
  }

  /** Makes the scheduled tasks due, without running them. */
  public void startTimers() {
    tasks.addAll(timers);
    timers.clear();
  }

  /** Returns the number of scheduled tasks that are not due. */
  public int timers() {
    return timers.size();
  }

  /**
   * Runs one task, or a turn of long work when no task waits. Returns false when there was neither.
   */
  public boolean runOne() {
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
