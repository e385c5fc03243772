package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import tools.jackson.core.JsonToken;

/** The JSON object that names a table: {@code {"TableName":".."}}. Any thread. */
public final class NamedTable {

  private static final String NAME = "TableName";

  private NamedTable() {}

  /** Returns the object as a request body. A table name needs no escapes. */
  public static byte[] write(TableName table) {
    return ("{\"" + NAME + "\":\"" + table + "\"}").getBytes(UTF_8);
  }

  /** Reads a whole body as {@link #read(byte[], int, int)} does. */
  public static TableName read(byte[] body) {
    return read(body, 0, body.length);
  }

  /**
   * Reads the name from {@code {"TableName":".."}} and ignores other members.
   *
   * <p>Fails with {@code InvalidInput} when the body is not an object, with
   * {@code PropertiesNeedValue} when it has no name, and as {@link TableName} does.
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
