package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.entity.Entity;

/** The catalog row that holds an account's own settings. */
record AccountRow(AccountName account, Settings settings) implements CatalogRow {

  static final String KEY = "$account";

  static AccountRow ofRow(Entity row) {
    return new AccountRow(new AccountName(row.partitionKey()), Settings.ofRow(row));
  }

  @Override
  public int tableId() {
    return Catalog.ID;
  }

  @Override
  public void enter(Catalog catalog) {
    catalog.change(account, settings.texts());
  }
}
