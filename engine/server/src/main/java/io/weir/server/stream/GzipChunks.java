package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Compresses the chunks of one answer, one by one.
 *
 * <p>What stands in a chunk can be read to its last byte from what was sent by then: the compressor is flushed behind each, so no
 * entity and no sign of progress waits for another. That costs five bytes a chunk.
 *
 * <p>Demand passes as it is, one chunk for one; behind the last comes one more, the trailer. Belongs to the loop of the connection.
 */
final class GzipChunks implements AutoCloseable {

  private static final int BUFFER_BYTES = 4096;

  private final ByteBufAllocator allocator;
  private final ByteArrayOutputStream compressed = new ByteArrayOutputStream(BUFFER_BYTES);
  private final GZIPOutputStream gzip;

  private GzipChunks(ByteBufAllocator allocator) throws IOException {
    this.allocator = allocator;
    this.gzip = new FastGzip(compressed);
  }

  /** Takes ownership of the chunks; those that come out belong to the subscriber. */
  static Flux<ByteBuf> of(Flux<ByteBuf> chunks, ByteBufAllocator allocator) {
    return Flux.using(
        () -> new GzipChunks(allocator),
        gzip -> chunks.map(gzip::compress).concatWith(Mono.fromSupplier(gzip::end)),
        GzipChunks::close);
  }

  /** Frees the compressor, whose memory is not on the heap. */
  @Override
  public void close() {
    try {
      gzip.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuf compress(ByteBuf chunk) {
    try {
      chunk.readBytes(gzip, chunk.readableBytes());
      gzip.flush();
      return taken();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      chunk.release();
    }
  }

  private ByteBuf end() {
    try {
      gzip.finish();
      return taken();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuf taken() {
    var chunk = allocator.buffer(compressed.size()).writeBytes(compressed.toByteArray());
    compressed.reset();
    return chunk;
  }

  /** Flushes what it has when it is told to, and would rather be quick than thorough: it works on the loop. */
  private static final class FastGzip extends GZIPOutputStream {

    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES, true);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
