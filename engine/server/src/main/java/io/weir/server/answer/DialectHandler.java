package io.weir.server.answer;

import io.weir.server.request.TableRequest;
import org.reactivestreams.Publisher;

/**
 * A way of speaking about tables over HTTP. Dialects are asked in order; the first that accepts a request answers it.
 *
 * <p>Both methods are called on the loop of the connection and must not block.
 */
public interface DialectHandler {

  /** Whether this dialect is the one that the request is written in. */
  boolean accepts(TableRequest request);

  /**
   * Answers the request through {@link HttpExchange#reply} or {@link HttpExchange#stream}; the result completes when that does.
   *
   * <p>A failure before the answer has begun becomes an error reply, so a dialect just fails with a {@link
   * io.weir.api.error.TableServiceException}; one that fails afterwards cuts the connection, or the HTTP/2 stream.
   */
  Publisher<Void> handle(HttpExchange exchange);
}
