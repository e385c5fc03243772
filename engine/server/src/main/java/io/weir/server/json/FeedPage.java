package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.FeedItem;
import java.util.List;

/** Writes a page of a change feed as JSON. Any thread. */
public final class FeedPage {

  private FeedPage() {}

  /**
   * Returns {@code {"value":[{"$change":{..}},..],"next":"TOKEN"}}. The caller owns the buffer.
   *
   * @param items at least one; checkpoints are left out, and the last item names the next page
   */
  public static ByteBuf write(List<FeedItem> items, ByteBufAllocator allocator) {
    var out = allocator.buffer();
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("value");
      var fields = new FeedFields(json);
      items.stream().filter(item -> !(item instanceof FeedItem.Checkpoint)).forEach(fields::write);
      json.writeEndArray();
      json.writeStringProperty("next", items.get(items.size() - 1).token().text());
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return out;
  }
}
