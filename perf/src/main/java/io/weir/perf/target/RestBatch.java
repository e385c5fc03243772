package io.weir.perf.target;

import io.weir.perf.workload.DataRow;
import java.util.List;

/**
 * The multipart body of an entity group transaction: one change set with a request for each row.
 *
 * <p>Source: the public documentation, "Performing entity group transactions".
 */
record RestBatch(String table, List<DataRow> rows) {

  static final String MEDIA_TYPE = "multipart/mixed; boundary=batch_measured";

  private static final String CHANGE = """
      --changeset_measured
      Content-Type: application/http
      Content-Transfer-Encoding: binary

      PUT http://127.0.0.1%s(PartitionKey='%s',RowKey='%s') HTTP/1.1
      Content-Type: application/json
      Accept: application/json;odata=nometadata
      Prefer: return-no-content
      DataServiceVersion: 3.0;

      """.replace("\n", "\r\n");

  private static final String HEAD = """
      --batch_measured
      Content-Type: multipart/mixed; boundary=changeset_measured

      """.replace("\n", "\r\n");

  private static final String END = "--changeset_measured--\r\n--batch_measured--\r\n";

  String body() {
    var body = new StringBuilder(HEAD);
    for (var row : rows) {
      body.append(CHANGE.formatted(table, row.key().partitionKey(), row.key().rowKey()))
          .append(RowJson.of(row))
          .append("\r\n");
    }
    return body.append(END).toString();
  }
}
