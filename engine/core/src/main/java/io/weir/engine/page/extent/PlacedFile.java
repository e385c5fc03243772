package io.weir.engine.page.extent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes a page file at places, beside its mapping: both show the system's page cache.
 *
 * <p>Any thread that may block. The file is opened by its first use, and again after an interrupt of a thread has closed it under all others.
 */
final class PlacedFile {

  private static final Logger LOG = LoggerFactory.getLogger(PlacedFile.class);

  private final Path path;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable FileChannel channel;

  PlacedFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /**
   * Reads from a place, unless the system has it in memory.
   *
   * @return the bytes that were read, at most {@code most}; the buffer is cleared first
   * @throws ClosedByInterruptException if the thread was interrupted; the reads of others, and later ones, succeed
   */
  int read(long offset, int most, ByteBuffer buffer) throws IOException {
    while (true) {
      buffer.clear().limit(Math.min(buffer.capacity(), most));
      try {
        return channel().read(buffer, offset);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        LOG.debug("a page is read again after an interrupt of another thread file={}", path, e);
      }
    }
  }

  /** Writes all that remains of a buffer to a place. */
  void write(long offset, ByteBuffer content) throws IOException {
    long at = offset;
    while (content.hasRemaining()) {
      at += channel().write(content, at);
    }
  }

  private FileChannel channel() throws IOException {
    FileChannel open = channel;
    if (open != null && open.isOpen()) {
      return open;
    }
    opening.lock();
    try {
      open = channel;
      if (open == null || !open.isOpen()) {
        open = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel = open;
      }
      return open;
    } finally {
      opening.unlock();
    }
  }

  /** Closes the file if it is open. */
  void close() throws IOException {
    FileChannel open = channel;
    if (open != null) {
      open.close();
    }
  }
}
