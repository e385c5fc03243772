package io.weir.client.exchange;

import static io.weir.client.exchange.QueryText.quoted;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;

/**
 * Paths of an account's resources, percent-encoded; both dialects use the same.
 *
 * @param account path of the account, with its slash; empty where the host's name names it
 */
public record Addresses(String account) {

  /** All tables. */
  public String tables() {
    return account + "/Tables";
  }

  /** One table among them. */
  public String table(TableName table) {
    return tables() + "(" + quoted(table.value()) + ")";
  }

  /** The entities of a table. */
  public String entities(TableName table) {
    return account + "/" + table + "()";
  }

  /** One of them. */
  public String entity(TableName table, EntityKey key) {
    return account
        + "/" + table
        + "(PartitionKey=" + quoted(key.partitionKey())
        + ",RowKey=" + quoted(key.rowKey()) + ")";
  }

  /** Something that is done to a table. */
  public String action(TableName table, String action) {
    return account + "/" + table + "/" + QueryText.encoded(action);
  }
}
