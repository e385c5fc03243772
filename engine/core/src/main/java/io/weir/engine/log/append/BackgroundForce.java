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
 * A force beside which the log goes on writing to the same file.
 *
 * <p>It covers what was written before it was begun; what is written meanwhile may be durable when
 * it ends, or not.
 *
 * <p>Runs on: log thread, but for the force itself: that belongs to the background executor, or to
 * whoever waits for it, when the executor has not begun it.
 */
final class BackgroundForce {
  private final long position;
  private final FutureTask<Long> task;

  /** Written by who carries the force out, read by log thread: nobody else needs to. */
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
   * @param ended called on the thread that carried the force out
   */
  static BackgroundForce begin(
      DiskFile file, long position, LogEnvironment environment, Runnable ended) {
    var force = new BackgroundForce(file, position, environment.nanoClock(), ended);
    try {
      environment.background().execute(force.task);
    } catch (RejectedExecutionException e) {
      return force; // deliberate: who waits for it, or comes by in time, carries it out
    }
    return force;
  }

  /** The position below which everything is durable once the force has ended well. */
  long position() {
    return position;
  }

  /** Whether nobody has begun to carry it out. */
  boolean isWaiting() {
    return !begun;
  }

  boolean isDone() {
    return task.isDone();
  }

  /** Carries it out, unless somebody else does or did. */
  void carryOut() {
    task.run();
  }

  /** Waits until it has ended, and answers for how long the disk took. */
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
