package io.weir.engine.store.recovery;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.catalog.Consumers;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.loop.Loop;
import io.weir.engine.record.OldestRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps log segments for the change feed that no start needs, because the last checkpoint covers
 * them.
 *
 * <p>Segments are kept from the slowest named consumer on, and a smaller part in any case; see
 * {@link Retention}. A number of bytes and an age limit both. A consumer that falls behind the
 * first segment is lost, and holds nothing any more. Segments are given up one by one, oldest
 * first, when the log, the page files or the next checkpoint need room, whether a consumer needs
 * them or not. What an archive reads is kept beside, within a bound of its own. The age of a
 * segment is that of its last record, by the Timestamp of the record after it. The segments before
 * one that cannot be read are given up: what only feeds need must not keep the log from shrinking.
 *
 * <p>Runs on: any thread that may block; a lock admits one at a time. {@link #bytes},
 * {@link #first} and the lags: any thread, a moment's view.
 */
public final class LogRetention {

  private static final Logger LOG = LoggerFactory.getLogger(LogRetention.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
  private static final long TICKS_PER_MILLI = EdmDateTime.TICKS_PER_SECOND / 1000;

  private final CommitLog log;
  private final LogSlices slices;
  private final Retention limits;
  private final Consumers consumers;
  private final LostConsumers lost;
  private final Clock clock;
  private final Executor workThreads;
  private final ReentrantLock deleting = new ReentrantLock();

  /** Where the next start would begin to read. Everything before it may be deleted. */
  private volatile long needed;

  /** Where somebody reads who needs more than a start. */
  private final Queue<Long> held = new ConcurrentLinkedQueue<>();

  /** What the archive has not taken yet. It holds nothing before its first call. */
  private volatile Unarchived unarchived = new Unarchived(Long.MAX_VALUE, 0);

  private volatile long first;

  /** Written after each look for segments, read by any thread: a sample. */
  private volatile long unreadTicks = OldestRecord.NONE;

  /**
   * Keeps what the limits allow.
   *
   * @param needed where the next start would begin to read
   */
  public LogRetention(
      CommitLog log,
      LogSlices slices,
      Retention limits,
      Consumers consumers,
      Clock clock,
      Executor workThreads,
      long needed)
      throws IOException {
    this.log = log;
    this.slices = slices;
    this.limits = limits;
    this.consumers = consumers;
    this.lost = new LostConsumers(consumers);
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

  /** Learns that a start would begin to read at a position, and deletes what need not be kept. */
  public void needs(long position) throws IOException {
    needed = position;
    trim();
  }

  /**
   * The log that an archive still reads.
   *
   * @param from its begin
   * @param mostBytes the log is not kept for the archive beyond so many bytes
   */
  private record Unarchived(long from, long mostBytes) {}

  /**
   * Keeps the log from a position on for an archive that reads it, in place of an earlier position.
   * Unlike a {@link Hold}, it is given up when log or pages need the room, and when the log after
   * the position is longer than {@code mostBytes}; the archive then finds the log truncated. Any
   * thread; returns at once.
   */
  public void keepForArchive(long position, long mostBytes) {
    unarchived = new Unarchived(position, mostBytes);
  }

  /** Keeps the log from a position on until it is closed. */
  @FunctionalInterface
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Keeps the log from a position on, which may lie before what a start needs. Closed once.
   *
   * @throws PositionTruncated if the log begins later
   */
  public Hold hold(long position) throws IOException {
    deleting.lock();
    try {
      var oldest = slices.oldest();
      if (oldest > position) {
        throw new PositionTruncated(position, oldest);
      }
      held.add(position);
      return () -> held.remove(position);
    } finally {
      deleting.unlock();
    }
  }

  /** Returns where the next start would begin to read. */
  public long needed() {
    return needed;
  }

  /** Returns where the first segment begins that is not given up for room. */
  private long kept() {
    return held.stream().mapToLong(Long::longValue).reduce(needed, Math::min);
  }

  /** Returns where the first segment begins that is not in question. */
  private long keptInPeace() {
    var archive = unarchived;
    return log.durablePosition() - archive.from > archive.mostBytes
        ? kept()
        : Math.min(kept(), archive.from);
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
      lost.look(first);
      sample();
    } finally {
      deleting.unlock();
    }
  }

  /**
   * Returns the begin of the first segment that is kept. A consumer that the cut loses claims
   * nothing, so the next cut may be later.
   */
  private long cut(List<Long> begins) {
    var cut = begins.get(0);
    long before;
    do {
      before = cut;
      cut = cut(begins, consumers.slowest(before));
    } while (cut > before);
    return cut;
  }

  private long cut(List<Long> begins, long slowest) {
    var oldestTicks = oldestTicks();
    var last = begins.size() - 1;
    var peaceful = keptInPeace();
    while (last > 0 && begins.get(last) > peaceful) {
      last--;
    }
    var kept = last; // the segment that holds the needed position is not in question
    while (kept > 0
        && begins.get(last) - begins.get(kept - 1) <= limit(slowest < begins.get(kept))
        && isYounger(begins.get(kept), oldestTicks)) {
      kept--;
    }
    return begins.get(kept);
  }

  private long limit(boolean isClaimed) {
    return isClaimed ? limits.bytes() : limits.unclaimedBytes();
  }

  private long oldestTicks() {
    return limits.age().isZero()
        ? Long.MAX_VALUE
        : EdmDateTime.of(clock.instant()).ticks() - limits.age().toMillis() * TICKS_PER_MILLI;
  }

  /**
   * Whether the first record of a segment is younger than a moment. A segment that cannot be read
   * is not.
   */
  private boolean isYounger(long begin, long ticks) {
    try {
      return OldestRecord.ticks(slices, begin, log.durablePosition()) > ticks;
    } catch (IOException e) {
      LOG.warn("change feeds lose the log before a segment that cannot be read begin={}", begin, e);
      return false;
    }
  }

  /**
   * Deletes a file that the log keeps for later records, else the oldest segment that no start
   * needs. Returns false if there is none.
   */
  boolean giveUp() throws IOException {
    if (log.giveUpRecycled()) {
      return true;
    }
    deleting.lock();
    try {
      var begins = slices.begins();
      if (begins.size() < 2 || begins.get(1) > kept()) {
        return false;
      }
      log.truncateBefore(begins.get(1));
      log.giveUpRecycled(); // the truncation may have kept the file
      first = begins.get(1);
      lost.look(first);
      LOG.info("gave up a segment of the log that was kept for the change feed position={}", first);
      return true;
    } finally {
      deleting.unlock();
    }
  }

  /** Returns the bytes of the log that are kept for change feeds only. */
  public long bytes() {
    return Math.max(0, Math.min(needed, keptInPeace()) - first);
  }

  /**
   * Reads the Timestamp of what the slowest consumer reads next. A log that cannot be read is told
   * by those that read it.
   */
  private void sample() {
    var slowest = consumers.slowest(first);
    try {
      unreadTicks = OldestRecord.ticks(slices, slowest, log.durablePosition());
    } catch (IOException e) {
      unreadTicks = OldestRecord.NONE;
      LOG.debug("the lag of the slowest consumer could not be read position={}", slowest, e);
    }
  }

  /** Returns the bytes of the log after the slowest consumer that is not lost. */
  public long lagBytes() {
    return Math.max(0, log.durablePosition() - consumers.slowest(first));
  }

  /**
   * Returns the age of the first record after the slowest consumer that is not lost. It was read at
   * most 30 seconds ago.
   */
  public Duration lag() {
    var present = EdmDateTime.of(clock.instant()).ticks();
    return lagBytes() == 0 || unreadTicks >= present
        ? Duration.ZERO
        : Duration.ofMillis((present - unreadTicks) / TICKS_PER_MILLI);
  }

  /** Returns the number of lost consumers. */
  public long lostConsumers() {
    return consumers.all().filter(row -> row.isLost(first)).count();
  }

  /** Returns the first position of the log. */
  public long first() {
    return first;
  }
}
