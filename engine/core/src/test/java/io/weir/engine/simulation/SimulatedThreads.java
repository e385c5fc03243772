package io.weir.engine.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Work threads that run one task per step: two at a time at most, the second while the first waits
 * for the disk.
 *
 * <p>While a store is being opened they run tasks at once, because the test does not step them yet.
 */
final class SimulatedThreads extends AbstractExecutorService {

  private static final int COUNT = 2;

  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private int running;
  private int preparing;
  private boolean stepped;
  private boolean stopped;

  /** From now on tasks wait until a step runs them. */
  void waitForSteps() {
    stepped = true;
  }

  /**
   * Returns whether a segment is being prepared below on the stack, for which the log would wait.
   */
  boolean isPreparingSegment() {
    return preparing > 0;
  }

  /**
   * Runs the next task to its end. Returns whether one could begin.
   *
   * @param logRuns whether the log is below on the stack; a task that may wait for the log cannot
   *     begin then
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
    while (runOne(false)) { // as in a real pool: accepted tasks are still carried out
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
