package io.weir.engine.log;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes sealed batches of records in order and tells their owners when each is kept.
 *
 * <p>Runs on: any thread, except {@link #truncateBefore} and {@link #close}, which may block on the
 * disk.
 *
 * <p>Positions are byte offsets in the sequence of all frames, 8-byte aligned, growing. The
 * position <em>of</em> a record is where its frame begins; the position <em>after</em> it is where
 * replay goes on.
 */
public interface CommitLog extends AutoCloseable {

  /**
   * Hands over a batch without blocking, or answers false when the log's queue is full; the caller
   * then answers <em>server busy</em>.
   *
   * <p>Batches are kept in the order in which they were offered. When true is returned, the batch's
   * completion is called exactly once; until then the batch and its payloads belong to the log.
   *
   * @param starter is given the task that has the log begin, unless it is at work already. A loop
   *     runs it behind what it has to do before, so that batches that it hands over in a row become
   *     one group; a log that begins with the first of them forces that one alone
   * @throws IllegalArgumentException when the batch could never be taken: a payload larger than
   *     {@link #maxPayloadBytes()}, or a batch larger than the whole queue
   */
  boolean offer(LogBatch batch, Executor starter);

  /** Hands over a batch that the log begins with at once. */
  default boolean offer(LogBatch batch) {
    return offer(batch, Runnable::run);
  }

  /** Longest payload that this log takes, in bytes. */
  int maxPayloadBytes();

  /**
   * The position below which every record is durable.
   *
   * <p>It is published after the completions of all batches below it were called. So whoever reads
   * it and then sends a message through a shard's queue, knows that the shard has seen every
   * acknowledgement below this position when the message arrives. A snapshot begins like this.
   */
  long durablePosition();

  /** Why the log takes nothing at the moment, and says so to every batch; null when it does. */
  default @Nullable LogOutage outage() {
    return null;
  }

  /** Whether the log takes nothing at the moment. */
  default boolean isFailed() {
    return outage() != null;
  }

  /**
   * How often the log has failed.
   *
   * <p>A failure loses batches that nobody was told are kept, and a later batch may rest on one of
   * them. So a batch names the generation in which its owner began to build on what is kept: who
   * has no batch on its way reads it anew before it evaluates anything. The log refuses batches of
   * an earlier generation.
   */
  default long generation() {
    return 0;
  }

  LogCounters counters();

  /**
   * Deletes whole segments that hold no record at or above {@code position}; called after a
   * snapshot, by one thread at a time.
   *
   * @throws IllegalArgumentException when {@code position} is above {@link #durablePosition()}
   */
  void truncateBefore(long position) throws IOException;

  /**
   * Commits what was offered so far, forces it and closes; waits until that is done.
   *
   * <p>Stop offering first: a batch offered later completes with {@link LogFailed}.
   *
   * @throws LogFailed when the log had failed or fails now, so that what was acknowledged since the
   *     last force may be lost
   */
  @Override
  void close() throws LogFailed;
}
