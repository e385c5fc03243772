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
 * Compares pages of a store that nobody has open with what an orderly stop noted of them.
 *
 * <p>Runs on: one thread that may block.
 *
 * <p>The files are read as files. To open their maps would change them, if only their locks and their
 * times, and the next start would not know them again.
 */
public final class PersistedPageFiles implements AutoCloseable {

  private record Opened(Path path, FileChannel channel) {}

  private final Map<Integer, Opened> files = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(PageStore.MAX_PAGE_BYTES);

  private PersistedPageFiles() {}

  /**
   * Opens the files to be read.
   *
   * @throws PageFilesChanged when one is not as it was left; what it holds says nothing then
   */
  public static PersistedPageFiles open(Path directory, List<PersistedExtent> kept) throws IOException {
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

  /** The file that a page lies in. */
  public Path fileOf(PersistedPage page) throws PageFilesChanged {
    return file(page).path();
  }

  /** Whether a page, whose place must be known, is the one that was left. */
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
      throw new PageFilesChanged("a page file is not known page=" + page.id());
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
