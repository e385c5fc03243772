package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.entity.EntityKey;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.RestBatch;
import io.weir.perf.http.RestSignature;
import io.weir.perf.http.RowJson;
import io.weir.perf.workload.DataRow;
import java.net.URLEncoder;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufMono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/**
 * A table of the standard dialect over HTTP. An answer counts by its status and is otherwise dropped.
 *
 * @param mediaType that is accepted for rows
 */
public record RestTable(HttpClient client, String name, String mediaType) implements TargetTable {

  /** JSON without metadata. */
  public static final String JSON = "application/json;odata=nometadata";

  private static final String ACCOUNT = "/" + AccountName.DEVELOPMENT;
  private static final String SENT_JSON = "application/json";
  private static final String ROW = "\"RowKey\":";
  private static final int PAGE_ROWS = 1_000;

  Mono<Integer> create() {
    var body = "{\"TableName\":\"" + name + "\"}";
    return send(HttpMethod.POST, ACCOUNT + "/Tables", SENT_JSON, body, RestTable::stored);
  }

  @Override
  public Mono<Integer> read(EntityKey key) {
    return send(HttpMethod.GET, path(key), SENT_JSON, "", response -> {
      if (response.status().equals(HttpResponseStatus.NOT_FOUND)) {
        return 0;
      }
      return stored(response);
    });
  }

  @Override
  public Mono<Integer> upsert(DataRow row) {
    return send(HttpMethod.PUT, path(row.key()), SENT_JSON, RowJson.of(row), RestTable::stored);
  }

  @Override
  public Mono<Integer> insert(DataRow row) {
    return send(
        HttpMethod.POST, ACCOUNT + "/" + name, SENT_JSON, RowJson.of(row), RestTable::stored);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var filter = "PartitionKey%20eq%20'" + from.partitionKey() + "'%20and%20RowKey%20ge%20'"
        + from.rowKey() + "'";
    var target = ACCOUNT + "/" + name + "()?$filter=" + filter + "&$top=" + rows;
    return send(HttpMethod.GET, target, SENT_JSON, "", response -> {
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

  /** Reads page after page, of at most {@value #PAGE_ROWS} rows each. */
  @Override
  public Mono<Integer> stream() {
    return page("")
        .expand(page -> page.next().map(this::page).orElseGet(Mono::empty))
        .reduce(0, (sum, page) -> sum + page.rows());
  }

  /** A page: its rows, and the query for the next page. */
  private record Page(int rows, Optional<String> next) {}

  private Mono<Page> page(String next) {
    var target = ACCOUNT + "/" + name + "()?$top=" + PAGE_ROWS + next;
    return exchange(
        HttpMethod.GET,
        target,
        SENT_JSON,
        "",
        (response, content) -> content.asString().map(text -> {
          HttpConnections.requireSuccess(response);
          return new Page(rows(text), continuation(response.responseHeaders()));
        }));
  }

  private static int rows(String json) {
    var rows = 0;
    for (var at = json.indexOf(ROW); at >= 0; at = json.indexOf(ROW, at + ROW.length())) {
      rows++;
    }
    return rows;
  }

  private static Optional<String> continuation(HttpHeaders headers) {
    var partition = headers.get("x-ms-continuation-NextPartitionKey");
    var row = headers.get("x-ms-continuation-NextRowKey");
    return partition == null
        ? Optional.empty()
        : Optional.of("&NextPartitionKey=" + URLEncoder.encode(partition, UTF_8)
            + (row == null ? "" : "&NextRowKey=" + URLEncoder.encode(row, UTF_8)));
  }

  /** Reads an answer to its end even if it is a refusal: its connection carries the next answer. */
  private Mono<Integer> send(
      HttpMethod method,
      String target,
      String sentType,
      String body,
      ToIntFunction<HttpClientResponse> rows) {
    return exchange(
        method,
        target,
        sentType,
        body,
        (response, content) -> content
            .map(ByteBuf::readableBytes)
            .then(Mono.fromSupplier(() -> rows.applyAsInt(response))));
  }

  private <T> Mono<T> exchange(
      HttpMethod method,
      String target,
      String sentType,
      String body,
      BiFunction<HttpClientResponse, ByteBufMono, Mono<T>> answer) {
    return Mono.defer(() -> client
        .headers(headers -> head(headers, target, sentType))
        .request(method)
        .uri(target)
        .send(body.isEmpty() ? Mono.empty() : Mono.fromSupplier(() -> bytes(body)))
        .responseSingle(answer));
  }

  private void head(HttpHeaders headers, String target, String sentType) {
    RestSignature.sign(headers, target);
    headers.set("accept", mediaType);
    headers.set("content-type", sentType);
    headers.set("prefer", "return-no-content");
    headers.set("x-ms-version", "2019-02-02");
    headers.set("dataserviceversion", "3.0;");
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
