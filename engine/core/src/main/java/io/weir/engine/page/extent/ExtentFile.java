package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The file of an extent between an orderly stop and the next start.
 *
 * <p>Any thread that may block; stateless.
 *
 * <p>Its bytes are not read back at a start: that would take as long as reading all entities. Its
 * length and the time it was last written to tell whether anybody has touched it since. What they
 * cannot tell, bytes that the disk itself has changed, the checksums of pages can.
 */
final class ExtentFile {

  private ExtentFile() {}

  /** Makes a file durable, its length and time included, and notes both. */
  static PersistedExtent keep(Path file, int number, boolean large, int units, long nextKey)
      throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    return new PersistedExtent(number, large, units, nextKey, Files.size(file), modifiedMicros(file));
  }

  /** Makes sure that a file is as it was left. */
  static void require(Path file, PersistedExtent kept) throws IOException {
    try {
      long bytes = Files.size(file);
      long modified = modifiedMicros(file);
      if (bytes != kept.fileBytes() || modified != kept.modifiedMicros()) {
        throw new PageFilesChanged("a page file was changed file=" + file + " bytes=" + bytes
            + " expected=" + kept.fileBytes() + " modifiedMicros=" + modified + " expected="
            + kept.modifiedMicros());
      }
    } catch (NoSuchFileException e) {
      throw new PageFilesChanged("a page file is missing file=" + file);
    }
  }

  private static long modifiedMicros(Path file) throws IOException {
    return Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS);
  }
}
