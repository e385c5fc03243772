package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Map;

/**
 * A row of the catalog: a table, or what an account keeps about itself.
 *
 * <p>Both are in the partition of their account. A table's RowKey is its folded name; the account's begins with a dollar sign, which
 * no name does.
 */
public sealed interface CatalogRow permits Table, AccountRow {

  /** Reads a row back. Fails with {@link IllegalStateException} when it is of neither form. */
  static CatalogRow of(Entity row) {
    return row.rowKey().equals(AccountRow.KEY) ? AccountRow.ofRow(row) : Table.ofRow(row);
  }

  /** The write that sets settings of an account, and leaves its others. */
  static Write change(AccountName account, Map<String, String> changed) {
    var row = Entity.builder(account.value(), AccountRow.KEY);
    Settings.set(row, changed);
    return new Write.Upsert(row.build(), WriteMode.MERGE);
  }

  /** The write that sets settings of a table that exists, and leaves its others. */
  static Write change(AccountName account, TableName table, Map<String, String> changed) {
    var row = Entity.builder(account.value(), table.folded());
    Settings.set(row, changed);
    return new Write.Update(row.build(), WriteMode.MERGE, IfMatch.ANY);
  }

  /** The id that it tells of; the catalog's own when it tells of none. */
  int tableId();

  /** Enters it into a catalog in memory. */
  void enter(Catalog catalog);
}
