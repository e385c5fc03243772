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
  private final JsonItems<TableName> items;

  /**
   * Creates a writer for the tables of one account.
   *
   * @param accountUrl address of the account as the client sees it, without a trailing slash
   */
  public TableJson(String accountUrl, AccountName account, MetadataLevel level) {
    this.accountUrl = accountUrl;
    this.account = account;
    this.level = level;
    this.items = new JsonItems<>(
        level, accountUrl + "/$metadata#Tables", json -> table -> members(json, table));
  }

  /** Returns the JSON of one table. */
  public ByteBuf one(TableName table, ByteBufAllocator allocator) {
    return items.one(table, allocator.buffer(INITIAL_BYTES));
  }

  /** Returns the JSON of a page of tables. */
  public ByteBuf list(List<TableName> tables, ByteBufAllocator allocator) {
    return items.list(tables, allocator.buffer(INITIAL_BYTES + tables.size() * BYTES_PER_TABLE));
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
