package io.weir.engine.store.checkpoint;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogSlices;
import io.weir.engine.loop.Loop;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps log segments for the change feed that no start needs, because the current snapshot covers them.
 *
 * <p>Segments are kept up to a number of bytes and an age, whichever is less, and are given up one by one, oldest first, when the log, the
 * page files or the next snapshot need room. The age of a segment is that of its last record, by the Timestamp of the record after it. The
 * segments before one that cannot be read are given up: what only feeds need must not keep the log from shrinking.
 *
 * <p>Runs on: any thread that may block; a lock admits one at a time. {@link #bytes} and {@link #first}: any thread, a moment's view.
 */
public final class LogRetention {

  private static final Logger LOG = LoggerFactory.getLogger(LogRetention.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
  private static final long TICKS_PER_MILLI = EdmDateTime.TICKS_PER_SECOND / 1000;

  private final CommitLog log;
  private final LogSlices slices;
  private final Retention limits;
  private final Clock clock;
  private final Executor workThreads;
  private final ReentrantLock deleting = new ReentrantLock();

  /** Where a start begins to read. Everything before it may be deleted. */
  private volatile long needed;

  private volatile long first;

  /**
   * Keeps what the limits allow.
   *
   * @param needed position of the current snapshot
   */
  public LogRetention(
      CommitLog log,
      LogSlices slices,
      Retention limits,
      Clock clock,
      Executor workThreads,
      long needed)
      throws IOException {
    this.log = log;
    this.slices = slices;
    this.limits = limits;
    this.clock = clock;
    this.workThreads = workThreads;
    this.needed = needed;
    this.first = slices.oldest();
  }

  /** Looks every 30 seconds for segments that are too old. */
  public void watchOn(Loop loop) {
    loop.schedule(LOOK_EVERY, () -> {
      try {
        workThreads.execute(() -> {
          try {
            trim();
          } catch (IOException e) {
            LOG.warn("old segments of the log could not be deleted", e);
          }
          watchOn(loop);
        });
      } catch (RejectedExecutionException e) {
        LOG.debug("the store was closed", e);
      }
    });
  }

  /** Learns that a snapshot covers the log up to a position, and deletes what need not be kept. */
  void covered(long position) throws IOException {
    needed = position;
    trim();
  }

  /** Deletes the segments beyond the limits. */
  public void trim() throws IOException {
    deleting.lock();
    try {
      var begins = slices.begins();
      var cut = cut(begins);
      if (cut > begins.get(0)) {
        log.truncateBefore(cut);
      }
      first = slices.oldest();
    } finally {
      deleting.unlock();
    }
  }

  /** Returns the begin of the first segment that is kept. */
  private long cut(List<Long> begins) {
    var oldestTicks = oldestTicks();
    var last = begins.size() - 1;
    while (last > 0 && begins.get(last) > needed) {
      last--;
    }
    var kept = last; // the segment that holds the needed position is not in question
    while (kept > 0
        && begins.get(last) - begins.get(kept - 1) <= limits.bytes()
        && isYounger(begins.get(kept), oldestTicks)) {
      kept--;
    }
    return begins.get(kept);
  }

  private long oldestTicks() {
    return limits.age().isZero()
        ? Long.MAX_VALUE
        : EdmDateTime.of(clock.instant()).ticks() - limits.age().toMillis() * TICKS_PER_MILLI;
  }

  /** Whether the first record of a segment is younger than a moment. A segment that cannot be read is not. */
  private boolean isYounger(long begin, long ticks) {
    try {
      return beginTicks(begin) > ticks;
    } catch (IOException e) {
      LOG.warn("change feeds lose the log before a segment that cannot be read begin={}", begin, e);
      return false;
    }
  }

  /** Returns the Timestamp of the first record of a segment. */
  private long beginTicks(long begin) throws IOException {
    var durable = log.durablePosition();
    var ticks = new long[] {Long.MAX_VALUE};
    if (begin < durable) {
      slices.read(
          begin, durable, 1, (position, sequence, payload) -> ticks[0] = LogRecord.ticks(payload));
    }
    return ticks[0];
  }

  /** Deletes the oldest segment that no start needs. Returns false if there is none. */
  boolean giveUp() throws IOException {
    deleting.lock();
    try {
      var begins = slices.begins();
      if (begins.size() < 2 || begins.get(1) > needed) {
        return false;
      }
      log.truncateBefore(begins.get(1));
      first = begins.get(1);
      LOG.info("gave up a segment of the log that was kept for the change feed position={}", first);
      return true;
    } finally {
      deleting.unlock();
    }
  }

  /** Returns the bytes of the log that are kept for the change feed only. */
  public long bytes() {
    return Math.max(0, needed - first);
  }

  /** Returns the first position of the log. */
  public long first() {
    return first;
  }
}
