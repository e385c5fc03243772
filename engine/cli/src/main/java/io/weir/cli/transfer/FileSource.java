package io.weir.cli.transfer;

import io.weir.client.value.ValueSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/**
 * A file as the content of a value. Reads one buffer for each that is requested, on a thread that
 * may block. Fails with {@link UncheckedIOException}.
 */
record FileSource(Path file, long lengthBytes, Progress progress) implements ValueSource {

  private static final int BUFFER_BYTES = 64 * 1024;

  /** Learns how far the client is. Calls come one at a time. */
  interface Progress {

    /** The client begins to read here, because all before is stored. */
    void begins(long offset);

    /** The client has read so far. */
    void reached(long offset);
  }

  @Override
  public Flux<ByteBuffer> from(long offset) {
    return Flux.using(() -> open(offset), this::parts, FileSource::close)
        .subscribeOn(Schedulers.boundedElastic());
  }

  private FileChannel open(long offset) {
    try {
      progress.begins(offset);
      return FileChannel.open(file).position(offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Flux<ByteBuffer> parts(FileChannel channel) {
    return Flux.generate(sink -> read(channel, sink));
  }

  private void read(FileChannel channel, SynchronousSink<ByteBuffer> sink) {
    try {
      var buffer = ByteBuffer.allocate(BUFFER_BYTES);
      if (channel.read(buffer) < 0) {
        sink.complete();
        return;
      }
      progress.reached(channel.position());
      sink.next(buffer.flip());
    } catch (IOException e) {
      sink.error(new UncheckedIOException(e));
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
