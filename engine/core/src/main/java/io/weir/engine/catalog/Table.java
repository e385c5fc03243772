package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import java.util.Map;

/**
 * A table that exists.
 *
 * @param name the name with the case of its creation
 * @param id the table's id in the clustered index; at least 1, never reused
 * @param settings the table's settings, by name
 */
public record Table(AccountName account, TableName name, int id, Map<String, String> settings)
    implements CatalogRow {

  private static final String NAME = "Name";
  private static final String ID = "Id";

  public Table {
    settings = Map.copyOf(settings);
  }

  /** Creates a table without settings. */
  public Table(AccountName account, TableName name, int id) {
    this(account, name, id, Map.of());
  }

  /** Returns the table's catalog row. */
  public Entity row() {
    var row =
        Entity.builder(account.value(), name.folded()).set(NAME, name.value()).set(ID, id);
    Settings.set(row, settings);
    return row.build();
  }

  /** Reads a row that {@link #row} made. Fails with {@link IllegalStateException} for any other row. */
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

  /** Returns a copy with some settings changed. */
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
