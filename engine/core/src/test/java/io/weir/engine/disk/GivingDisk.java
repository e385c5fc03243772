package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A disk that gives blocks as long as a test lets it, and knows which.
 *
 * <p>Any thread.
 */
public final class GivingDisk implements DiskSpace {

  private static final String FULL = "No space left on device";

  private final Map<Path, Long> given = new HashMap<>();
  private long left = Long.MAX_VALUE;
  private boolean admitsIt;

  /** Gives so many more bytes; what is free is told wrongly, as when somebody else is about to fill the disk. */
  public synchronized void leave(long bytes) {
    left = bytes;
  }

  /** Tells from now on what is free. */
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

  /** Up to where it has given blocks to a file, from the beginning on. */
  public synchronized long givenTo(Path file) {
    return given.getOrDefault(file, 0L);
  }
}
