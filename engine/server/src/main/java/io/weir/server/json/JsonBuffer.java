package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.weir.api.json.Json;
import tools.jackson.core.JsonGenerator;

/** Creates JSON generators that write to network buffers. */
final class JsonBuffer {

  private JsonBuffer() {}

  /**
   * Returns a generator that appends to the buffer when its own buffer is full or it is closed. The
   * caller owns {@code out}.
   */
  static JsonGenerator generator(ByteBuf out) {
    return Json.generator(new ByteBufOutputStream(out));
  }
}
