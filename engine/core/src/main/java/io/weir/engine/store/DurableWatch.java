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
 * Records the log's durable position: about once per second while it moves, and soon after each new
 * segment.
 *
 * <p>A loop checks the log's counters ten times per second. A work thread writes, one at a time.
 * The log does not wait for the record and forces no more often because of it. A recorded position
 * was durable before.
 *
 * <p>The first failure to write the record is logged, and the write is repeated. Without the record
 * a later start detects a log that has lost its end less surely; no other function depends on it.
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

  // Written by the thread that writes the record, read by the loop's next check, which that thread
  // schedules.
  private volatile long recorded;
  private volatile long recordedNanos;
  private volatile long recordedSegments;

  private boolean failed;
  private volatile boolean closed;

  /** @param recorded the recorded position at the start */
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

  /**
   * Checks now, and every 100 ms from now on, whether a position is to be recorded. Any thread;
   * returns at once.
   */
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
      LOG.debug("the store was closed before its durable position was recorded", e);
    }
  }

  private boolean isDue() {
    return log.durablePosition() > recorded
        && (nanoClock.getAsLong() - recordedNanos >= RECORD_EVERY_NANOS
            || log.counters().rotations() != recordedSegments);
  }

  /** Records the durable position if it has moved. Blocks. */
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
            "the durable position cannot be recorded; a start may not detect a log that has lost its end file={}",
            DurableRecord.FILE,
            e);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Records the end of the closed log and stops. Blocks. */
  @Override
  public void close() {
    write();
    stop();
  }

  /** Stops recording. Blocks while a write is in progress. */
  void stop() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
  }
}
