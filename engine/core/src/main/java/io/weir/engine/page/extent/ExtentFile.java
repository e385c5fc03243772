package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.hash.impl.SizePrefixedBlob;

/**
 * The file of an extent between a clean shutdown and the next start.
 *
 * <p>Any thread that may block; stateless.
 *
 * <p>A start does not read the file's bytes, which would take as long as reading all entities. The file's length and
 * modification time show whether a process has written to it since. The checksums of pages detect bytes that the disk
 * itself has changed.
 */
final class ExtentFile {

  private ExtentFile() {}

  /** Makes a file durable, with its length and modification time, and returns its description. */
  static PersistedExtent keep(Path file, int number, boolean large, int units, int reserved)
      throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    return new PersistedExtent(
        number, large, units, reserved, Files.size(file), modifiedMicros(file));
  }

  /** Checks that a file still matches its description. */
  static void require(Path file, PersistedExtent kept) throws IOException {
    try {
      long bytes = Files.size(file);
      long modified = modifiedMicros(file);
      if (bytes != kept.fileBytes() || modified != kept.modifiedMicros()) {
        throw new PageFilesChanged("a page file was changed file=" + file + " bytes=" + bytes
            + " expected=" + kept.fileBytes() + " modifiedMicros=" + modified + " expected="
            + kept.modifiedMicros());
      }
      requireHeader(file);
    } catch (NoSuchFileException e) {
      throw new PageFilesChanged("a page file is missing file=" + file);
    }
  }

  /**
   * Checks that the map's header is complete. Chronicle Map takes a file without one for a map that another process makes at this moment, and waits
   * for that process for a minute.
   */
  private static void requireHeader(Path file) throws IOException {
    var word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.read(word, SizePrefixedBlob.SIZE_WORD_OFFSET);
    }
    if (word.hasRemaining() || !SizePrefixedBlob.isReady(word.getInt(0))) {
      throw new PageFilesChanged("a page file has no complete header file=" + file);
    }
  }

  private static long modifiedMicros(Path file) throws IOException {
    return Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS);
  }
}
