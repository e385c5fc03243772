package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.weir.api.wire.Frame;
import io.weir.server.json.BulkResultLines;
import io.weir.server.stream.ChunkEncoder;
import io.weir.server.stream.LineWriter;

/** Encodes results as lines of JSON: see {@link BulkResultLines}. Any thread. */
final class ResultChunkEncoder implements ChunkEncoder {

  static final ChunkEncoder NDJSON = new ResultChunkEncoder();

  private ResultChunkEncoder() {}

  @Override
  public Writer open(ByteBuf chunk) {
    return new LineWriter(chunk, new ResultFrames(new BulkResultLines(chunk)));
  }

  private record ResultFrames(BulkResultLines lines) implements LineWriter.Lines {

    @Override
    public void flush() {
      lines.flush();
    }

    @Override
    public void close() {
      lines.close();
    }

    @Override
    public LineWriter.Lines outcome(Frame.Outcome frame) {
      frame.result().dispatch(lines);
      return this;
    }

    @Override
    public LineWriter.Lines failure(Frame.Failure frame) {
      lines.failure(frame.cause());
      return this;
    }

    @Override
    public IllegalArgumentException unexpected(String kind) {
      return new IllegalArgumentException(
          "unexpected frame in the results of a bulk write frame=" + kind);
    }
  }
}
