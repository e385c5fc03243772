package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import java.nio.ByteBuffer;

/**
 * The time up to which a copy of the store is whole that ends at some entry: the last closed time
 * among the agreed entries up to there. See the package for what a closed time promises.
 *
 * <p>The log of the agreement has the entries, and is read for a node that is stopped. Entries
 * after the end may not have been agreed on, so they promise nothing. Belongs to one thread.
 */
public final class AgreedTime {

  private final Applied end;
  private long closedTicks;
  private long after;

  /** @param end the last entry that the copy has */
  public AgreedTime(Applied end) {
    this.end = end;
  }

  /** Notes an entry of the log. Fails with {@link IllegalStateException} if it is damaged. */
  public void entry(Applied at, ByteBuffer content) {
    if (at.isAfter(end)) {
      after++;
      return;
    }
    var entry = EntryForm.of(content);
    if (entry.term() == at.term()) { // else it changes nothing on any node
      closedTicks = Math.max(closedTicks, entry.closedTicks());
    }
  }

  /** Returns the time in ticks; 0 if no entry of the log has closed one. */
  public long closedTicks() {
    return closedTicks;
  }

  /** Returns how many entries the log has after the end of the copy. */
  public long after() {
    return after;
  }
}
