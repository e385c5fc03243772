package io.weir.engine.page.extent;

import io.weir.engine.page.PageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import net.openhft.chronicle.core.UnsafeMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares pages of a stopped store with their descriptions in a checkpoint.
 *
 * <p>Runs on: one thread that may block.
 *
 * <p>Reads the files as plain files, and changes nothing. A page that a durable checkpoint names is
 * on the disk and never written again, so this sees it as the checkpoint has it, whatever the
 * process did with the files since.
 */
public final class PersistedPageFiles implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PersistedPageFiles.class);

  private record Opened(Path path, PersistedExtent extent, FileChannel channel) {}

  private final Map<Integer, Opened> files = new HashMap<>();
  private final int pageBytes;
  private final ByteBuffer buffer = ByteBuffer.allocate(PageStore.MAX_PAGE_BYTES);

  /** Memory for the page that was read last; 0 before the first and after the end. */
  private long copy;

  private PersistedPageFiles(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  /** Opens the files for reading. A missing one is noticed when a page in it is. */
  public static PersistedPageFiles open(Path directory, int pageBytes, List<PersistedExtent> kept)
      throws IOException {
    var opened = new PersistedPageFiles(pageBytes);
    try {
      for (PersistedExtent extent : kept) {
        Path path = directory.resolve(extent.fileName());
        opened.openIfThere(path, extent);
      }
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  /** A file without a page in it may be deleted at any time. */
  private void openIfThere(Path path, PersistedExtent extent) throws IOException {
    try {
      files.put(extent.number(), new Opened(path, extent, FileChannel.open(path)));
    } catch (NoSuchFileException e) {
      LOG.debug("a page file is missing file={}", path, e);
    }
  }

  /** Returns the file that holds a page. */
  public Path fileOf(PersistedPage page) throws PageFilesChanged {
    return file(page).path();
  }

  /** Returns where in its file a page begins. */
  public long offsetOf(PersistedPage page) throws PageFilesChanged {
    return file(page).extent().fileOffset(page.id(), pageBytes);
  }

  /** Returns whether a page can be read and has not changed. */
  public boolean isSound(PersistedPage page) throws IOException {
    if (page.lengthBytes() < 1 || page.lengthBytes() > PageStore.MAX_PAGE_BYTES) {
      return false;
    }
    long offset = offsetOf(page);
    buffer.clear().limit(page.lengthBytes());
    if (!fill(file(page), offset)) {
      return false;
    }
    var crc = new CRC32C();
    crc.update(buffer.flip());
    return (int) crc.getValue() == page.checksum();
  }

  /**
   * Reads the page. Returns false if its file ends before, or the disk cannot read it: it is lost
   * then as a changed one is.
   */
  private boolean fill(Opened file, long offset) {
    try {
      while (buffer.hasRemaining()) {
        if (file.channel().read(buffer, offset + buffer.position()) < 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      LOG.warn("a page cannot be read file={} offset={}", file.path(), offset, e);
      return false;
    }
  }

  /**
   * Returns the address of a copy of a page, which the next call overwrites; 0 if the page has
   * changed.
   */
  public long read(PersistedPage page) throws IOException {
    if (!isSound(page)) {
      return 0;
    }
    if (copy == 0) {
      copy = UnsafeMemory.INSTANCE.allocate(PageStore.MAX_PAGE_BYTES);
    }
    UnsafeMemory.INSTANCE.copyMemory(buffer.array(), 0, copy, page.lengthBytes());
    return copy;
  }

  private Opened file(PersistedPage page) throws PageFilesChanged {
    Opened file = files.get(Extent.numberOf(page.id()));
    if (file == null) {
      throw new PageFilesChanged("a page file is missing page=" + page.id());
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    if (copy != 0) {
      UnsafeMemory.INSTANCE.freeMemory(copy, PageStore.MAX_PAGE_BYTES);
      copy = 0;
    }
    for (Opened file : files.values()) {
      file.channel().close();
    }
  }
}
