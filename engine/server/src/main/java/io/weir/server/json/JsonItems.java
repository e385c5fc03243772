package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the protocol's JSON of one item or of a page of items. Takes ownership of the buffer and
 * returns it, or releases it on failure. Any thread.
 *
 * @param metadata address of the items' metadata, which the level none leaves out
 * @param members returns what writes the members of each item to the generator of a page
 */
record JsonItems<T>(
    MetadataLevel level, String metadata, Function<JsonGenerator, Consumer<T>> members) {

  /** Writes {@code {"odata.metadata":"..",..}}. */
  ByteBuf one(T item, ByteBuf out) {
    return write(out, metadata + "/@Element", json -> members.apply(json).accept(item));
  }

  /** Writes {@code {"odata.metadata":"..","value":[{..},..]}}. */
  ByteBuf list(List<T> items, ByteBuf out) {
    return list(items, -1, out);
  }

  /**
   * Writes a page, and before its items {@code "odata.count":"..",} unless the count is negative.
   */
  ByteBuf list(List<T> items, long count, ByteBuf out) {
    return write(out, metadata, json -> {
      if (count >= 0) {
        json.writeStringProperty("odata.count", Long.toString(count));
      }
      json.writeArrayPropertyStart("value");
      var each = members.apply(json);
      for (var item : items) {
        json.writeStartObject();
        each.accept(item);
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private ByteBuf write(ByteBuf out, String address, Consumer<JsonGenerator> content) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", address);
      }
      content.accept(json);
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return LongBuffer.trim(out);
  }
}
