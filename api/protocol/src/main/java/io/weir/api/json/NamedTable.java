package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import tools.jackson.core.JsonToken;

/** The object that names a table: {@code {"TableName":".."}}. Any thread. */
public final class NamedTable {

  private static final String NAME = "TableName";

  private NamedTable() {}

  /** As the body of a request; no name needs an escape. */
  public static byte[] write(TableName table) {
    return ("{\"" + NAME + "\":\"" + table + "\"}").getBytes(UTF_8);
  }

  /** Reads a whole body: see {@link #read(byte[], int, int)}. */
  public static TableName read(byte[] body) {
    return read(body, 0, body.length);
  }

  /**
   * The name in {@code {"TableName":".."}}; other members are not looked at. Fails with {@code InvalidInput} when the body is not of
   * that form, with {@code PropertiesNeedValue} when it names none, and as {@link TableName} does.
   */
  public static TableName read(byte[] source, int offset, int length) {
    return new TableName(Json.read(source, offset, length, json -> {
      Json.begin(json);
      var found = "";
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        var token = json.nextToken();
        if (!member.equals(NAME)) {
          json.skipChildren();
        } else if (token == JsonToken.VALUE_STRING) {
          found = json.getString();
        } else {
          throw new InvalidRequestException(ErrorCode.PROPERTIES_NEED_VALUE, "expected=" + NAME);
        }
      }
      if (found.isEmpty()) {
        throw new InvalidRequestException(ErrorCode.PROPERTIES_NEED_VALUE, "missing=" + NAME);
      }
      return found;
    }));
  }
}
