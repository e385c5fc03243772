package io.weir.perf.target;

import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.RestBatch;
import io.weir.perf.http.RestSignature;
import io.weir.perf.http.RowJson;
import io.weir.perf.workload.DataRow;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.entity.EntityKey;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufMono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/** A table of the standard dialect over HTTP. An answer counts by its status and is otherwise thrown away. */
record RestTable(HttpClient client, String name) implements Table {

  private static final String ACCOUNT = "/" + AccountName.DEVELOPMENT;
  private static final String JSON = "application/json";

  /** What the answer to a request was about, from its status. */
  @FunctionalInterface
  private interface Reading {
    int rows(HttpClientResponse response);
  }

  Mono<Integer> create() {
    var body = "{\"TableName\":\"" + name + "\"}";
    return send(HttpMethod.POST, ACCOUNT + "/Tables", JSON, body, RestTable::stored);
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return send(HttpMethod.GET, path(key), JSON, "", response -> {
      if (response.status().equals(HttpResponseStatus.NOT_FOUND)) {
        return 0;
      }
      return stored(response);
    });
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return send(HttpMethod.PUT, path(row.key()), JSON, RowJson.of(row), RestTable::stored);
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return send(HttpMethod.POST, ACCOUNT + "/" + name, JSON, RowJson.of(row), RestTable::stored);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var filter = "PartitionKey%20eq%20'" + from.partitionKey() + "'%20and%20RowKey%20ge%20'"
        + from.rowKey() + "'";
    var target = ACCOUNT + "/" + name + "()?$filter=" + filter + "&$top=" + rows;
    return send(HttpMethod.GET, target, JSON, "", response -> {
      RestTable.stored(response);
      return rows;
    });
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    var parts = new RestBatch(ACCOUNT + "/" + name, rows);
    return send(
        HttpMethod.POST, ACCOUNT + "/$batch", RestBatch.MEDIA_TYPE, parts.body(), response -> {
          RestTable.stored(response);
          return rows.size();
        });
  }

  private Mono<Integer> send(
      HttpMethod method, String target, String mediaType, String body, Reading reading) {
    return Mono.defer(() -> client
        .headers(headers -> head(headers, target, mediaType))
        .request(method)
        .uri(target)
        .send(body.isEmpty() ? Mono.empty() : Mono.fromSupplier(() -> bytes(body)))
        .responseSingle((response, content) -> counted(response, content, reading)));
  }

  private static void head(HttpHeaders headers, String target, String mediaType) {
    RestSignature.sign(headers, target);
    headers.set("accept", "application/json;odata=nometadata");
    headers.set("content-type", mediaType);
    headers.set("prefer", "return-no-content");
    headers.set("x-ms-version", "2019-02-02");
    headers.set("dataserviceversion", "3.0;");
  }

  /** An answer is read to its end also where it is a refusal: its connection carries the next one. */
  private static Mono<Integer> counted(
      HttpClientResponse response, ByteBufMono content, Reading reading) {
    return content
        .map(ByteBuf::readableBytes)
        .then(Mono.fromSupplier(() -> reading.rows(response)));
  }

  private static int stored(HttpClientResponse response) {
    HttpConnections.requireSuccess(response);
    return 1;
  }

  private String path(EntityKey key) {
    return ACCOUNT + "/" + name + "(PartitionKey='" + key.partitionKey() + "',RowKey='"
        + key.rowKey() + "')";
  }

  private static ByteBuf bytes(String body) {
    return Unpooled.wrappedBuffer(body.getBytes(UTF_8));
  }
}
