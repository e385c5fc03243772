package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Map;

/**
 * A row of the catalog: a table, a queue, a named consumer, or an account's own settings.
 *
 * <p>All lie in the partition of their account. A table's RowKey is its folded name. The RowKeys of
 * queues, of consumers and of the account's row begin with a dollar sign, which no table name does.
 */
public sealed interface CatalogRow permits Table, MessageQueue, ConsumerRow, AccountRow {

  /** Reads a row. Fails with {@link IllegalStateException} when the row has none of these forms. */
  static CatalogRow of(Entity row) {
    if (row.rowKey().startsWith(MessageQueue.KEY_PREFIX)) {
      return MessageQueue.ofRow(row);
    }
    if (row.rowKey().startsWith(ConsumerRow.KEY_PREFIX)) {
      return ConsumerRow.ofRow(row);
    }
    return row.rowKey().equals(AccountRow.KEY) ? AccountRow.ofRow(row) : Table.ofRow(row);
  }

  /** Returns the write that changes some settings of an account and keeps its others. */
  static Write change(AccountName account, Map<String, String> changed) {
    var row = Entity.builder(account.value(), AccountRow.KEY);
    Settings.set(row, changed);
    return new Write.Upsert(row.build(), WriteMode.MERGE);
  }

  /** Returns the write that changes some settings of an existing table and keeps its others. */
  static Write change(AccountName account, TableName table, Map<String, String> changed) {
    var row = Entity.builder(account.value(), table.folded());
    Settings.set(row, changed);
    return new Write.Update(row.build(), WriteMode.MERGE, IfMatch.ANY);
  }

  /**
   * The id of the row's table or queue; the catalog's own id for the rows of consumers and of an
   * account.
   */
  int tableId();

  /** Applies the row to a catalog in memory. */
  void enter(Catalog catalog);
}
