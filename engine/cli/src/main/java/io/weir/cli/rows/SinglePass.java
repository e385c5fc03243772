package io.weir.cli.rows;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes that come once. Their first {@value #HEAD_BYTES} can be read any number of times, to find
 * out what they are; a reading that goes further is the last.
 *
 * <p>Belongs to one thread, which blocks. Keeps the stream open.
 */
public final class SinglePass implements ByteSource {

  static final int HEAD_BYTES = 1 << 20;

  private final BufferedInputStream in;

  public SinglePass(InputStream in) {
    this.in = new BufferedInputStream(in);
    this.in.mark(HEAD_BYTES);
  }

  /** Begins a reading at the first byte. Fails if an earlier one went beyond the head. */
  @Override
  public InputStream open() throws IOException {
    in.reset();
    return new FilterInputStream(in) {
      @Override
      public void close() {
        // The stream belongs to the process.
      }
    };
  }
}
