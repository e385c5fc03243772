package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;

/**
 * Writes frames as lines of JSON: the handler of frames appends a line for each, and brings them into the chunk when it is told to.
 *
 * @param frames takes the kinds of frame that the answer may hold
 */
public record LineWriter(ByteBuf chunk, Lines frames) implements ChunkEncoder.Writer {

  /** Lines of one form, one chunk's. */
  public interface Lines extends Frame.Only<Lines> {

    /** Brings what is written so far into the chunk. */
    void flush();

    /** All is in the chunk, and what was borrowed is given back. */
    void close();
  }

  @Override
  public void write(Frame frame) {
    var unused = frame.dispatch(frames);
  }

  @Override
  public int lengthBytes() {
    frames.flush();
    return chunk.readableBytes();
  }

  @Override
  public void close() {
    frames.close();
  }
}
