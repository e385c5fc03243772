package io.weir.api.json;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The JSON object that names entities in several tables:
 * {@code {"keys":[{"table":"..","PartitionKey":"..","RowKey":".."}]}}. Any thread.
 */
public final class TableKeyList {

  private static final String KEYS = "keys";
  private static final String TABLE = "table";
  private static final String PARTITION_KEY = "PartitionKey";
  private static final String ROW_KEY = "RowKey";

  private TableKeyList() {}

  /** Returns the object as a request body. */
  public static byte[] write(List<TableKey> keys) {
    return Json.object(json -> {
      json.writeArrayPropertyStart(KEYS);
      for (var key : keys) {
        json.writeStartObject();
        json.writeStringProperty(TABLE, key.table().value());
        json.writeStringProperty(PARTITION_KEY, key.key().partitionKey());
        json.writeStringProperty(ROW_KEY, key.key().rowKey());
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  /**
   * Reads the keys of a body and ignores other members.
   *
   * <p>Fails with {@code InvalidInput} for a body of another form and for more than
   * {@link TableService#MAX_KEYS} keys. Fails as {@link TableName} and {@link EntityKey} do. A
   * failure of a key names its operation.
   */
  public static List<TableKey> read(byte[] body) {
    return Json.read(body, 0, body.length, json -> {
      Json.begin(json);
      List<TableKey> keys = null;
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        var token = json.nextToken();
        if (!member.equals(KEYS)) {
          json.skipChildren();
        } else if (token == JsonToken.START_ARRAY) {
          keys = keys(json);
        } else {
          throw malformed(KEYS);
        }
      }
      if (keys == null) {
        throw malformed(KEYS);
      }
      return keys;
    });
  }

  private static List<TableKey> keys(JsonParser json) {
    var keys = new ArrayList<TableKey>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (keys.size() == TableService.MAX_KEYS) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "keys=many limit=" + TableService.MAX_KEYS);
      }
      try {
        keys.add(key(json));
      } catch (TableServiceException e) {
        throw e.atOperation(keys.size());
      }
    }
    return keys;
  }

  private static TableKey key(JsonParser json) {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw malformed("key");
    }
    String table = null;
    String partitionKey = null;
    String rowKey = null;
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case TABLE -> table = text(json, TABLE);
        case PARTITION_KEY -> partitionKey = text(json, PARTITION_KEY);
        case ROW_KEY -> rowKey = text(json, ROW_KEY);
        default -> json.skipChildren();
      }
    }
    return new TableKey(
        new TableName(required(table, TABLE)),
        new EntityKey(required(partitionKey, PARTITION_KEY), required(rowKey, ROW_KEY)));
  }

  private static String text(JsonParser json, String name) {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed(name);
    }
    return json.getString();
  }

  private static String required(@Nullable String value, String name) {
    if (value == null) {
      throw malformed(name);
    }
    return value;
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=" + expected);
  }
}
