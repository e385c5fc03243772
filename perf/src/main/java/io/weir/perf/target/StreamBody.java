package io.weir.perf.target;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.AccountName;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClient;

/**
 * Reads a whole table as one response body, with a window of 1 MiB over HTTP/2, and drops the body.
 * Any thread.
 */
public final class StreamBody {

  private static final int WINDOW_BYTES = 1 << 20;

  private final HttpClient client;
  private final String table;

  public StreamBody(HttpClient client, String table) {
    this.client = client.http2Settings(settings -> settings.initialWindowSize(WINDOW_BYTES));
    this.table = "/" + AccountName.DEVELOPMENT + "/" + table + "()";
  }

  /** Returns the length of a whole body of chunks. Blocks. */
  public static long length(Flux<Integer> chunks) {
    return chunks.reduce(0L, Long::sum).blockOptional().orElseThrow();
  }

  /**
   * Returns the lengths of the body's chunks as they arrive; each subscription sends a request.
   *
   * @param query with its question mark; empty for none
   * @param further sets further headers
   */
  public Flux<Integer> chunks(String mediaType, String query, Consumer<HttpHeaders> further) {
    return Flux.defer(() -> client
        .headers(headers -> {
          RestSignature.sign(headers, table + query);
          headers.set(HttpHeaderNames.ACCEPT, mediaType);
          further.accept(headers);
        })
        .get()
        .uri(table + query)
        .response((response, body) -> body.map(ByteBuf::readableBytes)
            .doOnSubscribe(any -> HttpConnections.requireSuccess(response))));
  }
}
