package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.weir.api.write.BulkLine;
import org.jspecify.annotations.Nullable;

/** Reads lines out of the chunks of a body. Belongs to the loop of the connection. */
interface LineSource {

  /** Gives the next chunk; the one before has been read to its end. It stays the caller's and is read by {@link #next}. */
  void feed(ByteBuf chunk);

  /** The next line, or null when the chunk is read to its end. A failure means that no further line can be found. */
  @Nullable
  BulkLine next();

  /** What the body ended with, if it is a line; else null. Fails where a part is missing. */
  @Nullable
  BulkLine last();

  /** Bytes kept of a line that is not whole. */
  int heldBytes();
}
