package io.weir.engine.log.append;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogOutage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits all waiting batches as one group: writes them, forces once, then reports to each owner.
 *
 * <p>Runs on: log thread. {@link #outage()}, {@link #generation()} and the positions: any thread.
 *
 * <p>Under load the group grows while the disk is busy with the group before, so the batches that
 * arrive during one force share the cost of the next. A batch that comes alone waits for no other.
 * Source: D. DeWitt et al., Implementation Techniques for Main Memory Database Systems, 1984.
 *
 * <p>After a failure every batch is refused until the writer has begun a new segment. The writer
 * retries at growing intervals. A failure is final in two cases: its cause is not the disk, or
 * acknowledged batches are not forced, which is possible if forces come at intervals. Such batches
 * are visible in the trees, and the log can neither prove nor undo them.
 */
final class GroupCommit {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  private final BatchQueue queue;
  private final LogWriter writer;
  private final LongSupplier nanoClock;
  private final Runnable wake;
  private final long forceIntervalNanos;

  private @Nullable LogFailed lastFailure;
  private long failures;

  /**
   * When the log thread must begin a force for uncovered bytes, or must run a force that no thread
   * has begun. Meaningful only while the writer needs one of the two.
   */
  private long forceDueNanos;

  private final RetryBackoff retries;

  /** Written by log thread; a reader that sees it also sees the cause. */
  private volatile @Nullable LogOutage outage;

  /** Written by log thread when it fails, before any owner hears of the failure. */
  private volatile long generation;

  /**
   * Written by log thread after the completions of all batches below it have run. A thread that
   * reads the position sees the messages that those completions enqueued.
   */
  private volatile long durablePosition;

  /** Written by log thread before the completions of the batches below it run. */
  private volatile long acknowledgedPosition;

  /** Set once by any thread, run by log thread after it has written the position. */
  private volatile Runnable moved = () -> {};

  /**
   * Creates a commit loop over the queue. Any thread calls {@code wake} to end the log thread's
   * rest.
   */
  GroupCommit(
      BatchQueue queue, LogWriter writer, LogConfig config, LongSupplier nanoClock, Runnable wake) {
    this.queue = queue;
    this.writer = writer;
    this.nanoClock = nanoClock;
    this.wake = wake;
    this.forceIntervalNanos = config.forceInterval().toNanos();
    this.durablePosition = writer.forcedPosition();
    this.acknowledgedPosition = durablePosition;
    this.retries = new RetryBackoff(nanoClock);
  }

  @Nullable
  LogOutage outage() {
    return outage;
  }

  long generation() {
    return generation;
  }

  long durablePosition() {
    return durablePosition;
  }

  long acknowledgedPosition() {
    return acknowledgedPosition;
  }

  void whenDurable(Runnable task) {
    moved = task;
  }

  private void publishDurable() {
    long position = writer.forcedPosition();
    if (position != durablePosition) {
      durablePosition = position;
      moved.run();
    }
  }

  /** Commits one group, or forces overdue bytes; returns the number of batches handled. */
  int turn() {
    if (canResume() && retries.restNanos() == 0) {
      resume();
    }
    List<LogBatch> group = queue.drain();
    commit(group);
    return group.size();
  }

  /** Returns how long the log thread may rest if no batch comes, in nanoseconds. */
  long restNanos() {
    if (canResume()) {
      return retries.restNanos();
    }
    if (outage != null || !writer.wantsForce()) {
      return Long.MAX_VALUE; // a force in progress wakes the thread when it ends
    }
    return Math.max(0, forceDueNanos - nanoClock.getAsLong());
  }

  /** Commits the last group and closes the files. */
  void close() {
    commit(queue.close());
    if (canResume()) {
      resume();
    }
    LogOutage left = outage;
    if (left != null) {
      writer.abandon(left.cause());
      return;
    }
    try {
      writer.close();
      durablePosition = writer.forcedPosition();
      acknowledgedPosition = durablePosition;
    } catch (IOException | RuntimeException | Error e) {
      writer.abandon(fail(e));
    }
  }

  private boolean canResume() {
    LogOutage now = outage;
    return now != null && !now.cause().isLasting();
  }

  private void resume() {
    try {
      writer.resume();
      outage = null;
      LOG.info("log continues in a new segment position={}", writer.position());
    } catch (IOException | RuntimeException | Error e) {
      retries.failed();
      LOG.warn("log cannot continue yet retryMillis={}", retries.restNanos() / 1_000_000, e);
    }
  }

  private void commit(List<LogBatch> drained) {
    Acknowledgements owed = new Acknowledgements(withoutStale(drained));
    try {
      if (outage == null) {
        writer.collectForce(); // before more is acknowledged
        writer.ensureRoom(owed.frameBytes());
        write(owed);
        force(owed);
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e); // errors too: a log thread that dies silently leaves its shards waiting forever
    }
    LogOutage now = outage;
    if (now != null) {
      owed.fail(now.cause());
    }
  }

  /**
   * Refuses the batches whose owners do not know of the last failure, because it may concern them.
   */
  private List<LogBatch> withoutStale(List<LogBatch> drained) {
    LogFailed lost = lastFailure;
    if (lost == null || drained.stream().allMatch(batch -> batch.generation() == generation)) {
      return drained;
    }
    List<LogBatch> current = new ArrayList<>();
    List<LogBatch> stale = new ArrayList<>();
    for (LogBatch batch : drained) {
      (batch.generation() == generation ? current : stale).add(batch);
    }
    new Acknowledgements(stale).fail(lost.refusal());
    return current;
  }

  private void write(Acknowledgements owed) throws IOException {
    if (owed.isEmpty()) {
      return;
    }
    if (writer.forcedPosition() == writer.position()) {
      forceDueNanos = nanoClock.getAsLong() + forceIntervalNanos;
    }
    owed.append(writer);
    writer.writeGroup();
  }

  /**
   * If each group is forced, acknowledges after the force. If forces come at intervals,
   * acknowledges first and forces in the background: a disk that takes milliseconds would delay all
   * following groups.
   */
  private void force(Acknowledgements owed) throws IOException {
    if (forceIntervalNanos == 0) {
      writer.force();
      acknowledge(owed);
    } else {
      acknowledge(owed);
      forceBesideWhenDue();
    }
    publishDurable();
  }

  private void forceBesideWhenDue() throws IOException {
    long now = nanoClock.getAsLong();
    if (writer.wantsForce() && now - forceDueNanos >= 0) {
      writer.forceInBackground(wake);
      forceDueNanos = now + forceIntervalNanos;
      writer.collectForce();
    }
  }

  private void acknowledge(Acknowledgements owed) {
    acknowledgedPosition = writer.position();
    owed.acknowledge();
    writer.settle();
    retries.reset();
  }

  private LogFailed fail(Throwable cause) {
    boolean lasting = !writer.isSettledForced() || !(cause instanceof IOException);
    LogFailed failed = LogFailed.at(writer.position(), cause, lasting);
    LOG.error(
        lasting
            ? "log stopped, the store refuses writes until it is opened again"
            : "log stopped, the store refuses writes until a new segment has begun",
        failed);
    lastFailure = failed;
    generation = ++failures;
    outage = new LogOutage(failed, nanoClock.getAsLong());
    retries.failed();
    return failed;
  }
}
