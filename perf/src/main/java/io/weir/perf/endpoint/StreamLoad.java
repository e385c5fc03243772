package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.SharedKey;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Reads the whole table as one stream over one connection of HTTP/2, and drops it. Belongs to one thread, which waits. */
final class StreamLoad implements AutoCloseable {

  private static final int WINDOW_BYTES = 1 << 20;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final LoopResources loops = LoopResources.create("load", 1, true);
  private final ConnectionProvider connections = ConnectionProvider.create("load", 1);
  private final String table = "/" + AccountName.DEVELOPMENT + "/" + DataSet.TABLE + "()";
  private final HttpClient client;

  StreamLoad(int port) {
    this.client = HttpClient.create(connections)
        .runOn(loops)
        .host("127.0.0.1")
        .port(port)
        .protocol(HttpProtocol.H2C)
        .http2Settings(settings -> settings.initialWindowSize(WINDOW_BYTES));
  }

  /** Answers how many bytes the body had. */
  long read(String mediaType) {
    return read(mediaType, table);
  }

  /** The same of the table in any order. */
  long readUnordered(String mediaType) {
    return read(mediaType, table + "?" + Dialect.UNORDERED + "=true");
  }

  @Override
  public void close() {
    connections.disposeLater().block();
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }

  private long read(String mediaType, String target) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return client
        .headers(headers -> headers
            .set(HttpHeaderNames.ACCEPT, mediaType)
            .set("x-ms-date", date)
            .set(HttpHeaderNames.AUTHORIZATION, key.authorizationLite(date, table, "")))
        .get()
        .uri(target)
        .response((response, body) -> body.map(ByteBuf::readableBytes).doOnSubscribe(any -> {
          HttpLoad.requireOk(response);
        }))
        .reduce(0L, Long::sum)
        .blockOptional()
        .orElseThrow();
  }
}
