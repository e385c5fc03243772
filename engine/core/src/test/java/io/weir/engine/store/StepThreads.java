package io.weir.engine.store;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/**
 * Threads for cold pages that read when the test steps them, on the test's thread. Tasks that are
 * left when the store closes run then.
 */
final class StepThreads extends AbstractExecutorService {

  private final BlockingQueue<Runnable> waiting = new LinkedTransferQueue<>();
  private volatile boolean shutDown;
  private volatile boolean running;

  /** Returns the operating system's environment with these threads. */
  StoreEnvironment environment() {
    return beside(StoreEnvironment.SYSTEM);
  }

  /** Returns an environment with these threads. */
  StoreEnvironment beside(StoreEnvironment others) {
    return new StoreEnvironment(
        others.disk(),
        others.workThreads(),
        others.feedThreads(),
        () -> this,
        others.startLog(),
        others.pause(),
        others.nanoClock());
  }

  /** Waits for a task and returns it. */
  Runnable next() throws InterruptedException {
    var task = waiting.poll(30, TimeUnit.SECONDS);
    if (task == null) {
      throw new AssertionError("no page is asked for");
    }
    return task;
  }

  int waiting() {
    return waiting.size();
  }

  /** Runs the waiting tasks, and all later ones at once. */
  void run() {
    running = true;
    for (var task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
    }
  }

  /** Keeps later tasks until the test steps them. */
  void hold() {
    running = false;
  }

  /** Returns these threads, which run all tasks at once. */
  StepThreads running() {
    running = true;
    return this;
  }

  @Override
  public void execute(Runnable task) {
    if (running) {
      new Thread(task, "stepped").start();
    } else {
      waiting.add(task);
    }
  }

  @Override
  public void shutdown() {
    shutDown = true;
    run();
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shutDown;
  }
}
