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
 * <p>A client can decompress each chunk completely as soon as it arrives, because the compressor is
 * flushed after each. No entity and no progress waits for a later chunk. That costs 5 bytes for
 * each chunk.
 *
 * <p>Demand passes unchanged, one chunk for one. One more chunk, the trailer, follows the last.
 * Belongs to the loop of the connection.
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

  /** Compresses chunks and takes ownership of them. The subscriber owns the compressed chunks. */
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

  /** A gzip stream that flushes on request, at the fastest level, because it runs on the loop. */
  private static final class FastGzip extends GZIPOutputStream {

    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES, true);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
