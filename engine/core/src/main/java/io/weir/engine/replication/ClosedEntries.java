package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The entries of the last hours that closed a time, so that a leader can tell which one another
 * node has. An entry closes a time once a second at most.
 *
 * <p>{@link #kept}: log thread. {@link #upTo}: any thread.
 */
final class ClosedEntries {

  /** The most entries that are remembered: of an hour at least. */
  static final int MOST = 3_600;

  private final ConcurrentSkipListMap<Long, Long> ticksByIndex = new ConcurrentSkipListMap<>();

  /** How many there are. Owned by log thread. */
  private int size;

  /** Notes an entry of the log. */
  void kept(Applied at, long closedTicks) {
    if (closedTicks > 0 && ticksByIndex.put(at.index(), closedTicks) == null && ++size > MOST) {
      ticksByIndex.pollFirstEntry();
      size--;
    }
  }

  /** Returns the last time that the entries up to one close; 0 if none is known. */
  long upTo(long index) {
    var last = ticksByIndex.floorEntry(index);
    return last == null ? 0 : last.getValue();
  }
}
