package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import java.net.URLEncoder;

/**
 * Formats the path of an entity within its account, percent-encoded:
 * {@code People(PartitionKey='a',RowKey='b%20c')}.
 */
public final class EntityPath {

  private EntityPath() {}

  public static String of(TableName table, EntityKey key) {
    return table + "(PartitionKey='" + encoded(key.partitionKey()) + "',RowKey='"
        + encoded(key.rowKey()) + "')";
  }

  /** Doubles apostrophes, then percent-encodes every character that a path cannot contain. */
  private static String encoded(String key) {
    return URLEncoder.encode(key.replace("'", "''"), UTF_8).replace("+", "%20");
  }
}
