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
    var lines = new BulkResultLines(chunk);
    return new LineWriter(chunk, lines, new ResultFrames(lines));
  }

  private record ResultFrames(BulkResultLines lines) implements Frame.Only<BulkResultLines> {

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
      return new IllegalArgumentException(
          "unexpected frame in the results of a bulk write frame=" + kind);
    }
  }
}
