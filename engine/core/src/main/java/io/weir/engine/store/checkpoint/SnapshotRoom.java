package io.weir.engine.store.checkpoint;

import io.weir.engine.disk.DiskSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The room on the disk that the next snapshot needs.
 *
 * <p><b>Only a snapshot lets the log shrink.</b> If log and page files filled the disk, no snapshot could be written and the store could not
 * recover by itself. Page files therefore do not grow into this room, and no new log segment takes it. When the log needs it, the log
 * refuses writes until {@link Checkpoints} has written a snapshot, which frees segments.
 *
 * <p>Another program may take the room. The log then goes on in what is left, because a refusal would not give the room back.
 *
 * <p>Any thread that may block.
 */
public final class SnapshotRoom implements DiskSpace {

  /** For the snapshot's own header and checksums, and for the small files beside it. */
  private static final long LEAST_BYTES = 64 << 10;

  /** Page files leave 256 MiB free in any case. Half of that is for the next snapshot, the rest for the log. */
  private static final long KEPT_BY_PAGES_BYTES = 128L << 20;

  private static final double LEAST_RATIO = 1.0625;
  private static final double LARGEST_RATIO = 4;

  private final DiskSpace disk;
  private volatile @Nullable LogRetention retention;
  private volatile LongSupplier pages = () -> 0;
  private volatile double bytesPerPageByte = LEAST_RATIO;

  public SnapshotRoom(DiskSpace disk) {
    this.disk = disk;
  }

  /**
   * Sets the pages that the next snapshot contains. Called once, before the store serves.
   *
   * @param pageBytes returns the bytes of all pages now; any thread
   */
  public void contains(LongSupplier pageBytes) {
    pages = pageBytes;
  }

  /** Sets the part of the log that is kept only while there is room. Called once, before the store serves. */
  public void retains(LogRetention kept) {
    retention = kept;
  }

  @Override
  public boolean giveUp() throws IOException {
    var kept = retention;
    return kept != null && kept.giveUp();
  }

  /** Estimates the length of the next snapshot: that of the pages, or more if the last snapshot was longer than its pages. */
  public long bytes() {
    return (long) (pageBytes() * bytesPerPageByte) + LEAST_BYTES;
  }

  /**
   * Learns from a snapshot that was just written: it repeats the key prefixes that a page stores once. Writes go on during a snapshot, so
   * pages may have been freed or added since it began.
   *
   * @param pageBytesBefore bytes of all pages when the snapshot began
   */
  void wrote(long snapshotBytes, long pageBytesBefore) {
    var bytes = Math.max(pageBytesBefore, pageBytes());
    var ratio = (double) snapshotBytes / Math.max(1, bytes);
    bytesPerPageByte = Math.min(LARGEST_RATIO, Math.max(LEAST_RATIO, ratio));
  }

  /** Returns the bytes of all pages now. */
  long pageBytes() {
    return pages.getAsLong();
  }

  /** Whether the disk has room for the next snapshot. Gives up what is retained of the log if that makes the room. */
  boolean isFree() throws IOException {
    while (disk.usableBytes() < bytes()) {
      if (!giveUp()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the bytes that page files may take, with those that they leave free in any case. */
  @Override
  public long usableBytes() throws IOException {
    return disk.usableBytes() - Math.max(0, bytes() - KEPT_BY_PAGES_BYTES);
  }

  @Override
  public void reserve(Path file, long from, long to) throws IOException {
    disk.reserve(file, from, to);
  }

  @Override
  public void force(Path file) throws IOException {
    disk.force(file);
  }

  @Override
  public void forceNames(Path folder) throws IOException {
    disk.forceNames(folder);
  }
}
