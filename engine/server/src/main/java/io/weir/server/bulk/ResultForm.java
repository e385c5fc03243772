package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;
import io.weir.server.json.BulkResultLines;
import io.weir.server.stream.ChunkForm;

/** Results as lines of JSON: {@link BulkResultLines} shows them. Any thread. */
final class ResultForm implements ChunkForm {

  static final ChunkForm NDJSON = new ResultForm();

  private ResultForm() {}

  @Override
  public Writer open(ByteBuf chunk) {
    return new LineWriter(chunk, new BulkResultLines(chunk));
  }

  private record LineWriter(ByteBuf chunk, BulkResultLines lines)
      implements Writer, Frame.Only<BulkResultLines> {

    @Override
    public void write(Frame frame) {
      var unused = frame.dispatch(this);
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

    @Override
    public BulkResultLines outcome(Frame.Outcome frame) {
      return frame.result().dispatch(lines);
    }

    @Override
    public BulkResultLines failure(Frame.Failure frame) {
      return lines.failure(frame.cause());
    }

    @Override
    public IllegalArgumentException unexpected(String kind) {
      return new IllegalArgumentException("A bulk write answers no such frame. frame=" + kind);
    }
  }
}
