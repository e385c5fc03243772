package io.weir.cli.rows;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that came once, such as those of standard input, in a temporary file, so that they can be
 * read again.
 *
 * <p>The file has no name where the system allows that, so it ends with the process. Closing
 * removes it. Belongs to one thread, which blocks.
 */
public final class Spool implements ByteSource, Closeable {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final String PREFIX = "weir-input";
  private static final String SUFFIX = ".tmp";

  private final FileChannel file;

  private Spool(FileChannel file) {
    this.file = file;
  }

  /**
   * Stores all bytes of a stream, as they are. Does not close the stream.
   *
   * @param folder holds the file; that of the system if it is null
   * @param progress is called with the number of further bytes
   */
  public static Spool of(InputStream in, @Nullable Path folder, LongConsumer progress)
      throws IOException {
    var spool = new Spool(FileChannel.open(
        folder == null
            ? Files.createTempFile(PREFIX, SUFFIX)
            : Files.createTempFile(folder, PREFIX, SUFFIX),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE));
    try {
      spool.take(in, progress);
      return spool;
    } catch (IOException | RuntimeException e) {
      spool.close();
      throw e;
    }
  }

  private void take(InputStream in, LongConsumer progress) throws IOException {
    var buffer = new byte[BUFFER_BYTES];
    for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      for (var bytes = ByteBuffer.wrap(buffer, 0, count); bytes.hasRemaining(); ) {
        file.write(bytes);
      }
      progress.accept(count);
    }
  }

  @Override
  public InputStream open() {
    return new Reading(file);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** One reading of the file. Other readings do not move it. */
  private static final class Reading extends InputStream {

    private final FileChannel file;
    private long position;

    Reading(FileChannel file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      var count = file.read(ByteBuffer.wrap(target, offset, length), position);
      position += Math.max(0, count);
      return count;
    }
  }
}
