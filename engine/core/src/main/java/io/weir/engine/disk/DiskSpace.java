package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Tells how full a disk is, and has it give room to a file. Runs on: any thread that may block. */
@FunctionalInterface
public interface DiskSpace {

  /** Bytes that can still be written to the disk; others may take them meanwhile. */
  long usableBytes() throws IOException;

  /**
   * Fills a part of a file with zeros, so that the disk has given it the room: mapped memory of that
   * part can be written from now on, however full the disk gets. On a file system that copies what is
   * written again (btrfs, ZFS) that does not hold.
   *
   * @param from where the part begins, bytes
   * @param to where it ends
   * @throws IOException when there is no room; a part of the part may be filled then
   */
  default void reserve(Path file, long from, long to) throws IOException {
    Zeros.write(file, from, to);
  }
}
