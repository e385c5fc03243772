package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes tables as the protocol's JSON. Any thread. The caller owns the returned buffers. */
public final class TableJson {

  private static final int INITIAL_BYTES = 512;
  private static final int BYTES_PER_TABLE = 320;

  private final String accountUrl;
  private final AccountName account;
  private final MetadataLevel level;

  /**
   * Creates a writer for the tables of one account.
   *
   * @param accountUrl address of the account as the client sees it, without a trailing slash
   */
  public TableJson(String accountUrl, AccountName account, MetadataLevel level) {
    this.accountUrl = accountUrl;
    this.account = account;
    this.level = level;
  }

  /** Returns the JSON of one table. */
  public ByteBuf one(TableName table, ByteBufAllocator allocator) {
    var out = allocator.buffer(INITIAL_BYTES);
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", accountUrl + "/$metadata#Tables/@Element");
      }
      members(json, table);
      json.writeEndObject();
    }
    return out;
  }

  /** Returns the JSON of a page of tables. */
  public ByteBuf list(List<TableName> tables, ByteBufAllocator allocator) {
    var out = allocator.buffer(INITIAL_BYTES + tables.size() * BYTES_PER_TABLE);
    try (var json = JsonBuffer.generator(out)) {
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
    json.writeStringProperty("TableName", table.value());
  }
}
