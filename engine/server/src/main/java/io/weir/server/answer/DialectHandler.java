package io.weir.server.answer;

import io.weir.server.request.TableRequest;
import org.reactivestreams.Publisher;

/**
 * A dialect of the table protocol over HTTP. The endpoint asks its dialects in order; the first
 * that accepts a request answers it.
 *
 * <p>Both methods are called on the loop of the connection and must not block.
 */
public interface DialectHandler {

  /** Returns whether the request is written in this dialect. */
  boolean accepts(TableRequest request);

  /**
   * Answers the request through {@link HttpExchange#reply} or {@link HttpExchange#stream}. The
   * result completes when that call's result does.
   *
   * <p>A failure before the answer has begun becomes an error reply, so a dialect may signal any
   * {@link io.weir.api.error.TableServiceException}. A later failure cuts the connection or the
   * HTTP/2 stream.
   */
  Publisher<Void> handle(HttpExchange exchange);
}
