package io.weir.engine.store.recovery;

import io.weir.engine.disk.DiskSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The room on the disk that the next checkpoint needs: for leaf directories that are written anew.
 *
 * <p><b>Only a checkpoint lets the log shrink.</b> If log and page files filled the disk, no
 * checkpoint could be written and the store could not recover by itself. Page files therefore do
 * not grow into this room, and no new log segment takes it. When the log needs it, the log refuses
 * writes until a checkpoint has been written, which frees segments.
 *
 * <p>Another program may take the room. The log then goes on in what is left, because a refusal
 * would not give the room back.
 *
 * <p>Any thread that may block.
 */
public final class CheckpointRoom implements DiskSpace {

  /** For a directory's own header, and for the manifest. */
  private static final long LEAST_BYTES = 64 << 10;

  /**
   * Page files leave 256 MiB free in any case. Half of that is for the next checkpoint, the rest
   * for the log.
   */
  private static final long KEPT_BY_PAGES_BYTES = 128L << 20;

  /**
   * A leaf of 8 KiB has about 60 bytes in a directory, and up to twice as many when keys are long.
   */
  private static final int PAGE_BYTES_A_BYTE = 64;

  private final DiskSpace disk;
  private volatile @Nullable LogRetention retention;
  private volatile boolean recovered;
  private volatile LongSupplier pages = () -> 0;
  private volatile LongSupplier directories = () -> 0;

  public CheckpointRoom(DiskSpace disk) {
    this.disk = disk;
  }

  /**
   * Sets what the next checkpoint describes. Called once, before the store serves.
   *
   * @param pageBytes returns the bytes of all pages now; any thread
   * @param directoryBytes returns the bytes of the directories of the last checkpoint; any thread
   */
  public void contains(LongSupplier pageBytes, LongSupplier directoryBytes) {
    pages = pageBytes;
    directories = directoryBytes;
    recovered = true;
  }

  /**
   * Sets the part of the log that is kept only while there is room. Called once, before the store
   * serves.
   */
  public void retains(LogRetention kept) {
    retention = kept;
  }

  @Override
  public boolean giveUp() throws IOException {
    var kept = retention;
    return kept != null && kept.giveUp();
  }

  /**
   * Estimates the length of new directories: a part of the bytes of the pages, or that of the
   * present ones if these are longer.
   */
  public long bytes() {
    return Math.max(pages.getAsLong() / PAGE_BYTES_A_BYTE, directories.getAsLong()) + LEAST_BYTES;
  }

  /**
   * Returns the bytes that page files may take, with those that they leave free in any case.
   *
   * <p>While a start recovers the pages there is no limit but the disk itself. The log may have
   * taken the room that pages leave, and a killed process has left blocks in the page files, which
   * are filled again and need no room. A start that was refused for this room could not write the
   * checkpoint that gives some back.
   */
  @Override
  public long usableBytes() throws IOException {
    return recovered
        ? disk.usableBytes() - Math.max(0, bytes() - KEPT_BY_PAGES_BYTES)
        : Long.MAX_VALUE;
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
