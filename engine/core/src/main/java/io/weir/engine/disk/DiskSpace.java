package io.weir.engine.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reports the free space of a disk and reserves blocks for a file. Runs on: any thread that may
 * block.
 */
@FunctionalInterface
public interface DiskSpace {

  /**
   * Returns the bytes that can still be written to the disk; other writers may take them meanwhile.
   */
  long usableBytes() throws IOException;

  /**
   * Deletes something that is kept only while there is room, such as an old log segment. Returns
   * false when there is nothing of that kind.
   */
  default boolean giveUp() throws IOException {
    return false;
  }

  /**
   * Fills a part of a file with zeros, so that the disk has allocated its blocks. Mapped memory can
   * then be written, however full the disk gets, in each page of memory whose bytes were all
   * reserved. A page of memory may have several blocks, and the first write to it allocates all
   * that are missing. None of this holds on a file system that copies rewritten blocks (btrfs,
   * ZFS).
   *
   * @param from where the part begins, bytes
   * @param to where it ends
   * @throws IOException if there is no room; the part may then be filled in part
   */
  default void reserve(Path file, long from, long to) throws IOException {
    Zeros.write(file, from, to);
  }

  /**
   * Makes a file durable that was written through mapped memory. Blocks.
   *
   * @throws ForceFailed if the disk could not write everything; this must not be repeated
   * @throws IOException if the file could not be opened; its content is as before
   */
  default void force(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ForceFailed.unlessForced(file, () -> channel.force(false));
    }
  }

  /**
   * Makes the names of the files in a folder durable, and the names of the two folders that it is
   * in. Blocks.
   */
  default void forceNames(Path folder) throws IOException {
    FolderOnDisk.forceFolder(folder);
    FolderOnDisk.forceFolder(folder.resolve("..").normalize());
    FolderOnDisk.forceFolder(folder.resolve("../..").normalize());
  }
}
