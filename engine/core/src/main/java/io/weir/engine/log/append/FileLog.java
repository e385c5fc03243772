package io.weir.engine.log.append;

import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogEnd;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogOutage;
import io.weir.engine.log.LogReplay;
import io.weir.engine.log.LogReplayed;
import io.weir.engine.log.LogVisitor;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log in segment files with a writer thread of its own.
 *
 * <p>{@link #open} replays the log; {@link #start} then starts the thread that commits offered
 * batches. A test does not start the thread and calls {@link #runOnce}.
 */
public final class FileLog implements CommitLog {
  private static final Logger LOG = LoggerFactory.getLogger(FileLog.class);

  private final LogFolder folder;
  private final BatchQueue queue;
  private final GroupCommit commit;
  private final LogCounters counters;
  private final int maxPayloadBytes;
  private final LogReplayed replayed;
  private final Thread thread = new Thread(this::run, "weir-log");

  /**
   * Ends the rest of the log thread: this log's own, or that of the replicated log. Set before the
   * first turn.
   */
  private volatile Runnable wake = () -> LockSupport.unpark(thread);

  /** Written by the closing thread, read by log thread after each rest: tells log thread to end. */
  private volatile boolean closing;

  private FileLog(
      LogFolder folder,
      LogEnd end,
      LogReplayed replayed,
      LogEnvironment environment,
      LogConfig config) {
    this.folder = folder;
    this.queue = new BatchQueue(config.queueBatches(), config.queueBytes());
    this.counters = new LogCounters();
    LogWriter writer = new LogWriter(folder, end, environment, counters);
    this.commit = new GroupCommit(queue, writer, config, environment.nanoClock(), this::wake);
    this.maxPayloadBytes = config.maxPayloadBytes();
    this.replayed = replayed;
  }

  /**
   * Opens the log, or creates it if the folder has no segments, and shows {@code visitor} all
   * records from {@code from} on.
   *
   * <p>A torn tail is cut. All records shown are durable when this method returns. Blocks on the
   * disk.
   *
   * @param from where replay begins
   * @param reached up to where the log is known to have been durable at some time; at least
   *     {@code from}
   * @throws LogDamaged if durable records are missing or damaged; nothing was changed on disk then
   */
  public static FileLog open(
      LogEnvironment environment, LogConfig config, long from, long reached, LogVisitor visitor)
      throws IOException {
    LogFolder folder = new LogFolder(environment, config);
    List<String> segments = folder.segments();
    if (segments.isEmpty() && reached > 0) {
      throw LogDamaged.endsTooEarly(LogFolder.name(0), 0, 0, reached);
    }
    LogReplay replay = new LogReplay(folder, from, reached, visitor);
    LogEnd end = segments.isEmpty() ? createFirst(folder) : recover(folder, segments, replay);
    return new FileLog(folder, end, replay.replayed(), environment, config);
  }

  /**
   * Returns the bytes that the log in a folder may hold after a position: the capacity of its
   * segments.
   */
  public static long bytesAfter(LogEnvironment environment, LogConfig config, long from)
      throws IOException {
    LogFolder folder = new LogFolder(environment.files(), config);
    return folder.segments().stream()
        .reduce((before, last) -> last)
        .map(last -> Math.max(0, LogFolder.basePosition(last) + config.segmentBytes() - from))
        .orElse(0L);
  }

  private static LogEnd createFirst(LogFolder folder) throws IOException {
    folder.deleteLeftovers();
    return LogEnd.ofEmpty(folder.finish(SpareSegment.prepareNow(folder), 0, 0));
  }

  private static LogEnd recover(LogFolder folder, List<String> segments, LogReplay replay)
      throws IOException {
    LogEnd end = replay.run(segments);
    if (end.tornBytes() > 0) {
      LOG.warn(
          "torn tail was cut file={} offset={} bytes={}",
          end.segment().name(),
          end.offset(),
          end.tornBytes());
    }
    try {
      folder.deleteLeftovers();
      folder.forceNames();
      end.makeDurable();
    } catch (IOException e) {
      end.segment().close();
      throw e;
    }
    return end;
  }

  /** Starts the log thread. Called once. */
  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Leaves the turns to a thread of the caller, in place of {@link #start}. Called once.
   *
   * @param woken ends the rest of that thread; called on any thread when there is work, such as a
   *     force that has ended
   */
  public void runElsewhere(Runnable woken) {
    wake = woken;
  }

  @Override
  public boolean offer(LogBatch batch, Executor starter) {
    return queue.offer(batch, maxPayloadBytes, starter, this::begin);
  }

  private void begin() {
    if (!queue.isEmpty()) {
      wake();
    }
  }

  private void wake() {
    wake.run();
  }

  /**
   * Commits one group and returns the number of its batches; 0 once the log is being closed. Runs
   * on: log thread, or a test that did not start it.
   */
  public int runOnce() {
    return closing ? 0 : commit.turn();
  }

  /**
   * Returns how long the log is idle if no batch comes, in nanoseconds. Runs on: as
   * {@link #runOnce}.
   */
  public long restNanos() {
    return commit.restNanos();
  }

  /**
   * Rests only after a turn that found nothing. An offer after that turn has left a permit, so the
   * rest ends at once.
   */
  private void run() {
    while (!closing) {
      if (runOnce() == 0) {
        LockSupport.parkNanos(this, restNanos());
      }
    }
    commit.close();
  }

  /** Returns the amount of log that the opening read. Any thread. */
  public LogReplayed replayed() {
    return replayed;
  }

  @Override
  public int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public long durablePosition() {
    return commit.durablePosition();
  }

  @Override
  public long acknowledgedPosition() {
    return commit.acknowledgedPosition();
  }

  @Override
  public void whenDurable(Runnable moved) {
    commit.whenDurable(moved);
  }

  @Override
  public @Nullable LogOutage outage() {
    return commit.outage();
  }

  @Override
  public long generation() {
    return commit.generation();
  }

  @Override
  public LogCounters counters() {
    return counters;
  }

  @Override
  public void truncateBefore(long position) throws IOException {
    if (position > durablePosition()) {
      throw new IllegalArgumentException("position is not durable position=" + position);
    }
    folder.retireBefore(position);
  }

  @Override
  public boolean giveUpRecycled() throws IOException {
    return folder.giveUpRecycled();
  }

  @Override
  public void close() throws LogFailed {
    if (closing) {
      return;
    }
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      commit.close();
    } else {
      wake();
      awaitThread();
    }
    LogOutage outage = commit.outage();
    if (outage != null) {
      throw outage.cause();
    }
  }

  /** Waits through interrupts: a half-closed log is worse than a late reaction to an interrupt. */
  private void awaitThread() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
