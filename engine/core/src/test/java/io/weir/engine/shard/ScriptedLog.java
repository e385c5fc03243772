package io.weir.engine.shard;

import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogCounters;
import io.weir.engine.log.MemoryLog;
import java.util.ArrayDeque;

/** A log that keeps what it is offered until the test says that it is durable, or lost. */
final class ScriptedLog implements CommitLog {

  private final ArrayDeque<LogBatch> waiting = new ArrayDeque<>();
  private final MemoryLog closed = new MemoryLog();
  private boolean full;
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

  void failAll() {
    closed.close();
    while (!waiting.isEmpty()) {
      closed.offer(waiting.removeFirst());
    }
  }

  @Override
  public boolean offer(LogBatch batch) {
    if (!full) {
      waiting.add(batch);
    }
    return !full;
  }

  @Override
  public int maxPayloadBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public long durablePosition() {
    return position;
  }

  @Override
  public boolean isFailed() {
    return false;
  }

  @Override
  public LogCounters counters() {
    return closed.counters();
  }

  @Override
  public void truncateBefore(long before) {}

  @Override
  public void close() {}
}
