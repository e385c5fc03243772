package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.StreamItem;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Frame;
import io.weir.server.json.EntityLines;

/**
 * Encodes frames as lines of JSON.
 *
 * <pre>
 * {"odata.etag":"..","PartitionKey":"..",..}                             an entity
 * {"$progress":{"resume":"TOKEN","scanned":70000}}                       how far the stream is
 * {"$end":{"plan":"ROW_RANGE","ranges":1,"scanned":120,"returned":17}}   the whole answer was sent
 * {"$more":{"resume":"TOKEN","returned":17}}                            a limit was reached; the rest is to be had from there
 * {"$error":{"code":"TableNotFound","message":".."}}                     it was not, and why
 * </pre>
 *
 * <p>No property can have a name such as {@code $progress}, so these lines differ from entities. A body that ends with
 * none of the last three lines was cut off; the client resumes from the last token. Any thread.
 */
final class LineChunkEncoder implements ChunkEncoder {

  private final Selection selection;

  /**
   * Creates an encoder.
   *
   * @param selection properties that are written, including the system properties
   */
  LineChunkEncoder(Selection selection) {
    this.selection = selection;
  }

  @Override
  public Writer open(ByteBuf chunk) {
    return new LineWriter(chunk, new EntityFrames(new EntityLines(chunk, selection)));
  }

  /** Appends the line of each kind of frame and returns itself. */
  private record EntityFrames(EntityLines lines)
      implements LineWriter.Lines, StreamItem.Handler<LineWriter.Lines> {

    @Override
    public void flush() {
      lines.flush();
    }

    @Override
    public void close() {
      lines.close();
    }

    @Override
    public LineWriter.Lines item(Frame.Item frame) {
      return frame.item().dispatch(this);
    }

    @Override
    public LineWriter.Lines row(StreamItem.Row item) {
      lines.entity(item.entity());
      return this;
    }

    @Override
    public LineWriter.Lines progress(StreamItem.Progress item) {
      lines.progress(item.resume(), item.scanned());
      return this;
    }

    @Override
    public LineWriter.Lines end(StreamItem.End item) {
      lines.end(item.report());
      return this;
    }

    @Override
    public LineWriter.Lines more(Frame.More frame) {
      lines.more(frame.resume(), frame.returned());
      return this;
    }

    @Override
    public LineWriter.Lines failure(Frame.Failure frame) {
      lines.error(frame.cause());
      return this;
    }

    @Override
    public IllegalArgumentException unexpected(String kind) {
      return new IllegalArgumentException("unexpected frame in a stream of entities frame=" + kind);
    }
  }
}
