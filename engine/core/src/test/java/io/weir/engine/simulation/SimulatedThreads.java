package io.weir.engine.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Work threads that run a task when they are told to: two at a time at most, the second while the first one waits for the disk.
 *
 * <p>While a store is being opened they run what they are given at once, since nobody is there to step them.
 */
final class SimulatedThreads extends AbstractExecutorService {

  private static final int COUNT = 2;

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private int running;
  private int preparing;
  private boolean stepped;
  private boolean stopped;

  /** From now on tasks wait until they are told to run. */
  void waitForSteps() {
    stepped = true;
  }

  /** Whether the log would wait for a segment that is being prepared below it on the stack. */
  boolean isPreparingSegment() {
    return preparing > 0;
  }

  /**
   * Begins the next task and sees it through; answers whether one could begin.
   *
   * @param logRuns whether the log is below on the stack: then a task that may wait for the log cannot begin
   */
  boolean runOne(boolean logRuns) {
    if (running == COUNT || tasks.isEmpty()) {
      return false;
    }
    var preparation = tasks.peek() instanceof FutureTask ? 1 : 0;
    if (preparation == 0 && (logRuns || preparing > 0)) {
      return false;
    }
    var task = tasks.remove();
    running++;
    preparing += preparation;
    try {
      task.run();
    } finally {
      running--;
      preparing -= preparation;
    }
    return true;
  }

  @Override
  public void execute(Runnable task) {
    if (stopped) {
      throw new RejectedExecutionException("stopped");
    }
    if (stepped) {
      tasks.add(task);
    } else {
      task.run();
    }
  }

  @Override
  public void shutdown() {
    stopped = true;
    while (runOne(false)) { // as a pool does: what was handed over is still done
    }
  }

  @Override
  public List<Runnable> shutdownNow() {
    stopped = true;
    var left = List.copyOf(tasks);
    tasks.clear();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return stopped;
  }

  @Override
  public boolean isTerminated() {
    return stopped && tasks.isEmpty() && running == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isTerminated();
  }
}
