package io.weir.perf.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.AccountName;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.RestSignature;
import reactor.netty.http.client.HttpClient;

/** Reads a whole table as one response body over one HTTP/2 connection, and drops the body. Belongs to one thread, which blocks. */
final class StreamBody {

  private static final int WINDOW_BYTES = 1 << 20;

  private final HttpClient client;
  private final String table;

  StreamBody(HttpConnections connections, String table) {
    this.client =
        connections.client().http2Settings(settings -> settings.initialWindowSize(WINDOW_BYTES));
    this.table = "/" + AccountName.DEVELOPMENT + "/" + table + "()";
  }

  /**
   * Returns the length of the body in bytes.
   *
   * @param query with its question mark; empty for none
   */
  long read(String mediaType, String query) {
    return client
        .headers(headers -> {
          RestSignature.sign(headers, table + query);
          headers.set(HttpHeaderNames.ACCEPT, mediaType);
        })
        .get()
        .uri(table + query)
        .response((response, body) -> body.map(ByteBuf::readableBytes)
            .doOnSubscribe(any -> HttpConnections.requireSuccess(response)))
        .reduce(0L, Long::sum)
        .blockOptional()
        .orElseThrow();
  }
}
