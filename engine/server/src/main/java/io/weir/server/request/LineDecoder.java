package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Decodes the chunks of a body into lines. Belongs to the loop of the connection. */
public interface LineDecoder<T> {

  /**
   * Sets the next chunk, after the one before it was used up. The caller keeps ownership;
   * {@link #next} reads the chunk.
   */
  void feed(ByteBuf chunk);

  /**
   * Returns the next line, or null if the chunk is used up. A failure means that no further line
   * can be found.
   */
  @Nullable
  T next();

  /**
   * Returns the last line if the body ended within one, else null. Fails if the body is truncated.
   */
  @Nullable
  T last();

  /** Returns the approximate memory of a line until it is answered, in bytes. */
  int weightBytes(T line);

  /** Returns the bytes kept of an incomplete line. */
  int heldBytes();
}
