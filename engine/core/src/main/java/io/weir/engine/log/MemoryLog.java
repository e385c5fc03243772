package io.weir.engine.log;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log that keeps nothing and acknowledges at once, on the offering thread. It serves stores in
 * memory, and tests.
 *
 * <p>Runs on: any thread. Its counters stay zero.
 */
public final class MemoryLog implements CommitLog {
  private final AtomicLong position = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final LogCounters counters = new LogCounters();
  private volatile Runnable moved = () -> {};

  @Override
  public boolean offer(LogBatch batch, Executor starter) {
    if (closed.get()) {
      batch.completion().failed(LogFailed.closed());
    } else {
      batch.completion().acknowledged(position.addAndGet(batch.frameBytes()));
      moved.run();
    }
    return true;
  }

  @Override
  public int maxPayloadBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long durablePosition() {
    return position.get();
  }

  @Override
  public void whenDurable(Runnable task) {
    moved = task;
  }

  @Override
  public boolean isFailed() {
    return false;
  }

  @Override
  public LogCounters counters() {
    return counters;
  }

  @Override
  public void truncateBefore(long position) {
    if (position > durablePosition()) {
      throw new IllegalArgumentException("position not durable position=" + position);
    }
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
