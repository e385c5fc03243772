package io.weir.engine.disk;

import java.io.IOException;
import java.util.Locale;

/**
 * Names a full disk in a failed write. The text of a system's failure depends on its language, so
 * the free space tells, too.
 *
 * <p>Any thread that may block; stateless.
 */
final class FullDisk {

  private static final String NAME = "No space left on device";

  /** A file system may refuse a write although a little is free, for its own records. */
  private static final long LITTLE_BYTES = 1 << 20;

  private FullDisk() {}

  /**
   * Returns the failure of a write, or one that names the full disk in English.
   *
   * @param bytes that were to be written
   */
  static IOException named(IOException failure, long bytes, DiskSpace disk) {
    if (String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("no space left")) {
      return failure;
    }
    try {
      var usable = disk.usableBytes();
      if (usable >= bytes + LITTLE_BYTES) {
        return failure;
      }
      var named = new IOException(NAME + " usableBytes=" + usable);
      named.addSuppressed(failure); // not its cause, which people are told in place of the failure
      return named;
    } catch (IOException e) {
      failure.addSuppressed(e);
      return failure;
    }
  }
}
