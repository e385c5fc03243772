package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import java.util.Map;

/**
 * A table that exists.
 *
 * @param name as it was created
 * @param id names its entities in the clustered index; at least 1, never used again
 * @param settings texts that are kept with it, by name
 */
public record Table(AccountName account, TableName name, int id, Map<String, String> settings)
    implements CatalogRow {

  private static final String NAME = "Name";
  private static final String ID = "Id";

  public Table {
    settings = Map.copyOf(settings);
  }

  /** A new table. */
  public Table(AccountName account, TableName name, int id) {
    this(account, name, id, Map.of());
  }

  /** The row of the catalog that says so. */
  public Entity row() {
    var row =
        Entity.builder(account.value(), name.folded()).set(NAME, name.value()).set(ID, id);
    Settings.set(row, settings);
    return row.build();
  }

  /** Reads back {@link #row}. Fails with {@link IllegalStateException} when it is not a row of this form. */
  static Table ofRow(Entity row) {
    var name = row.getString(NAME);
    var id = row.getInt32(ID);
    if (name.isEmpty() || id.isEmpty()) {
      throw new IllegalStateException("A row of the catalog is not of its form. row=" + row);
    }
    return new Table(
        new AccountName(row.partitionKey()),
        new TableName(name.get()),
        id.get(),
        Settings.ofRow(row).texts());
  }

  /** The same with some settings changed. */
  Table with(Map<String, String> changed) {
    return new Table(account, name, id, new Settings(settings).with(changed).texts());
  }

  @Override
  public int tableId() {
    return id;
  }

  @Override
  public void enter(Catalog catalog) {
    catalog.add(this);
  }
}
