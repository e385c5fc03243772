package io.weir.engine.page.extent;

import io.weir.engine.page.PageStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Compares pages of a closed store with their descriptions from a clean shutdown.
 *
 * <p>Runs on: one thread that may block.
 *
 * <p>Reads the files as plain files. Opening their maps would change them, if only their locks and modification
 * times, and the next start would reject them.
 */
public final class PersistedPageFiles implements AutoCloseable {

  private record Opened(Path path, FileChannel channel) {}

  private final Map<Integer, Opened> files = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(PageStore.MAX_PAGE_BYTES);

  private PersistedPageFiles() {}

  /** Opens the files for reading. */
  public static PersistedPageFiles open(Path directory, List<PersistedExtent> kept)
      throws IOException {
    var opened = new PersistedPageFiles();
    try {
      for (PersistedExtent extent : kept) {
        Path path = directory.resolve(extent.fileName());
        ExtentFile.require(path, extent);
        opened.files.put(extent.number(), new Opened(path, FileChannel.open(path)));
      }
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  /** Returns the file that holds a page. */
  public Path fileOf(PersistedPage page) throws PageFilesChanged {
    return file(page).path();
  }

  /** Returns whether a page, whose offset must be known, has not changed. */
  public boolean isSound(PersistedPage page) throws IOException {
    buffer.clear().limit(page.lengthBytes());
    FileChannel channel = file(page).channel();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, page.fileOffset() + buffer.position()) < 0) {
        throw new EOFException("a page file ends inside a page file=" + fileOf(page));
      }
    }
    var crc = new CRC32C();
    crc.update(buffer.flip());
    return (int) crc.getValue() == page.checksum();
  }

  private Opened file(PersistedPage page) throws PageFilesChanged {
    Opened file = files.get(Extent.numberOf(page.id()));
    if (file == null) {
      throw new PageFilesChanged("a page belongs to an unknown page file page=" + page.id());
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    for (Opened file : files.values()) {
      file.channel().close();
    }
  }
}
