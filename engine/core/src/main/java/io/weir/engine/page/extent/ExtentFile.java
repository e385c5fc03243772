package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.hash.impl.SizePrefixedBlob;

/**
 * The file of an extent before a start maps it.
 *
 * <p>Any thread that may block; stateless.
 *
 * <p>A start does not read the file's pages, which would take as long as reading all entities. Their checksums are compared before their first use.
 */
final class ExtentFile {

  private ExtentFile() {}

  /** Checks that a file can hold the pages of its description, so that mapping it and reading its pages is safe. */
  static void require(Path file, long bytes) throws IOException {
    try {
      long found = Files.size(file);
      if (found < bytes) {
        throw new PageFilesChanged(
            "a page file is too short file=" + file + " bytes=" + found + " expected=" + bytes);
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
}
