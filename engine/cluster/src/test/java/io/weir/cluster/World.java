package io.weir.cluster;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets a test wait until something is true of members and outcomes, which report each change here.
 * Also looks again by itself, for what reports nothing.
 */
final class World {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Runs a change and wakes the threads that wait. */
  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something is true. */
  void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("waited in vain until " + what);
        }
        changed.awaitNanos(LOOK_NANOS);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while waiting until " + what, e);
    } finally {
      lock.unlock();
    }
  }
}
