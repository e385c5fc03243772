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
 * <p>Reads: any thread that may block. The first one opens the file, and the next one after an
 * interrupt of a thread has closed it under all others. Writes: the owner of the pages, which may
 * be an event loop. They have a channel of their own, which is open from the beginning.
 */
final class PlacedFile {

  private static final Logger LOG = LoggerFactory.getLogger(PlacedFile.class);

  private final Path path;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile FileChannel writes;
  private volatile @Nullable FileChannel reads;

  private PlacedFile(Path path, FileChannel writes) {
    this.path = path;
    this.writes = writes;
  }

  /** Opens an existing file. Blocks. */
  static PlacedFile open(Path path) throws IOException {
    return new PlacedFile(path, FileChannel.open(path, StandardOpenOption.WRITE));
  }

  Path path() {
    return path;
  }

  /**
   * Reads from a place, unless the system has it in memory.
   *
   * @return the bytes that were read, at most {@code most}; the buffer is cleared first
   * @throws ClosedByInterruptException if the thread was interrupted; the reads of others, and
   *     later ones, succeed
   */
  int read(long offset, int most, ByteBuffer buffer) throws IOException {
    while (true) {
      buffer.clear().limit(Math.min(buffer.capacity(), most));
      try {
        return reads().read(buffer, offset);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        LOG.debug("a page is read again after an interrupt of another thread file={}", path, e);
      }
    }
  }

  /**
   * Writes all that remains of a buffer to a place, whose blocks the disk has allocated.
   *
   * <p>An interrupt stays, and does not prevent the write: a subscriber may interrupt the loop that
   * it runs on, and a channel closes itself under an interrupted thread.
   */
  void write(long offset, ByteBuffer content) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (!wrote(offset, content.duplicate())) {
        interrupted |= Thread.interrupted();
        writes = FileChannel.open(path, StandardOpenOption.WRITE);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns false if an interrupt has closed the channel meanwhile. */
  private boolean wrote(long offset, ByteBuffer content) throws IOException {
    try {
      for (long at = offset; content.hasRemaining(); ) {
        at += writes.write(content, at);
      }
      return true;
    } catch (ClosedByInterruptException e) {
      LOG.debug("a page is written again after an interrupt file={}", path, e);
      return false;
    }
  }

  private FileChannel reads() throws IOException {
    FileChannel open = reads;
    if (open != null && open.isOpen()) {
      return open;
    }
    opening.lock();
    try {
      open = reads;
      if (open == null || !open.isOpen()) {
        open = FileChannel.open(path, StandardOpenOption.READ);
        reads = open;
      }
      return open;
    } finally {
      opening.unlock();
    }
  }

  /** Closes the file. */
  void close() throws IOException {
    try {
      writes.close();
    } finally {
      FileChannel open = reads;
      if (open != null) {
        open.close();
      }
    }
  }
}
