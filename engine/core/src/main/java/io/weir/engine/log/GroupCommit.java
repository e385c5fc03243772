package io.weir.engine.log;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits all batches that wait as one group: writes them, forces once, then tells each owner.
 *
 * <p>Runs on: log thread. {@link #failure()} and {@link #durablePosition()}: any thread.
 *
 * <p>Under load the group grows while the disk is busy with the group before; so the cost of a
 * force is shared by as many batches as arrive during one, and a batch that comes alone waits for
 * nobody. (The idea is that of D. DeWitt et al., Implementation Techniques for Main Memory Database
 * Systems, 1984.)
 *
 * <p>The first failure is final. Nothing is written after it, and every batch from then on is told
 * so.
 */
final class GroupCommit {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  private final LogQueue queue;
  private final LogWriter writer;
  private final LogCounters counters;
  private final LongSupplier nanoClock;
  private final long forceIntervalNanos;

  /** When the oldest bytes were written that are not forced; meaningful while there are some. */
  private long unforcedSinceNanos;

  /** Written by log thread once; a reader that sees it also sees the cause. */
  private volatile @Nullable LogFailed failure;

  /**
   * Written by log thread after the completions of all batches below it have run: whoever reads the
   * position finds what those completions enqueued.
   */
  private volatile long durablePosition;

  GroupCommit(
      LogQueue queue,
      LogWriter writer,
      LogConfig config,
      LogCounters counters,
      LongSupplier nanoClock) {
    this.queue = queue;
    this.writer = writer;
    this.counters = counters;
    this.nanoClock = nanoClock;
    this.forceIntervalNanos = config.forceInterval().toNanos();
    this.durablePosition = writer.forcedPosition();
  }

  @Nullable
  LogFailed failure() {
    return failure;
  }

  long durablePosition() {
    return durablePosition;
  }

  /** Commits one group, or forces what is due; answers how many batches it dealt with. */
  int turn() {
    List<LogBatch> group = queue.drain();
    commit(group);
    return group.size();
  }

  /** How long the log thread may rest if no batch comes. */
  long restNanos() {
    if (failure != null || writer.forcedPosition() == writer.position()) {
      return Long.MAX_VALUE;
    }
    return Math.max(0, unforcedSinceNanos + forceIntervalNanos - nanoClock.getAsLong());
  }

  /** Commits the last group and closes the files. */
  void close() {
    commit(queue.close());
    LogFailed failed = failure;
    if (failed != null) {
      writer.abandon(failed);
      return;
    }
    try {
      writer.close();
      durablePosition = writer.forcedPosition();
    } catch (IOException | RuntimeException | Error e) {
      writer.abandon(fail(e));
    }
  }

  private void commit(List<LogBatch> group) {
    Acknowledgements owed = new Acknowledgements(group);
    try {
      if (failure == null) {
        write(owed);
        force(owed);
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(e); // errors too: a log thread that dies silently leaves its shards waiting for ever
    }
    LogFailed failed = failure;
    if (failed != null) {
      owed.fail(failed);
    }
  }

  private void write(Acknowledgements owed) throws IOException {
    if (owed.isEmpty()) {
      return;
    }
    if (writer.forcedPosition() == writer.position()) {
      unforcedSinceNanos = nanoClock.getAsLong();
    }
    owed.append(writer);
    writer.write();
    counters.group();
  }

  /** Acknowledges behind the force when each group is forced, else before. */
  private void force(Acknowledgements owed) throws IOException {
    if (forceIntervalNanos == 0) {
      writer.force();
      owed.acknowledge();
    } else {
      owed.acknowledge();
      if (nanoClock.getAsLong() - unforcedSinceNanos >= forceIntervalNanos) {
        writer.force();
      }
    }
    durablePosition = writer.forcedPosition();
  }

  private LogFailed fail(Throwable cause) {
    LogFailed failed = new LogFailed("log failed position=" + writer.position(), cause);
    LOG.error("log stopped, the store refuses writes until it is opened anew", failed);
    failure = failed;
    return failed;
  }
}
