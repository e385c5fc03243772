package io.weir.engine.log;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A log that takes sealed batches of records in order and reports to each owner when its batch is
 * kept.
 *
 * <p>Runs on: any thread, except {@link #truncateBefore} and {@link #close}, which may block on the
 * disk.
 *
 * <p>Positions are ascending byte offsets in the sequence of all frames, 8-byte aligned. The
 * position <em>of</em> a record is where its frame begins. The position <em>after</em> it is where
 * replay continues.
 */
public interface CommitLog extends AutoCloseable {

  /**
   * Hands over a batch without blocking. Returns false if the log's queue is full; the caller then
   * answers <em>server busy</em>.
   *
   * <p>The log keeps batches in the order in which they were offered. If this method returns true,
   * the log calls the batch's completion exactly once; until then the batch and its payloads belong
   * to the log.
   *
   * @param starter receives the task that starts the log, unless the log is already at work. A loop
   *     runs the task after its other work, so that the batches which it hands over in a row become
   *     one group. A log that started with the first of them would force that one alone
   * @throws IllegalArgumentException if the log can never take the batch: a payload is longer than
   *     {@link #maxPayloadBytes()}, or the batch is larger than the whole queue
   */
  boolean offer(LogBatch batch, Executor starter);

  /** Hands over a batch, with which the log starts at once. */
  default boolean offer(LogBatch batch) {
    return offer(batch, Runnable::run);
  }

  /** Returns the longest payload that this log takes, in bytes. */
  int maxPayloadBytes();

  /**
   * Returns the position below which every record is durable.
   *
   * <p>The log publishes it after it has called the completions of all batches below it. A thread
   * that reads the position and then sends a message through a shard's queue therefore knows that
   * the shard has seen every acknowledgement below this position before the message arrives. Each
   * checkpoint begins this way.
   */
  long durablePosition();

  /**
   * Returns the position below which lie the batches of all owners that were told that theirs is
   * kept. It is at least {@link #durablePosition}, and above it while the log calls completions, or
   * when it acknowledges before it forces.
   */
  default long acknowledgedPosition() {
    return durablePosition();
  }

  /**
   * Sets the task that runs each time the durable position has moved. It runs on the log thread, or
   * on an offering thread, and must only hand over to another thread. Called once.
   */
  void whenDurable(Runnable moved);

  /** Returns why the log refuses every batch at the moment, or null if it takes batches. */
  default @Nullable LogOutage outage() {
    return null;
  }

  /**
   * Returns why what the shards have published must not be shown to readers, or null if it may be.
   * It must not when another machine may have gone on with it.
   */
  default @Nullable LogOutage readOutage() {
    return null;
  }

  /**
   * Makes durable what a start from a checkpoint needs besides the records. Called before the
   * checkpoint becomes current. Blocks.
   *
   * @param position of the checkpoint, at most {@link #durablePosition()}
   */
  default void prepareCheckpoint(long position) throws IOException {}

  /** Returns whether the log refuses every batch at the moment. */
  default boolean isFailed() {
    return outage() != null;
  }

  /**
   * Returns how often the log has failed.
   *
   * <p>A failure loses batches that were not acknowledged, and a later batch may depend on one of
   * them. Each batch therefore names the generation in which its owner began to build on
   * acknowledged state. An owner without a batch in flight reads the generation again before it
   * evaluates a command. The log refuses batches of an earlier generation.
   */
  default long generation() {
    return 0;
  }

  LogCounters counters();

  /**
   * Retires whole segments that hold no record at or above {@code position}: deletes their files,
   * or keeps them as room for later records. A checkpoint calls it, from one thread at a time.
   *
   * @throws IllegalArgumentException if {@code position} is above {@link #durablePosition()}
   */
  void truncateBefore(long position) throws IOException;

  /**
   * Deletes a file that the log keeps only as room for later records. Returns false if there is
   * none. Any thread that may block.
   */
  default boolean giveUpRecycled() throws IOException {
    return false;
  }

  /**
   * Lets another machine take the batches from now on, if there is one. Called when the store is
   * about to be closed; batches that are offered meanwhile are refused. May block for some seconds.
   * Calls after the first change nothing.
   */
  default void handOver() {}

  /**
   * Commits the batches offered so far, forces them and closes the log. Blocks until that is done.
   *
   * <p>Stop offering first: a batch offered later completes with {@link LogFailed}.
   *
   * @throws LogFailed if the log had failed or fails now, so that batches acknowledged since the
   *     last force may be lost
   */
  @Override
  void close() throws LogFailed;
}
