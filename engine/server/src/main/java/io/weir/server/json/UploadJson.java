package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
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
   * @param sha256 the SHA-256 with which it began, in hexadecimal; empty if it is not known
   * @param lastStored when the last of them were stored
   */
  public record Row(
      UUID id,
      EntityKey key,
      long offset,
      String contentType,
      Optional<String> sha256,
      Optional<Instant> lastStored) {}

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
    return member("value", body, UploadJson::rows);
  }

  /** Reads what {@link #collected} has written; ignores members that it does not know. Fails with {@code InvalidInput} for anything else. */
  public static long readCollected(byte[] body) {
    return member("collected", body, UploadJson::number);
  }

  /** Returns one member of an object. The reader begins at the member's value and ends at its last token. */
  private static <T> T member(String name, byte[] body, Function<JsonParser, T> reader) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      var found = Optional.<T>empty();
      for (var next = json.nextName(); next != null; next = json.nextName()) {
        json.nextToken();
        if (next.equals(name)) {
          found = Optional.of(reader.apply(json));
        } else {
          json.skipChildren();
        }
      }
      return found.orElseThrow(() -> expected("member:" + name));
    });
  }

  private static long number(JsonParser json) {
    require(json, JsonToken.VALUE_NUMBER_INT, "number");
    return json.getLongValue();
  }

  private static List<Row> rows(JsonParser json) {
    require(json, JsonToken.START_ARRAY, "listOfUploads");
    var rows = new ArrayList<Row>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(json, JsonToken.START_OBJECT, "upload");
      rows.add(row(json));
    }
    return List.copyOf(rows);
  }

  private static Row row(JsonParser json) {
    var members = new HashMap<String, String>();
    for (var name = json.nextName(); name != null; name = json.nextName()) {
      if (json.nextToken().isScalarValue()) {
        members.put(name, json.getString());
      } else {
        json.skipChildren();
      }
    }
    try {
      return row(members);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw expected("upload");
    }
  }

  private static Row row(Map<String, String> members) {
    return new Row(
        UUID.fromString(members.getOrDefault("id", "")),
        new EntityKey(members.getOrDefault("PartitionKey", ""), members.getOrDefault("RowKey", "")),
        Long.parseLong(members.getOrDefault("offset", "")),
        members.getOrDefault("contentType", ""),
        Optional.ofNullable(members.get("sha256")),
        Optional.ofNullable(members.get("lastStored")).map(Instant::parse));
  }

  private static void require(JsonParser json, JsonToken token, String name) {
    if (json.currentToken() != token) {
      throw expected(name);
    }
  }

  private static InvalidRequestException expected(String name) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=" + name);
  }

  private static void write(Row upload, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("id", upload.id().toString());
    json.writeStringProperty("PartitionKey", upload.key().partitionKey());
    json.writeStringProperty("RowKey", upload.key().rowKey());
    json.writeNumberProperty("offset", upload.offset());
    json.writeStringProperty("contentType", upload.contentType());
    upload.sha256().ifPresent(sha256 -> json.writeStringProperty("sha256", sha256));
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
