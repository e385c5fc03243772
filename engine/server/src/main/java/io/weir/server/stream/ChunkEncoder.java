package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;

/** How frames stand in a chunk. Any thread. */
public interface ChunkEncoder {

  /** Begins to write into an empty chunk, which stays its owner's. */
  Writer open(ByteBuf chunk);

  /** Appends frames to one chunk. Belongs to one thread. */
  interface Writer extends AutoCloseable {

    void write(Frame frame);

    /** Bytes in the chunk so far. */
    int lengthBytes();

    /** All that was written is in the chunk. */
    @Override
    void close();
  }
}
