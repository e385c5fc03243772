package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;
import io.weir.server.json.JsonLines;

/**
 * Writes frames as lines of JSON.
 *
 * @param lines moves lines into the chunk on request
 * @param frames appends a line for each kind of frame that the answer may hold
 */
public record LineWriter(ByteBuf chunk, JsonLines lines, Frame.Only<?> frames)
    implements ChunkEncoder.Writer {

  @Override
  public void write(Frame frame) {
    var unused = frame.dispatch(frames);
  }

  @Override
  public int lengthBytes() {
    lines.flush();
    return chunk.readableBytes();
  }

  @Override
  public void close() {
    lines.close();
  }
}
