package io.weir.client.exchange;

import static io.weir.client.exchange.QueryText.quoted;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.queue.QueueName;

/**
 * Paths of an account's resources, percent-encoded. Both dialects use the same paths.
 *
 * @param account path of the account, with its slash; empty if the host name contains the account
 */
public record Addresses(String account) {

  /** Returns the path of all tables. */
  public String tables() {
    return account + "/Tables";
  }

  /** Returns the path of one table in the list of tables. */
  public String table(TableName table) {
    return tables() + "(" + quoted(table.value()) + ")";
  }

  /** Returns the path of a table's entities. */
  public String entities(TableName table) {
    return account + "/" + table + "()";
  }

  /** Returns the path of one entity. */
  public String entity(TableName table, EntityKey key) {
    return account
        + "/" + table
        + "(PartitionKey=" + quoted(key.partitionKey())
        + ",RowKey=" + quoted(key.rowKey()) + ")";
  }

  /** Returns the path of an action on the account. */
  public String action(String action) {
    return account + "/" + QueryText.encoded(action);
  }

  /** Returns the path of an action on a queue. */
  public String action(QueueName queue, String action) {
    return account + "/" + queue + "/" + QueryText.encoded(action);
  }

  /** Returns the path of an action on a table. */
  public String action(TableName table, String action) {
    return account + "/" + table + "/" + QueryText.encoded(action);
  }

  /** Returns the path of a part of an entity. */
  public String action(TableName table, EntityKey key, String action) {
    return entity(table, key) + "/" + QueryText.encoded(action);
  }
}
