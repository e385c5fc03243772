package io.weir.perf.endpoint;

import io.weir.perf.process.AzuriteProcess;
import io.weir.perf.workload.DataSet;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.AccountName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.SharedKey;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * The data set in the emulator, read from page to page, a thousand entities each: what a stream takes the place of. Nothing is made of
 * what is read. Belongs to one thread, which waits.
 */
final class EmulatorPages implements AutoCloseable {

  private static final int IN_FLIGHT = 16;
  private static final String ROW = "\"RowKey\":";
  private static final String ACCOUNT = "/" + AccountName.DEVELOPMENT;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final LoopResources loops = LoopResources.create("pages", 1, true);
  private final ConnectionProvider connections = ConnectionProvider.create("pages", IN_FLIGHT);
  private final HttpClient client;

  /** A page: how many entities, and how to ask for the next one, if there is. */
  private record Part(long entities, Optional<String> next) {}

  private EmulatorPages(int port) {
    this.client = HttpClient.create(connections).runOn(loops).host("127.0.0.1").port(port);
  }

  /** Stores the data. */
  static EmulatorPages load(AzuriteProcess server, DataSet data) {
    var pages = new EmulatorPages(server.port());
    pages.post("/Tables", "{\"TableName\":\"" + DataSet.TABLE + "\"}").block();
    Flux.fromStream(IntStream.range(0, data.entities()).mapToObj(data::entity))
        .flatMap(entity -> pages.post("/" + DataSet.TABLE, json(entity)), IN_FLIGHT)
        .blockLast();
    return pages;
  }

  /** Reads all pages; how many entities they had. */
  long read() {
    return page("")
        .expand(part -> part.next().map(this::page).orElseGet(Mono::empty))
        .reduce(0L, (sum, part) -> sum + part.entities())
        .blockOptional()
        .orElseThrow();
  }

  @Override
  public void close() {
    connections.disposeLater().block();
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }

  private Mono<Part> page(String next) {
    var path = ACCOUNT + "/" + DataSet.TABLE + "()";
    return signed(path)
        .request(HttpMethod.GET)
        .uri(path + "?$top=" + DataSet.RANGE_ROWS + next)
        .responseSingle((response, body) -> {
          HttpLoad.requireOk(response);
          return body.asString()
              .map(text -> new Part(rows(text), continuation(response.responseHeaders())));
        });
  }

  private Mono<Integer> post(String path, String json) {
    return signed(ACCOUNT + path)
        .request(HttpMethod.POST)
        .uri(ACCOUNT + path)
        .send(Mono.fromSupplier(() -> Unpooled.copiedBuffer(json, UTF_8)))
        .response()
        .map(response -> {
          if (response.status().code() >= 300) {
            throw new IllegalStateException("The emulator refused. status=" + response.status());
          }
          return response.status().code();
        });
  }

  private HttpClient signed(String path) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return client.headers(headers -> headers
        .set("x-ms-date", date)
        .set("x-ms-version", "2020-12-06")
        .set("Prefer", "return-no-content")
        .set(HttpHeaderNames.ACCEPT, "application/json;odata=nometadata")
        .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
        .set(HttpHeaderNames.AUTHORIZATION, key.authorizationLite(date, path, "")));
  }

  private static Optional<String> continuation(HttpHeaders headers) {
    var partition = headers.get("x-ms-continuation-NextPartitionKey");
    var row = headers.get("x-ms-continuation-NextRowKey");
    return partition == null
        ? Optional.empty()
        : Optional.of("&NextPartitionKey=" + URLEncoder.encode(partition, UTF_8)
            + (row == null ? "" : "&NextRowKey=" + URLEncoder.encode(row, UTF_8)));
  }

  private static long rows(String json) {
    var rows = 0L;
    for (var at = json.indexOf(ROW); at >= 0; at = json.indexOf(ROW, at + ROW.length())) {
      rows++;
    }
    return rows;
  }

  private static String json(Entity entity) {
    return "{" + Replacements.members(entity) + "}";
  }
}
