package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Writes lists of unfinished uploads as JSON. Any thread. */
public final class UploadJson {

  private UploadJson() {}

  /**
   * An upload.
   *
   * @param key the keys of the value that it will become
   * @param offset number of bytes that are stored
   * @param lastStored when the last of them were stored
   */
  public record Row(
      UUID id, EntityKey key, long offset, String contentType, Optional<Instant> lastStored) {}

  /** Returns {@code {"value":[{"id":"..","PartitionKey":"..","RowKey":"..","offset":0,..}]}}. The caller owns the buffer. */
  public static ByteBuf list(List<Row> uploads, ByteBufAllocator allocator) {
    return object(allocator, json -> {
      json.writeArrayPropertyStart("value");
      uploads.forEach(upload -> write(upload, json));
      json.writeEndArray();
    });
  }

  /** Returns {@code {"collected":2}}. The caller owns the buffer. */
  public static ByteBuf collected(long number, ByteBufAllocator allocator) {
    return object(allocator, json -> json.writeNumberProperty("collected", number));
  }

  private static void write(Row upload, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("id", upload.id().toString());
    json.writeStringProperty("PartitionKey", upload.key().partitionKey());
    json.writeStringProperty("RowKey", upload.key().rowKey());
    json.writeNumberProperty("offset", upload.offset());
    json.writeStringProperty("contentType", upload.contentType());
    upload
        .lastStored()
        .ifPresent(moment -> json.writeStringProperty("lastStored", moment.toString()));
    json.writeEndObject();
  }

  private static ByteBuf object(ByteBufAllocator allocator, Consumer<JsonGenerator> content) {
    var out = allocator.buffer();
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return out;
  }
}
