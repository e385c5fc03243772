package io.weir.engine.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes zeros to a file.
 *
 * <p>Runs on: any thread that may block.
 *
 * <p><em>deliberate:</em> writes zeros instead of extending the file. A file system allocates or
 * reserves blocks for written bytes before the write returns; a file that was only extended has
 * holes.
 */
final class Zeros {

  private static final int PIECE_BYTES = 256 << 10;
  private static final ByteBuffer PIECE = ByteBuffer.allocateDirect(PIECE_BYTES).asReadOnlyBuffer();

  private Zeros() {}

  static void write(Path file, long from, long to) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long at = from; at < to; ) {
        at += channel.write(PIECE.slice(0, (int) Math.min(PIECE_BYTES, to - at)), at);
      }
    }
  }
}
