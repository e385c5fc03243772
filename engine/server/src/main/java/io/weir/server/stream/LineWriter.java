package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;

/**
 * Writes frames as lines of JSON. The handler of frames appends a line for each frame, and moves the lines into the
 * chunk on request.
 *
 * @param frames handles the kinds of frame that the answer may hold
 */
public record LineWriter(ByteBuf chunk, Lines frames) implements ChunkEncoder.Writer {

  /** The lines of one chunk. */
  public interface Lines extends Frame.Only<Lines> {

    /** Moves the lines written so far into the chunk. */
    void flush();

    /** Moves all lines into the chunk and returns borrowed buffers. */
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
