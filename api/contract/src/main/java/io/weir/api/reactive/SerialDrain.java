package io.weir.api.reactive;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs one task, never twice at a time, on the threads that ask for it.
 *
 * <p>A thread that asks while another thread runs the task returns at once; the other thread then
 * runs the task once more. Each run therefore sees everything that was written before some thread
 * asked for it. A task that asks for itself is run again after it returns.
 *
 * <p>The task must not throw: no thread could run it again. Any thread.
 */
public final class SerialDrain {

  private final Runnable task;

  /**
   * Requests that no finished run has covered. The thread that raises it from 0 runs the task until
   * it is 0 again.
   */
  private final AtomicInteger pending = new AtomicInteger();

  public SerialDrain(Runnable task) {
    this.task = task;
  }

  /** Runs the task, or has the thread that runs it now run it again. */
  public void run() {
    if (pending.getAndIncrement() != 0) {
      return;
    }
    var covered = 1;
    do {
      task.run();
      covered = pending.addAndGet(-covered);
    } while (covered != 0);
  }
}
