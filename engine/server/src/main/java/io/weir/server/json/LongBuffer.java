package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/**
 * Allocates buffers for long documents in pieces.
 *
 * <p>The allocator pools buffers of up to 1 MiB. It gets a longer one from the system, which fills
 * it with zeros page by page, and gives it back after the answer. For a page of 1,000 entities of 1
 * KB that cost as much as everything else. Pieces are pooled.
 */
final class LongBuffer {

  /**
   * The length of a piece: a multiple of the slices in which an answer is sent, so that no slice
   * lies in two pieces.
   */
  static final int PIECE_BYTES = 256 * 1024;

  private LongBuffer() {}

  /**
   * Returns an empty buffer with room for so many bytes, which the caller owns. It grows if more
   * are written.
   */
  static ByteBuf allocate(ByteBufAllocator allocator, int bytes) {
    if (bytes <= PIECE_BYTES) {
      return allocator.buffer(bytes);
    }
    var whole = allocator.compositeBuffer(Integer.MAX_VALUE);
    try {
      while (whole.capacity() < bytes) {
        whole.addComponent(
            false, allocator.buffer(PIECE_BYTES, PIECE_BYTES).writerIndex(PIECE_BYTES));
      }
      return whole;
    } catch (RuntimeException | Error e) {
      whole.release();
      throw e;
    }
  }

  /** Gives back the pieces that nothing was written to. Returns the buffer. */
  static ByteBuf trim(ByteBuf buffer) {
    return buffer instanceof CompositeByteBuf ? buffer.capacity(buffer.writerIndex()) : buffer;
  }
}
