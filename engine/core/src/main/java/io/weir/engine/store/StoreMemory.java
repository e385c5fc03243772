package io.weir.engine.store;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What parts of a store may use of the memory: those of the heap that grow with the number of its
 * users, and pages.
 *
 * @param feedBytes for all change feeds together, besides the tail of the log that they share; at
 *     least 128 KiB
 * @param backfills most backfills of indexes that run at once, 1 to 64; the others wait
 * @param waitingBackfills most backfills that wait, at least 1; further declarations are refused
 * @param pageBytes pages that count as being in memory, outside the heap; at least 8 MiB. Others
 *     are read from the disk by threads that may wait
 */
public record StoreMemory(long feedBytes, int backfills, int waitingBackfills, long pageBytes) {

  /** Backfills that run at once by default. */
  public static final int BACKFILLS = 4;

  /** Backfills that wait by default: more than 7 full tables declare. */
  public static final int WAITING_BACKFILLS = 256;

  private static final long LEAST_FEED_BYTES = 128 << 10;
  private static final int FEED_SHARE = 16;
  private static final long LEAST_PAGE_BYTES = 8 << 20;

  /**
   * What a process takes besides heap and pages: code, threads, buffers of the network, and the
   * system's cache of the log.
   */
  private static final long OTHER_BYTES = 192L << 20;

  public StoreMemory {
    if (feedBytes < LEAST_FEED_BYTES
        || pageBytes < LEAST_PAGE_BYTES
        || backfills < 1
        || backfills > 64
        || waitingBackfills < 1) {
      throw new IllegalArgumentException("memory of a store out of range feedBytes=" + feedBytes
          + " backfills="
          + backfills
          + " waitingBackfills="
          + waitingBackfills
          + " pageBytes="
          + pageBytes);
    }
  }

  /**
   * Returns the default for a heap: a sixteenth for change feeds, at least 1 MiB; for pages what
   * the machine or the container leaves.
   */
  public static StoreMemory ofHeap(long heapBytes) {
    return new StoreMemory(
        Math.max(1 << 20, heapBytes / FEED_SHARE),
        BACKFILLS,
        WAITING_BACKFILLS,
        pagesBeside(heapBytes, machineBytes()));
  }

  /**
   * Returns the default for pages: what a heap leaves of a memory, without a part for everything
   * else.
   */
  static long pagesBeside(long heapBytes, long memoryBytes) {
    return Math.max(LEAST_PAGE_BYTES, (memoryBytes - heapBytes - OTHER_BYTES) / 4 * 3);
  }

  /** Returns the memory of the container, or of the machine if it has no limit. */
  private static long machineBytes() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : Long.MAX_VALUE;
  }

  /** Returns the memory with another budget of pages. */
  public StoreMemory withPageBytes(long bytes) {
    return new StoreMemory(feedBytes, backfills, waitingBackfills, bytes);
  }

  /** Returns the memory with another bound of change feeds. */
  public StoreMemory withFeedBytes(long bytes) {
    return new StoreMemory(bytes, backfills, waitingBackfills, pageBytes);
  }

  /** Returns the memory with other bounds of backfills. */
  public StoreMemory withBackfills(int running, int waiting) {
    return new StoreMemory(feedBytes, running, waiting, pageBytes);
  }
}
