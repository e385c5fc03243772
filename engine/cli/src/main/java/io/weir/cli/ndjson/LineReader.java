package io.weir.cli.ndjson;

import io.weir.cli.rows.InputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines, ended by LF or CR LF. Belongs to one thread. */
final class LineReader implements Closeable {

  /** Longest line: an entity of 1 MiB, its text escaped, with room to spare. */
  static final int LONGEST_BYTES = 8 << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** The next line without its end; null when there is none. */
  byte @Nullable [] next() throws IOException {
    line.reset();
    number++;
    var unit = in.read();
    if (unit < 0) {
      return null;
    }
    for (; unit >= 0 && unit != '\n'; unit = in.read()) {
      line.write(unit);
      if (line.size() > LONGEST_BYTES) {
        throw InputException.atLine(number, "longer than " + LONGEST_BYTES + " bytes.");
      }
    }
    return withoutReturn(line.toByteArray());
  }

  /** Number of the line that was read last, from 1. */
  long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private static byte[] withoutReturn(byte[] bytes) {
    return bytes.length > 0 && bytes[bytes.length - 1] == '\r'
        ? Arrays.copyOf(bytes, bytes.length - 1)
        : bytes;
  }
}
