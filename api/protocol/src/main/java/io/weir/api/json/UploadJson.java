package io.weir.api.json;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Writes and reads lists of unfinished uploads as JSON. Any thread. */
public final class UploadJson {

  private UploadJson() {}

  /** Returns {@code {"value":[{"id":"..","PartitionKey":"..","RowKey":"..","offset":0,..}]}}. */
  public static byte[] list(List<UnfinishedUpload> uploads) {
    return Json.object(json -> {
      json.writeArrayPropertyStart("value");
      uploads.forEach(upload -> write(upload, json));
      json.writeEndArray();
    });
  }

  /** Returns {@code {"collected":2}}. */
  public static byte[] collected(long number) {
    return Json.object(json -> json.writeNumberProperty("collected", number));
  }

  /** Reads what {@link #list} has written; ignores members that it does not know. Fails with {@code InvalidInput} for anything else. */
  public static List<UnfinishedUpload> readList(byte[] body) {
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

  private static List<UnfinishedUpload> rows(JsonParser json) {
    require(json, JsonToken.START_ARRAY, "listOfUploads");
    var rows = new ArrayList<UnfinishedUpload>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(json, JsonToken.START_OBJECT, "upload");
      rows.add(row(json));
    }
    return List.copyOf(rows);
  }

  private static UnfinishedUpload row(JsonParser json) {
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

  private static UnfinishedUpload row(Map<String, String> members) {
    return new UnfinishedUpload(
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

  private static void write(UnfinishedUpload upload, JsonGenerator json) {
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
}
