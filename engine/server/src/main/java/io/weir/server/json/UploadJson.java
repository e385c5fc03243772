package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Writes and reads lists of unfinished uploads as JSON. Any thread. */
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

  /** Reads what {@link #list} has written; ignores members that it does not know. Fails with {@code InvalidInput} for anything else. */
  public static List<Row> readList(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var rows = new ArrayList<Row>();
      if (!"value".equals(json.nextName()) || json.nextToken() != JsonToken.START_ARRAY) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=listOfUploads");
      }
      while (json.nextToken() == JsonToken.START_OBJECT) {
        rows.add(row(json));
      }
      json.nextToken();
      return List.copyOf(rows);
    });
  }

  /** Reads what {@link #collected} has written. */
  public static long readCollected(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      json.nextName();
      json.nextToken();
      var number = json.getLongValue();
      json.nextToken();
      return number;
    });
  }

  private static Row row(JsonParser json) {
    var members = new HashMap<String, String>();
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      members.put(name, json.getString());
    }
    return new Row(
        UUID.fromString(members.getOrDefault("id", "")),
        new EntityKey(members.getOrDefault("PartitionKey", ""), members.getOrDefault("RowKey", "")),
        Long.parseLong(members.getOrDefault("offset", "0")),
        members.getOrDefault("contentType", ""),
        Optional.ofNullable(members.get("lastStored")).map(Instant::parse));
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
