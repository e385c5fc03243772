package io.weir.perf.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.wire.Dialect;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.RestSignature;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/** Writes entities of one table over HTTP/2, one by one or in bulk. Belongs to one thread, which blocks until all are acknowledged. */
final class TimedBulkWrites {

  private final TableService tables;
  private final HttpClient http;
  private final TableName name;
  private final Replacements replacements;

  TimedBulkWrites(TableService tables, HttpClient http, String name, Replacements replacements) {
    this.tables = tables;
    this.http = http;
    this.name = new TableName(name);
    this.replacements = replacements;
  }

  /** Writes the first {@code count} entities, one request each. Returns their number. */
  long oneByOne(int count, int inFlight) {
    return writes()
        .take(count)
        .flatMap(write -> tables.write(name, write), inFlight)
        .count()
        .blockOptional()
        .orElseThrow();
  }

  /** Writes all entities in one body of frames by the reactive client. Returns their number. */
  long frames() {
    return tables
        .bulk(name, writes().map(BulkLine::of))
        .filter(BulkResult.Done.class::isInstance)
        .count()
        .doOnNext(this::requireAll)
        .blockOptional()
        .orElseThrow();
  }

  /** Writes all entities in one body of JSON lines. Returns their number. */
  long lines() {
    var target = "/" + AccountName.DEVELOPMENT + "/" + name + "/%24bulk";
    var answer = http.headers(headers -> {
          RestSignature.sign(headers, target);
          headers.set(HttpHeaderNames.CONTENT_TYPE, Dialect.NDJSON);
        })
        .post()
        .uri(target)
        .send(Flux.fromIterable(replacements.lines()).map(Unpooled::wrappedBuffer))
        .responseSingle((response, body) -> {
          HttpConnections.requireSuccess(response);
          return body.asString();
        })
        .blockOptional()
        .orElseThrow();
    var count = replacements.entities().size();
    if (!answer.endsWith("{\"$end\":{\"done\":" + count + ",\"refused\":0}}\n")) {
      throw new IllegalStateException("not all lines were carried out wanted=" + count);
    }
    return count;
  }

  private Flux<Write> writes() {
    return Flux.fromIterable(replacements.entities())
        .map(entity -> new Write.Upsert(entity, WriteMode.REPLACE));
  }

  private void requireAll(long done) {
    var count = replacements.entities().size();
    if (done != count) {
      throw new IllegalStateException(
          "not all lines were carried out wanted=" + count + " done=" + done);
    }
  }
}
