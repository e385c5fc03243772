package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;

/** Encodes frames into chunks. Any thread. */
public interface ChunkEncoder {

  /** Opens a writer to an empty chunk. The caller keeps ownership of the chunk. */
  Writer open(ByteBuf chunk);

  /** Appends frames to one chunk. Belongs to one thread. */
  interface Writer extends AutoCloseable {

    void write(Frame frame);

    /** Returns the bytes in the chunk so far. */
    int lengthBytes();

    /** Flushes everything into the chunk. */
    @Override
    void close();
  }
}
