package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import java.net.URLEncoder;

/** An entity's path within its account, percent-encoded: {@code People(PartitionKey='a',RowKey='b%20c')}. */
public final class EntityPath {

  private EntityPath() {}

  public static String of(TableName table, EntityKey key) {
    return table + "(PartitionKey='" + encoded(key.partitionKey()) + "',RowKey='"
        + encoded(key.rowKey()) + "')";
  }

  /** Quotes are doubled first, then everything that a path cannot hold is encoded. */
  private static String encoded(String key) {
    return URLEncoder.encode(key.replace("'", "''"), UTF_8).replace("+", "%20");
  }
}
