package io.weir.engine.page.extent;

import io.weir.engine.page.PageStoreStats;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What other threads may know of a page store.
 *
 * <p>The owner is the only writer, with release; any thread reads, with acquire. Nothing depends on
 * the values, nor on two of them being of one moment.
 */
final class PageGauges {

  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong diskBytes = new AtomicLong();
  private final AtomicLong capacityBytes = new AtomicLong();
  private final AtomicLong freeBytes = new AtomicLong();
  private final AtomicLong extents = new AtomicLong();
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong limboBytes = new AtomicLong();
  private final AtomicLong pinnedBytes = new AtomicLong();
  private final AtomicBoolean awaitsCheckpoint = new AtomicBoolean();

  /** Adds pages, or removes them if negative. */
  void count(long morePages, long moreBytes) {
    pages.setRelease(pages.getPlain() + morePages);
    bytes.setRelease(bytes.getPlain() + moreBytes);
  }

  /** Shows what the spaces have now. */
  void show(ExtentSpace leaves, ExtentSpace large, FreedPlaces freed) {
    diskBytes.setRelease(leaves.diskBytes() + large.diskBytes());
    capacityBytes.setRelease(leaves.capacityBytes() + large.capacityBytes());
    freeBytes.setRelease(leaves.freeBytes() + large.freeBytes());
    usedBytes.setRelease(leaves.usedBytes() + large.usedBytes());
    limboBytes.setRelease(freed.limboBytes());
    pinnedBytes.setRelease(freed.pinnedBytes());
    extents.setRelease(leaves.count() + large.count());
    awaitsCheckpoint.setRelease(
        !freed.isPinned() // otherwise the end of the pin frees places, not a checkpoint
            && (leaves.awaitsCheckpoint() || large.awaitsCheckpoint()));
  }

  PageStoreStats stats() {
    return new PageStoreStats(
        pages.getAcquire(),
        bytes.getAcquire(),
        diskBytes.getAcquire(),
        capacityBytes.getAcquire(),
        freeBytes.getAcquire(),
        (int) extents.getAcquire());
  }

  long limboBytes() {
    return limboBytes.getAcquire();
  }

  long pinnedBytes() {
    return pinnedBytes.getAcquire();
  }

  /** Returns the bytes of the places of all pages in use. */
  long usedBytes() {
    return Math.max(0, usedBytes.getAcquire() - limboBytes.getAcquire() - pinnedBytes.getAcquire());
  }

  boolean awaitsCheckpoint() {
    return awaitsCheckpoint.getAcquire();
  }
}
