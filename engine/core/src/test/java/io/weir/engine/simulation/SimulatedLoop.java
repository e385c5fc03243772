package io.weir.engine.simulation;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/** A loop that runs one task per step, and its timers by a clock that a test moves. */
final class SimulatedLoop implements Loop {

  private record Timer(long dueNanos, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return Long.compare(dueNanos, other.dueNanos);
    }
  }

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private final LongSupplier nanoClock;
  private final LongWork longWork;
  private boolean running;

  SimulatedLoop(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.longWork = new LongWork(this, nanoClock);
  }

  /**
   * Runs the next task, the next due timer, or a turn of long work. Returns whether there was one.
   */
  boolean runOne() {
    var task = tasks.poll();
    if (task == null && !timers.isEmpty() && timers.peek().dueNanos <= nanoClock.getAsLong()) {
      task = timers.remove().task;
    }
    if (task == null && longWork.isWaitedFor()) {
      task = longWork::run;
    }
    if (task == null) {
      return false;
    }
    running = true;
    try {
      task.run();
    } finally {
      running = false;
    }
    return true;
  }

  @Override
  public boolean isCurrent() {
    return running;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    timers.add(new Timer(nanoClock.getAsLong() + delay.toNanos(), task));
  }

  @Override
  public LongWork longWork() {
    return longWork;
  }
}
