package io.weir.engine.observe;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one partition: requests, and whether the row keys of writes rise. Numbers are
 * weighted.
 *
 * <p>A store rises if its row key is greater than that of every store before the last {@link #LAG}
 * ones. Programs that write side by side therefore rise together, although their writes overtake
 * each other. A removal rises if its row key is greater than the last one's. Lines of bulk writes
 * do not count, because a load in the order of keys is no sign of how a program writes.
 *
 * <p>Belongs to one thread.
 */
public final class PartitionTally {

  /** The number of stores that may overtake each other. */
  private static final int LAG = 4;

  private long reads;
  private long writes;
  private long stores;
  private long storedAlone;
  private long storedBytes;
  private long rising;
  private long removedAlone;
  private long removedRising;

  /** The greatest row key before the stores of {@link #latest}. */
  private @Nullable String greatest;

  private final Deque<String> latest = new ArrayDeque<>(LAG);
  private @Nullable String lastRemoved;

  void read(long weight) {
    reads += weight;
  }

  /** Counts a write or a batch as one request. */
  void requested(long weight) {
    writes += weight;
  }

  void stored(String rowKey, int bytes, boolean alone, long weight) {
    stores += weight;
    storedBytes += weight * bytes;
    storedAlone += alone ? weight : 0;
    if (greatest == null || rowKey.compareTo(greatest) > 0) {
      rising += weight;
    }
    latest.add(rowKey);
    if (latest.size() > LAG) {
      var settled = latest.remove();
      greatest = greatest == null || settled.compareTo(greatest) > 0 ? settled : greatest;
    }
  }

  void removed(String rowKey, boolean alone, long weight) {
    if (alone) {
      removedAlone += weight;
      removedRising += lastRemoved == null || rowKey.compareTo(lastRemoved) > 0 ? weight : 0;
    }
    lastRemoved = rowKey;
  }

  void add(PartitionTally other) {
    reads += other.reads;
    writes += other.writes;
    stores += other.stores;
    storedAlone += other.storedAlone;
    storedBytes += other.storedBytes;
    rising += other.rising;
    removedAlone += other.removedAlone;
    removedRising += other.removedRising;
  }

  /** Returns reads by key, and queries of this partition alone. */
  public long reads() {
    return reads;
  }

  /** Returns requests that write: single writes, batches, and operations of joint commits. */
  public long writes() {
    return writes;
  }

  /** Returns reads and writes. */
  public long requests() {
    return reads + writes;
  }

  /** Returns the writes that stored an entity, apart from bulk writes. */
  public long stores() {
    return stores;
  }

  /** Returns the stores that arrived alone. */
  public long storedAlone() {
    return storedAlone;
  }

  /** Returns the bytes of all stores. */
  public long storedBytes() {
    return storedBytes;
  }

  /** Returns the stores after all earlier row keys. */
  public long rising() {
    return rising;
  }

  /** Returns the removals that arrived alone. */
  public long removedAlone() {
    return removedAlone;
  }

  /** Returns the removals that arrived alone, each after the row key of the one before it. */
  public long removedRising() {
    return removedRising;
  }
}
