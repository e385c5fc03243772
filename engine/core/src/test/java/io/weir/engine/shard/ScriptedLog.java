package io.weir.engine.shard;

import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogOutage;
import io.weir.engine.log.MemoryLog;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A log that keeps its batches until the test makes them durable or loses them. */
final class ScriptedLog implements CommitLog {

  private final ArrayDeque<LogBatch> waiting = new ArrayDeque<>();
  private final LogCounters counters = new MemoryLog().counters();
  private @Nullable LogOutage outage;
  private long generation;
  private boolean full;
  private boolean elsewhere;
  private int maxPayloadBytes = Integer.MAX_VALUE;
  private long position;

  /** Bytes that are forced and acknowledged, and not covered by the durable position yet. */
  private int untold;

  /** Returns the number of waiting batches. */
  int waiting() {
    return waiting.size();
  }

  /** Returns the number of records in the oldest waiting batch. */
  int recordsInFirst() {
    return waiting.getFirst().payloads().size();
  }

  /** Starts or stops the refusal of batches. */
  void full(boolean isFull) {
    full = isFull;
  }

  /**
   * Makes the oldest batch durable, or refuses it, as every log does, when it builds on a lost one.
   */
  void settleFirst() {
    if (waiting.getFirst().generation() == generation) {
      makeFirstDurable();
    } else {
      var lost = LogFailed.at(position, new IOException("scripted"), false).refusal();
      waiting.removeFirst().completion().failed(lost);
    }
  }

  void makeFirstDurable() {
    position += 8;
    waiting.removeFirst().completion().acknowledged(position);
  }

  /**
   * Acknowledges the oldest batch and leaves the durable position behind it, as the log thread does
   * for a moment.
   */
  void acknowledgeFirst() {
    untold += 8;
    waiting.removeFirst().completion().acknowledged(position + untold);
  }

  /** Moves the durable position over what was acknowledged. */
  void tellPosition() {
    position += untold;
    untold = 0;
  }

  @Override
  public long acknowledgedPosition() {
    return position + untold;
  }

  /** Loses all waiting batches and refuses others until {@link #goOn}. */
  void failAll() {
    fail(false);
  }

  /** Loses all waiting batches and refuses all later ones. */
  void failForGood() {
    fail(true);
  }

  /** Lets another node lead: all waiting batches are lost, and reads are refused as well. */
  void follow() {
    elsewhere = true;
    generation++;
    outage = new LogOutage(LogFailed.notLeader("b"), 0);
    while (!waiting.isEmpty()) {
      waiting.removeFirst().completion().failed(LogFailed.leadershipLost("b"));
    }
  }

  @Override
  public @Nullable LogOutage readOutage() {
    return elsewhere ? outage : null;
  }

  void goOn() {
    outage = null;
  }

  private void fail(boolean lasting) {
    var cause = LogFailed.at(position, new IOException("scripted"), lasting);
    generation++;
    outage = new LogOutage(cause, 0);
    while (!waiting.isEmpty()) {
      waiting.removeFirst().completion().failed(cause);
    }
  }

  /** Returns the generation of the oldest waiting batch. */
  long generationOfFirst() {
    return waiting.getFirst().generation();
  }

  @Override
  public void whenDurable(Runnable moved) {}

  @Override
  public @Nullable LogOutage outage() {
    return outage;
  }

  @Override
  public long generation() {
    return generation;
  }

  @Override
  public boolean offer(LogBatch batch, Executor starter) {
    if (!full) {
      waiting.add(batch);
    }
    return !full;
  }

  void takeAtMost(int payloadBytes) {
    maxPayloadBytes = payloadBytes;
  }

  @Override
  public int maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public long durablePosition() {
    return position;
  }

  @Override
  public LogCounters counters() {
    return counters;
  }

  @Override
  public void truncateBefore(long before) {}

  @Override
  public void close() {}
}
