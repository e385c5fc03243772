package io.weir.engine.store;

/**
 * What parts of a store may use of the heap that grow with the number of its users.
 *
 * @param feedBytes for all change feeds together, besides the tail of the log that they share; at least 128 KiB
 * @param backfills most backfills of indexes that run at once, 1 to 64; the others wait
 * @param waitingBackfills most backfills that wait, at least 1; further declarations are refused
 */
public record StoreMemory(long feedBytes, int backfills, int waitingBackfills) {

  /** Backfills that run at once by default. */
  public static final int BACKFILLS = 4;

  /** Backfills that wait by default: more than 7 full tables declare. */
  public static final int WAITING_BACKFILLS = 256;

  private static final long LEAST_FEED_BYTES = 128 << 10;
  private static final int FEED_SHARE = 16;

  public StoreMemory {
    if (feedBytes < LEAST_FEED_BYTES || backfills < 1 || backfills > 64 || waitingBackfills < 1) {
      throw new IllegalArgumentException("memory of a store out of range feedBytes=" + feedBytes
          + " backfills="
          + backfills
          + " waitingBackfills="
          + waitingBackfills);
    }
  }

  /** Returns the default for a heap: a sixteenth for change feeds, at least 1 MiB. */
  public static StoreMemory ofHeap(long heapBytes) {
    return new StoreMemory(Math.max(1 << 20, heapBytes / FEED_SHARE), BACKFILLS, WAITING_BACKFILLS);
  }

  /** Returns the memory with another bound of change feeds. */
  public StoreMemory withFeedBytes(long bytes) {
    return new StoreMemory(bytes, backfills, waitingBackfills);
  }

  /** Returns the memory with other bounds of backfills. */
  public StoreMemory withBackfills(int running, int waiting) {
    return new StoreMemory(feedBytes, running, waiting);
  }
}
