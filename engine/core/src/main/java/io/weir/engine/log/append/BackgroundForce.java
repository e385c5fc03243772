package io.weir.engine.log.append;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.log.LogEnvironment;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * A force that runs while the log continues to write to the same file.
 *
 * <p>It covers bytes written before it began. Bytes written meanwhile may or may not be durable
 * when it ends.
 *
 * <p>Runs on: log thread, except for the force itself, which runs on the background executor. If
 * the executor has not begun it, the thread that waits for it runs it.
 */
final class BackgroundForce {
  private final long position;
  private final FutureTask<Long> task;

  /** Written by the thread that runs the force, read by log thread; no other thread reads it. */
  private volatile boolean begun;

  private BackgroundForce(DiskFile file, long position, LongSupplier nanoClock, Runnable ended) {
    this.position = position;
    this.task =
        new FutureTask<>(() -> {
          begun = true;
          long start = nanoClock.getAsLong();
          file.force();
          return nanoClock.getAsLong() - start;
        }) {
          @Override
          protected void done() {
            ended.run();
          }
        };
  }

  /**
   * Hands a force to the background executor.
   *
   * @param position of the log up to which the file has been written
   * @param ended called on the thread that ran the force
   */
  static BackgroundForce begin(
      DiskFile file, long position, LogEnvironment environment, Runnable ended) {
    var force = new BackgroundForce(file, position, environment.nanoClock(), ended);
    try {
      environment.background().execute(force.task);
    } catch (RejectedExecutionException e) {
      return force; // deliberate: the log thread runs it when it waits for it, or when it finds it
      // overdue
    }
    return force;
  }

  /** Returns the position below which everything is durable once the force has succeeded. */
  long position() {
    return position;
  }

  /** Returns whether no thread has begun to run it. */
  boolean isWaiting() {
    return !begun;
  }

  boolean isDone() {
    return task.isDone();
  }

  /** Runs it, unless another thread runs or ran it. */
  void carryOut() {
    task.run();
  }

  /** Waits until it has ended, and returns how long the disk took, in nanoseconds. */
  long await() throws IOException {
    carryOut();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IOException("the log could not be forced", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a force");
    }
  }
}
