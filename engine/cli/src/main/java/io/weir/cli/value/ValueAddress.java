package io.weir.cli.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import java.net.URLEncoder;

/**
 * The address of a value.
 *
 * @param endpoint address of the account
 * @param name empty for the value whose head is the row itself
 */
record ValueAddress(
    String endpoint, TableName table, String partitionKey, String rowKey, String name) {

  /** Returns the URL, percent-encoded, without a query. */
  String url() {
    var value = endpoint + "/" + table + "(PartitionKey='" + key(partitionKey) + "',RowKey='"
        + key(rowKey) + "')/$value";
    return name.isEmpty() ? value : value + "/" + encoded(name);
  }

  /** Returns the URL of one of the value's uploads. */
  String upload(String id) {
    return url() + "?comp=upload&id=" + encoded(id);
  }

  private static String key(String text) {
    return encoded(text.replace("'", "''"));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
