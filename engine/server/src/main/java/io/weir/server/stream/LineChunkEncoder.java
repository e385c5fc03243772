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
 * {"$change":{..}}, {"$checkpoint":{"token":"TOKEN"}}, ..                an item of a change feed, see {@link EntityLines#feed}
 * {"$end":{"plan":"ROW_RANGE","ranges":1,"scanned":120,"returned":17}}   the whole answer was sent
 * {"$more":{"resume":"TOKEN","returned":17}}                            a limit was reached; the rest is to be had from there
 * {"$error":{"code":"TableNotFound","message":".."}}                     it was not, and why
 * </pre>
 *
 * <p>No property can have a name such as {@code $progress}, so these lines differ from entities. A
 * body that ends with none of the last three lines was cut off; the client resumes from the last
 * token. Any thread.
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
    var lines = new EntityLines(chunk, selection);
    return new LineWriter(chunk, lines, new EntityFrames(lines));
  }

  /** Appends the line of each kind of frame. */
  private record EntityFrames(EntityLines lines)
      implements Frame.Only<EntityLines>, StreamItem.Handler<EntityLines> {

    @Override
    public EntityLines item(Frame.Item frame) {
      return frame.item().dispatch(this);
    }

    @Override
    public EntityLines row(StreamItem.Row item) {
      lines.entity(item.entity());
      return lines;
    }

    @Override
    public EntityLines progress(StreamItem.Progress item) {
      lines.progress(item.resume(), item.scanned());
      return lines;
    }

    @Override
    public EntityLines end(StreamItem.End item) {
      lines.end(item.report());
      return lines;
    }

    @Override
    public EntityLines more(Frame.More frame) {
      lines.more(frame.resume(), frame.returned());
      return lines;
    }

    @Override
    public EntityLines feed(Frame.Feed frame) {
      lines.feed(frame.item());
      return lines;
    }

    @Override
    public EntityLines failure(Frame.Failure frame) {
      lines.error(frame.cause());
      return lines;
    }

    @Override
    public IllegalArgumentException unexpected(String kind) {
      return new IllegalArgumentException("unexpected frame in a stream of entities frame=" + kind);
    }
  }
}
