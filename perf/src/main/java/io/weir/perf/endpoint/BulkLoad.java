package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import reactor.core.publisher.Flux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Writes entities of one table over HTTP/2, one by one or in bulk, and waits until all are acknowledged. Belongs to one thread. */
final class BulkLoad implements AutoCloseable {

  private static final int IN_FLIGHT = 64;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final LoopResources loops = LoopResources.create("bulk", 1, true);
  private final ConnectionProvider connections = ConnectionProvider.create("bulk", 1);
  private final String target = "/" + AccountName.DEVELOPMENT + "/" + DataSet.TABLE + "/%24bulk";
  private final Replacements replacements;
  private final HttpClient http;
  private final WeirClient client;

  BulkLoad(int port, Replacements replacements) {
    this.replacements = replacements;
    this.http = HttpClient.create(connections)
        .runOn(loops)
        .host("127.0.0.1")
        .port(port)
        .protocol(HttpProtocol.H2C);
    this.client = WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1)
        .connect();
  }

  /** The first so many, a request each, 64 of them in flight. Answers how many. */
  long oneByOne(int count) {
    TableService tables = client;
    return Flux.fromIterable(replacements.entities())
        .take(count)
        .flatMap(
            entity -> tables.write(DataSet.TABLE, new Write.Upsert(entity, WriteMode.REPLACE)),
            IN_FLIGHT)
        .count()
        .blockOptional()
        .orElseThrow();
  }

  /** All of them in one body of frames, by our own client. */
  long frames() {
    var lines = Flux.fromIterable(replacements.entities())
        .map(entity -> BulkLine.of(new Write.Upsert(entity, WriteMode.REPLACE)));
    return client
        .bulk(DataSet.TABLE, lines)
        .filter(result -> result instanceof BulkResult.Done)
        .count()
        .doOnNext(this::requireAll)
        .blockOptional()
        .orElseThrow();
  }

  /** All of them in one body of lines. */
  long lines() {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var answer = http.headers(headers -> headers
            .set(HttpHeaderNames.CONTENT_TYPE, Dialect.NDJSON)
            .set("x-ms-date", date)
            .set(HttpHeaderNames.AUTHORIZATION, key.authorizationLite(date, target, "")))
        .post()
        .uri(target)
        .send(replacements.body())
        .responseSingle((response, body) -> {
          HttpLoad.requireOk(response);
          return body.asString();
        })
        .blockOptional()
        .orElseThrow();
    var count = replacements.entities().size();
    if (!answer.endsWith("{\"$end\":{\"done\":" + count + ",\"refused\":0}}\n")) {
      throw new IllegalStateException("Not all lines were carried out.");
    }
    return count;
  }

  @Override
  public void close() {
    client.closeLater().block();
    connections.disposeLater().block();
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }

  private void requireAll(long done) {
    if (done != replacements.entities().size()) {
      throw new IllegalStateException("Not all lines were carried out. done=" + done);
    }
  }
}
