package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufMono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/**
 * A table of the standard dialect over HTTP. An answer counts by its status and is otherwise
 * dropped.
 *
 * @param population that it holds
 * @param form in which rows are read
 * @param received the bytes of streams
 */
record RestTable(HttpClient client, Population population, Form form, LongAdder received)
    implements TargetTable {

  /** The form of rows. */
  enum Form {
    /** JSON without metadata; a table is read in pages. */
    JSON,
    /** Lines of JSON; a table is read as a stream, and written in bulk. */
    LINES,
    /** Frames; a table is read as a stream. */
    FRAMES,
    /** Frames in any order. */
    UNORDERED_FRAMES
  }

  private static final String JSON = "application/json;odata=nometadata";

  /** A stream may be shorter than its rows are by themselves, because it says some things once. */
  private static final double PACKED = 0.8;

  private static final int CHUNK_BYTES = 16 * 1024;

  private static final String ACCOUNT = "/" + AccountName.DEVELOPMENT;
  private static final String SENT_JSON = "application/json";
  private static final String ROW = "\"RowKey\":";
  private static final int PAGE_ROWS = 1_000;

  static RestTable of(HttpClient client, Population population) {
    return new RestTable(client, population, Form.JSON, new LongAdder());
  }

  /** Returns the table with rows in another form. */
  RestTable in(Form other) {
    return new RestTable(client, population, other, received);
  }

  private String name() {
    return population.name();
  }

  Mono<Integer> create() {
    var body = "{\"TableName\":\"" + name() + "\"}";
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
        HttpMethod.POST, ACCOUNT + "/" + name(), SENT_JSON, RowJson.of(row), RestTable::stored);
  }

  @Override
  public Mono<Integer> scan(EntityKey from, int rows) {
    var filter = "PartitionKey%20eq%20'" + from.partitionKey() + "'%20and%20RowKey%20ge%20'"
        + from.rowKey() + "'";
    var target = ACCOUNT + "/" + name() + "()?$filter=" + filter + "&$top=" + rows;
    return send(HttpMethod.GET, target, SENT_JSON, "", response -> {
      RestTable.stored(response);
      return rows;
    });
  }

  @Override
  public Mono<Integer> batch(List<DataRow> rows) {
    var parts = new RestBatch(ACCOUNT + "/" + name(), rows);
    return send(
        HttpMethod.POST, ACCOUNT + "/$batch", RestBatch.MEDIA_TYPE, parts.body(), response -> {
          RestTable.stored(response);
          return rows.size();
        });
  }

  /** Reads one body, or page after page of at most {@value #PAGE_ROWS} rows each. */
  @Override
  public Mono<Integer> stream() {
    return switch (form) {
      case JSON -> pages();
      case LINES -> body(Dialect.NDJSON, "", RowJson.of(population.row(0, 0)).length());
      case FRAMES -> body(Dialect.BINARY, "", encodedBytes());
      case UNORDERED_FRAMES ->
        body(Dialect.BINARY, "?" + Dialect.UNORDERED + "=true", encodedBytes());
    };
  }

  private int encodedBytes() {
    return population.row(0, 0).entity().encoded().length;
  }

  /** Emits all rows if the body is long enough for them, or as many as fit into it. */
  private Mono<Integer> body(String accepted, String query, int bytesARow) {
    return new StreamBody(client, name())
        .chunks(accepted, query, headers -> {})
        .reduce(0L, Long::sum)
        .doOnNext(received::add)
        .map(bytes -> (int) Math.min(population.entities(), bytes / (bytesARow * PACKED)));
  }

  @Override
  public long receivedBytes() {
    return received.sum();
  }

  /** Writes lines of JSON, which are built before the subscription. */
  @Override
  public Mono<Integer> bulk(List<DataRow> rows) {
    var chunks = lines(rows);
    var wanted = "{\"$end\":{\"done\":" + rows.size() + ",\"refused\":0}}\n";
    var target = ACCOUNT + "/" + name() + "/%24bulk";
    return Mono.defer(() -> client
        .headers(headers -> head(headers, target, Dialect.NDJSON))
        .post()
        .uri(target)
        .send(Flux.fromIterable(chunks).map(Unpooled::wrappedBuffer))
        .responseSingle((response, content) -> content.asString().map(text -> {
          HttpConnections.requireSuccess(response);
          if (!text.endsWith(wanted)) {
            throw new WrongAnswer("operation=BULK wanted=" + rows.size());
          }
          return rows.size();
        })));
  }

  private static List<byte[]> lines(List<DataRow> rows) {
    var chunks = new ArrayList<byte[]>();
    var chunk = new ByteArrayOutputStream();
    for (var row : rows) {
      chunk.writeBytes((RowJson.of(row) + "\n").getBytes(UTF_8));
      if (chunk.size() >= CHUNK_BYTES) {
        chunks.add(chunk.toByteArray());
        chunk.reset();
      }
    }
    chunks.add(chunk.toByteArray());
    return chunks;
  }

  private Mono<Integer> pages() {
    return page("")
        .expand(page -> page.next().map(this::page).orElseGet(Mono::empty))
        .reduce(0, (sum, page) -> sum + page.rows());
  }

  /** A page: its rows, and the query for the next page. */
  private record Page(int rows, Optional<String> next) {}

  private Mono<Page> page(String next) {
    var target = ACCOUNT + "/" + name() + "()?$top=" + PAGE_ROWS + next;
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
    headers.set("accept", accepted(sentType));
    headers.set("content-type", sentType);
    headers.set("prefer", "return-no-content");
    headers.set("x-ms-version", "2019-02-02");
    headers.set("dataserviceversion", "3.0;");
  }

  private String accepted(String sentType) {
    return sentType.equals(Dialect.NDJSON)
        ? Dialect.NDJSON
        : form == Form.FRAMES ? Dialect.BINARY : JSON;
  }

  private static int stored(HttpClientResponse response) {
    HttpConnections.requireSuccess(response);
    return 1;
  }

  private String path(EntityKey key) {
    return ACCOUNT + "/" + name() + "(PartitionKey='" + key.partitionKey() + "',RowKey='"
        + key.rowKey() + "')";
  }

  private static ByteBuf bytes(String body) {
    return Unpooled.wrappedBuffer(body.getBytes(UTF_8));
  }
}
