package io.weir.engine.replication;

import io.weir.engine.log.LogFrame;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Entries of other nodes that the shards have been given and have not applied, and the bound of
 * their bytes.
 *
 * <p>Owner: log thread. The shards tell on any thread that they have applied an entry.
 */
final class ApplyBacklog {

  private final long mostBytes;
  private final Runnable wake;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param mostBytes when more than this waits, the backlog is full
   * @param wake called on any thread when the backlog may be full no more
   */
  ApplyBacklog(long mostBytes, Runnable wake) {
    this.mostBytes = mostBytes;
    this.wake = wake;
  }

  /** Whether no entry should be given to the shards until they have applied some. */
  boolean isFull() {
    return bytes.get() > mostBytes;
  }

  /** Gives the records of an entry to the shards, each with the position after it. */
  void apply(EntryForm entry, Replica shards) {
    var records = new ArrayList<Replica.Kept>(entry.records().size());
    var position = entry.position();
    var weight = 0L;
    for (var record : entry.records()) {
      position += LogFrame.bytes(record.remaining());
      weight += record.remaining();
      records.add(new Replica.Kept(record, position));
    }
    var applied = weight;
    bytes.addAndGet(applied);
    shards.apply(records, entry.closedTicks(), () -> {
      if (bytes.addAndGet(-applied) <= mostBytes) {
        wake.run();
      }
    });
  }
}
