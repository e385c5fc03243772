package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A disk that allocates blocks up to a limit set by the test, and records them.
 *
 * <p>Any thread.
 */
public final class AllocatingDisk implements DiskSpace {

  private static final String FULL = "No space left on device";

  private final Map<Path, Long> given = new HashMap<>();
  private long left = Long.MAX_VALUE;
  private boolean admitsIt;

  /**
   * Allocates at most so many more bytes, but reports plenty of free space, as if another process
   * were about to fill the disk.
   */
  public synchronized void leave(long bytes) {
    left = bytes;
  }

  /** Reports the true free space from now on. */
  public synchronized void admit() {
    admitsIt = true;
  }

  @Override
  public synchronized long usableBytes() {
    return admitsIt ? left : Long.MAX_VALUE;
  }

  @Override
  public synchronized void reserve(Path file, long from, long to) throws IOException {
    if (to - from > left) {
      throw new IOException(FULL);
    }
    left -= to - from;
    if (from > given.getOrDefault(file, 0L)) {
      throw new AssertionError("a hole in " + file + " before " + from);
    }
    given.merge(file, to, Math::max);
    DiskSpace.super.reserve(file, from, to);
  }

  /** Returns up to which offset the disk has allocated blocks of a file, from its beginning. */
  public synchronized long allocatedTo(Path file) {
    return given.getOrDefault(file, 0L);
  }
}
