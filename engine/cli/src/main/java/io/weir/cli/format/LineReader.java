package io.weir.cli.format;

import io.weir.cli.rows.InputException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Splits a stream of bytes into lines that end with LF or CR LF. Belongs to one thread. */
final class LineReader implements JsonTexts {

  /** Length of the longest line: an escaped entity of 1 MiB, with room to spare. */
  static final int LONGEST_BYTES = 8 << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long number;

  LineReader(InputStream in) {
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
  }

  /** Returns the next line without its end; null at the end of the stream. */
  @Override
  public byte @Nullable [] next() throws IOException {
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

  /** Returns the number of the last line that was read, from 1. */
  @Override
  public long number() {
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
