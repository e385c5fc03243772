package io.weir.cli.value;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream that reports how many bytes have been read of it. */
final class CountingInput extends FilterInputStream {

  private final LongConsumer progress;
  private long count;

  CountingInput(InputStream in, LongConsumer progress) {
    super(in);
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    var one = super.read();
    add(one < 0 ? 0 : 1);
    return one;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    var read = super.read(bytes, offset, length);
    add(Math.max(0, read));
    return read;
  }

  private void add(int more) {
    count += more;
    progress.accept(count);
  }
}
