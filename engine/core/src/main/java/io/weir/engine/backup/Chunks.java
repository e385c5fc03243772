package io.weir.engine.backup;

import io.weir.engine.backup.BackedUpLeaf.Place;
import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.PageStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The files of a backup that hold blocks of leaves, {@code pages-00000001} and so on. A file that
 * is complete never changes, and later backups have it too.
 *
 * <p>Owner: one thread that may block.
 */
final class Chunks {

  private static final String PREFIX = "pages-";

  private Chunks() {}

  static String name(int number) {
    return PREFIX + String.format("%08d", number);
  }

  static boolean isChunk(String name) {
    return name.startsWith(PREFIX);
  }

  static int numberOf(String name) {
    return Integer.parseInt(name.substring(PREFIX.length()));
  }

  /** Writes new chunks. */
  static final class Writer implements AutoCloseable {

    /**
     * The copy is forced in pieces, so that a force of the log does not wait for the whole file.
     */
    private static final int FORCE_EVERY_BYTES = 8 << 20;

    private static final int BUFFER_BYTES = 2 * PageStore.MAX_PAGE_BYTES;

    private final Folder folder;
    private final int mostBytes;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final List<FileSum> complete = new ArrayList<>();
    private @Nullable DiskFile file;
    private CRC32C checksum = new CRC32C();
    private int number;
    private int written;
    private int forced;

    /**
     * @param last highest number that is in use
     * @param mostBytes of a chunk
     */
    Writer(Folder folder, int last, int mostBytes) {
      this.folder = folder;
      this.number = last;
      this.mostBytes = mostBytes;
    }

    /** Adds a block and returns its place. */
    Place add(ByteBuffer block) throws IOException {
      if (file != null && written + buffer.position() + block.remaining() > mostBytes) {
        complete(file);
      }
      if (file == null) {
        number++;
        file = folder.create(name(number));
      }
      if (buffer.remaining() < block.remaining()) {
        flush(file);
      }
      var place = new Place(number, written + buffer.position());
      buffer.put(block);
      return place;
    }

    private void flush(DiskFile target) throws IOException {
      buffer.flip();
      checksum.update(buffer.duplicate());
      var bytes = buffer.remaining();
      target.writeFully(buffer, written);
      written += bytes;
      buffer.clear();
      if (written - forced >= FORCE_EVERY_BYTES) {
        target.force();
        forced = written;
      }
    }

    private void complete(DiskFile target) throws IOException {
      flush(target);
      target.force();
      target.close();
      complete.add(new FileSum(name(number), written, (int) checksum.getValue()));
      file = null;
      checksum = new CRC32C();
      written = 0;
      forced = 0;
    }

    /** Makes the chunks durable, except their names, and returns their checksums. */
    List<FileSum> finish() throws IOException {
      if (file != null) {
        complete(file);
      }
      return List.copyOf(complete);
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }

  /** Reads blocks and compares them with their checksums. */
  static final class Reader implements AutoCloseable {

    /** A backup may have thousands of files. */
    private static final int MOST_OPEN = 64;

    private final Folder folder;
    private final Map<Integer, DiskFile> files = new HashMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(PageStore.MAX_PAGE_BYTES);

    Reader(Folder folder) {
      this.folder = folder;
    }

    /**
     * Returns the block of a leaf, which the next call overwrites. Fails with {@link FileDamaged}.
     */
    ByteBuffer read(BackedUpLeaf leaf) throws IOException {
      var name = name(leaf.place().chunk());
      var sums = leaf.sums();
      if (sums.bytes() < 0 || sums.bytes() > buffer.capacity() || !fill(name, leaf)) {
        throw new FileDamaged(folder.locate(name), leaf.place().offset(), "endsEarly");
      }
      if (!LeafBlock.sumsOf(buffer).equals(sums)) {
        throw new FileDamaged(folder.locate(name), leaf.place().offset(), "blockChecksum");
      }
      return buffer.duplicate();
    }

    private boolean fill(String name, BackedUpLeaf leaf) throws IOException {
      var file = files.get(leaf.place().chunk());
      if (file == null) {
        if (!folder.exists(name)) {
          throw new FileDamaged(folder.locate(name), 0, "missing");
        }
        if (files.size() == MOST_OPEN) {
          close();
          files.clear();
        }
        file = folder.openToRead(name);
        files.put(leaf.place().chunk(), file);
      }
      buffer.clear().limit(leaf.sums().bytes());
      try {
        file.readFully(buffer, leaf.place().offset());
      } catch (EOFException e) {
        return false;
      }
      buffer.flip();
      return true;
    }

    @Override
    public void close() throws IOException {
      for (var file : files.values()) {
        file.close();
      }
    }
  }
}
