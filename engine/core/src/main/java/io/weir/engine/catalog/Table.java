package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;

/**
 * A table that exists.
 *
 * @param name as it was created
 * @param id names its entities in the clustered index; at least 1, never used again
 */
public record Table(AccountName account, TableName name, int id) {

  private static final String NAME = "Name";
  private static final String ID = "Id";

  /** The row of the catalog that says so. */
  public Entity row() {
    return Entity.builder(account.value(), name.folded())
        .set(NAME, name.value())
        .set(ID, id)
        .build();
  }

  /** Reads back {@link #row}. Fails with {@link IllegalStateException} when it is not a row of this form. */
  public static Table ofRow(Entity row) {
    var name = row.getString(NAME);
    var id = row.getInt32(ID);
    if (name.isEmpty() || id.isEmpty()) {
      throw new IllegalStateException("A row of the catalog is not of its form. row=" + row);
    }
    return new Table(new AccountName(row.partitionKey()), new TableName(name.get()), id.get());
  }
}
