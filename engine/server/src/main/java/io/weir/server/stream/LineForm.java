package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.StreamItem;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Frame;
import io.weir.server.json.EntityLines;

/**
 * Frames as lines of JSON.
 *
 * <pre>
 * {"odata.etag":"..","PartitionKey":"..",..}                             an entity
 * {"$progress":{"resume":"TOKEN","scanned":70000}}                       how far the stream is
 * {"$end":{"plan":"ROW_RANGE","ranges":1,"scanned":120,"returned":17}}   the whole answer was sent
 * {"$error":{"code":"TableNotFound","message":".."}}                     it was not, and why
 * </pre>
 *
 * No property can be named as the lines are that are no entities. A body that ends with neither of the last two broke off; what is
 * missing is had from the last token on. Any thread.
 */
final class LineForm implements ChunkForm {

  private final Selection selection;

  /**
   * A form of lines.
   *
   * @param selection which properties are written, the system ones included
   */
  LineForm(Selection selection) {
    this.selection = selection;
  }

  @Override
  public Writer open(ByteBuf chunk) {
    return new LineWriter(chunk, new EntityLines(chunk, selection));
  }

  /** Handles each kind of frame by appending its line, and answers itself. */
  private record LineWriter(ByteBuf chunk, EntityLines lines)
      implements Writer, Frame.Only<LineWriter>, StreamItem.Handler<LineWriter> {

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
    public LineWriter item(Frame.Item frame) {
      return frame.item().dispatch(this);
    }

    @Override
    public LineWriter row(StreamItem.Row item) {
      lines.entity(item.entity());
      return this;
    }

    @Override
    public LineWriter progress(StreamItem.Progress item) {
      lines.progress(item.resume(), item.scanned());
      return this;
    }

    @Override
    public LineWriter end(StreamItem.End item) {
      lines.end(item.report());
      return this;
    }

    @Override
    public LineWriter failure(Frame.Failure frame) {
      lines.error(frame.cause());
      return this;
    }

    @Override
    public IllegalArgumentException unexpected(String kind) {
      return new IllegalArgumentException(
          "A stream of entities holds no such frame. frame=" + kind);
    }
  }
}
