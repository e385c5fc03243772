package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.weir.api.json.Json;
import tools.jackson.core.JsonGenerator;

/** Buffers of the network as what JSON is written to. */
final class JsonBuffer {

  private JsonBuffer() {}

  /** A generator that appends to the buffer when it is closed or full. The buffer stays its owner's. */
  static JsonGenerator generator(ByteBuf out) {
    return Json.generator(new ByteBufOutputStream(out));
  }
}
