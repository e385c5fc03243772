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

/** A log that keeps what it is offered until the test says that it is durable, or lost. */
final class ScriptedLog implements CommitLog {

  private final ArrayDeque<LogBatch> waiting = new ArrayDeque<>();
  private final LogCounters counters = new MemoryLog().counters();
  private @Nullable LogOutage outage;
  private long generation;
  private boolean full;
  private int maxPayloadBytes = Integer.MAX_VALUE;
  private long position;

  /** Batches that wait. */
  int waiting() {
    return waiting.size();
  }

  /** Records in the batch that waits longest. */
  int recordsInFirst() {
    return waiting.getFirst().payloads().size();
  }

  /** Refuses batches from now on, or takes them again. */
  void full(boolean isFull) {
    full = isFull;
  }

  void makeFirstDurable() {
    position += 8;
    waiting.removeFirst().completion().acknowledged(position);
  }

  /** Loses all that waits, and takes nothing until {@link #goOn}. */
  void failAll() {
    fail(false);
  }

  /** The same, for good. */
  void failForGood() {
    fail(true);
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

  /** Generation of the batch that waits longest. */
  long generationOfFirst() {
    return waiting.getFirst().generation();
  }

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
