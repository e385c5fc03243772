package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.catalog.Table;
import io.weir.engine.index.StoredEntity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of a feed's tables at the feed's place in the log, by table id. Belongs to one thread
 * at a time.
 *
 * <p>The feed of a table has one name, whatever the log says of others.
 */
final class TableNames {

  private final AccountName account;
  private final boolean ofAccount;
  private final Map<Integer, TableName> names = new HashMap<>();

  private TableNames(AccountName account, boolean ofAccount) {
    this.account = account;
    this.ofAccount = ofAccount;
  }

  static TableNames ofTable(AccountName account, int id, TableName name) {
    var one = new TableNames(account, false);
    one.names.put(id, name);
    return one;
  }

  /** Returns the names of the account's tables that exist now. */
  static TableNames ofAccount(AccountName account, Iterable<Table> tables) {
    var all = new TableNames(account, true);
    tables.forEach(table -> all.names.put(table.id(), table.name()));
    return all;
  }

  /** Returns the name of a table of the feed; null for any other. */
  @Nullable
  TableName of(int tableId) {
    return names.get(tableId);
  }

  /** Returns the ids of the feed's tables, ascending. */
  List<Integer> ids() {
    return names.keySet().stream().sorted().toList();
  }

  /** Notes a row of the catalog that the log stores. */
  void stored(byte[] key, byte[] row) {
    var table = table(key, row);
    if (ofAccount && table != null) {
      names.put(table.id(), table.name());
    }
  }

  /** Notes a table that the log drops after the feed's place. */
  void willBeDropped(byte[] key, byte[] row) {
    stored(key, row);
  }

  /**
   * Notes a row of the catalog that the log removes. Returns the name of the dropped table if it is
   * one of the feed's; else null.
   */
  @Nullable
  TableName removed(byte[] key, byte[] row) {
    var table = table(key, row);
    return table == null ? null : names.remove(table.id());
  }

  private @Nullable Table table(byte[] key, byte[] row) {
    return CatalogRow.of(StoredEntity.of(key, row)) instanceof Table table
            && table.account().equals(account)
        ? table
        : null;
  }
}
