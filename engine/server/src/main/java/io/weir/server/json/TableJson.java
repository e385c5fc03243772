package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;

/** Tables in the protocol's JSON: the body that names one, and the answers that list them. Any thread. */
public final class TableJson {

  private static final String NAME = "TableName";
  private static final int USUAL_BYTES = 512;
  private static final int BYTES_A_TABLE = 320;

  private final String accountUrl;
  private final AccountName account;
  private final MetadataLevel level;

  /**
   * A writer of one account's tables.
   *
   * @param accountUrl address of the account as the client sees it, without a slash at the end
   */
  public TableJson(String accountUrl, AccountName account, MetadataLevel level) {
    this.accountUrl = accountUrl;
    this.account = account;
    this.level = level;
  }

  /**
   * The name in {@code {"TableName":".."}}; other members are not looked at. Fails with {@code InvalidInput} when the body is not of
   * that form, with {@code PropertiesNeedValue} when it names none, and as {@link TableName} does.
   */
  public static TableName read(byte[] body) {
    return new TableName(Json.read(body, 0, body.length, json -> {
      EntityParser.begin(json);
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

  /** One table. */
  public ByteBuf one(TableName table, ByteBufAllocator allocator) {
    var out = allocator.buffer(USUAL_BYTES);
    try (var json = Json.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", accountUrl + "/$metadata#Tables/@Element");
      }
      members(json, table);
      json.writeEndObject();
    }
    return out;
  }

  /** A page of tables. */
  public ByteBuf list(List<TableName> tables, ByteBufAllocator allocator) {
    var out = allocator.buffer(USUAL_BYTES + tables.size() * BYTES_A_TABLE);
    try (var json = Json.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", accountUrl + "/$metadata#Tables");
      }
      json.writeArrayPropertyStart("value");
      for (var table : tables) {
        json.writeStartObject();
        members(json, table);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return out;
  }

  private void members(JsonGenerator json, TableName table) {
    if (level == MetadataLevel.FULL) {
      var path = "Tables('" + table + "')";
      json.writeStringProperty("odata.type", account + ".Tables");
      json.writeStringProperty("odata.id", accountUrl + "/" + path);
      json.writeStringProperty("odata.editLink", path);
    }
    json.writeStringProperty(NAME, table.value());
  }
}
