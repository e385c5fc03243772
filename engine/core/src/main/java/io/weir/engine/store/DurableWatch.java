package io.weir.engine.store;

import io.weir.engine.log.CommitLog;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.loop.Loop;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how far the log is durable: about once a second while it moves, and soon after each new segment.
 *
 * <p>A loop looks, ten times a second, at counters of the log; a work thread writes, one at a time. The log itself neither waits for
 * the record nor knows of it: it forces as often as without it. A position that is recorded was durable before.
 *
 * <p>A record that cannot be written is told once and tried again: nothing rests on it but what a later start can prove.
 */
final class DurableWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DurableWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final long RECORD_EVERY_NANOS = 1_000_000_000;

  private final DurableRecord record;
  private final CommitLog log;
  private final Executor workThreads;
  private final LongSupplier nanoClock;
  private final ReentrantLock writing = new ReentrantLock();

  // Written by the thread that writes the record, read by the loop that looks next: after it, by
  // its task.
  private volatile long recorded;
  private volatile long recordedNanos;
  private volatile long recordedSegments;

  private boolean failed;
  private volatile boolean closed;

  /** @param recorded what the record says at the start */
  DurableWatch(
      DurableRecord record,
      long recorded,
      CommitLog log,
      Executor workThreads,
      LongSupplier nanoClock) {
    this.record = record;
    this.recorded = recorded;
    this.log = log;
    this.workThreads = workThreads;
    this.nanoClock = nanoClock;
    this.recordedNanos = nanoClock.getAsLong();
  }

  /** Looks now and from now on whether there is something to be recorded. Runs on: any thread; returns at once. */
  void watchOn(Loop loop) {
    if (closed) {
      return;
    }
    if (!isDue()) {
      loop.schedule(LOOK_EVERY, () -> watchOn(loop));
      return;
    }
    try {
      workThreads.execute(() -> {
        write();
        loop.schedule(LOOK_EVERY, () -> watchOn(loop));
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("The store was closed.", e);
    }
  }

  private boolean isDue() {
    return log.durablePosition() > recorded
        && (nanoClock.getAsLong() - recordedNanos >= RECORD_EVERY_NANOS
            || log.counters().rotations() != recordedSegments);
  }

  /** Records how far the log is durable now, if it moved. Blocks. */
  void write() {
    writing.lock();
    try {
      var segments = log.counters().rotations();
      var position = log.durablePosition();
      recordedNanos = nanoClock.getAsLong();
      recordedSegments = segments;
      if (!closed && position > recorded) {
        record.write(position);
        recorded = position;
        failed = false;
      }
    } catch (IOException e) {
      if (!failed) {
        failed = true;
        LOG.warn(
            "The durable position cannot be recorded; a log that loses its end would be noticed less surely. file={}",
            DurableRecord.FILE,
            e);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Records the end of a log that is closed, and ends. Blocks. */
  @Override
  public void close() {
    write();
    stop();
  }

  /** Nothing is written after this. Blocks while something is. */
  void stop() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
  }
}
