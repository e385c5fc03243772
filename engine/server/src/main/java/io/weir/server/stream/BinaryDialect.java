package io.weir.server.stream;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.TableRequest;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * The dialect of Weir's own client: frames on the protocol's URLs. See {@link Dialect} and
 * {@link io.weir.api.wire.Frame}.
 *
 * <p>Runs on: the loop of the connection. A refusal is answered with its status and a frame with
 * code, facts and operation. The endpoint logs an internal failure and answers with its code in a
 * header.
 */
public final class BinaryDialect implements DialectHandler {

  @Override
  public boolean accepts(TableRequest request) {
    return request.head().asksFor(Dialect.BINARY)
        || Dialect.BINARY.equals(request.header(HttpHeaderNames.CONTENT_TYPE));
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var answer = new FrameReplies(exchange);
    return Mono.defer(
            () -> exchange.request().resource().dispatch(new BinaryOperations(exchange, answer)))
        .onErrorResume(
            failure -> !exchange.isBegun() && isRefusal(failure),
            failure -> answer.refusal((TableServiceException) failure));
  }

  /** Returns whether the request caused the failure, and not the service. */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof TableServiceException refusal
        && refusal.code().status() != ErrorCode.INTERNAL_ERROR.status();
  }
}
