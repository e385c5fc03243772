package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Reads lines out of the chunks of a body. Belongs to the loop of the connection. */
interface LineDecoder<T> {

  /** Gives the next chunk; the one before has been read to its end. It stays the caller's and is read by {@link #next}. */
  void feed(ByteBuf chunk);

  /** The next line, or null when the chunk is read to its end. A failure means that no further line can be found. */
  @Nullable
  T next();

  /** What the body ended with, if it is a line; else null. Fails where a part is missing. */
  @Nullable
  T last();

  /** About what a line takes in memory until it is answered, in bytes. */
  int weightBytes(T line);

  /** Bytes kept of a line that is not whole. */
  int heldBytes();
}
