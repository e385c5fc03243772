package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Dialect;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.call.RequestNotSent;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.Refusal;
import io.weir.client.exchange.ResponseReader;
import io.weir.client.transport.Transport;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientResponse;
import reactor.util.context.Context;

/**
 * Finds out whether a service knows the streaming dialect. Asks for a list of one table in that
 * dialect over HTTP/1.1, which every service understands.
 *
 * <pre>
 * frames, or any answer made by Weir                            knows the dialect
 * any other answer of a table service, refusals included        does not know it
 * no answer, a busy or failing service, anything else           unknown: fails, and is not remembered
 * </pre>
 *
 * <p>The probe asks once and keeps the answer; requests that need it meanwhile wait for the same
 * answer. Any thread. A failure says that the request which needed the answer was not sent.
 */
public final class DialectProbe implements ResponseReader<Boolean> {

  private static final String WEIR = "Weir";

  private DialectProbe() {}

  /** Returns whether the service knows the streaming dialect. */
  public static Mono<Boolean> of(Transport transport, String path) {
    var question = OutboundRequest.of(
        Protocol.HTTP_1,
        HttpMethod.GET,
        new Addresses(path).tables(),
        new QueryText().add("$top", "1").text(),
        Dialect.BINARY);
    return Mono.defer(() -> transport
            .exchange(
                question, new DialectProbe(), Call.under(Context.empty()), ConnectionGroup.MAIN)
            .next())
        .onErrorMap(DialectProbe::unsent)
        .cacheInvalidateIf(known -> false);
  }

  @Override
  public Flux<List<Boolean>> read(HttpClientResponse response, Flux<ByteBuf> body) {
    return body.thenMany(Flux.defer(() -> Flux.just(List.of(isStreaming(response)))));
  }

  private static boolean isStreaming(HttpClientResponse response) {
    var headers = response.responseHeaders();
    if (Dialect.BINARY.equals(headers.get(HttpHeaderNames.CONTENT_TYPE))
        || WEIR.equals(headers.get(HttpHeaderNames.SERVER))) {
      return true;
    }
    var isAnswer = Refusal.isSuccess(response) || isRefusal(response.status());
    if (isAnswer && headers.contains("x-ms-version") && headers.contains("x-ms-request-id")) {
      return false;
    }
    if (isAnswer) {
      throw new ServiceFailedException(
          ErrorCode.INTERNAL_ERROR, "endpoint=noTableService status=" + response.status(), null);
    }
    throw Refusal.of(response);
  }

  private static boolean isRefusal(HttpResponseStatus status) {
    return status.code() / 100 == 4
        && !status.equals(HttpResponseStatus.REQUEST_TIMEOUT)
        && !status.equals(HttpResponseStatus.TOO_MANY_REQUESTS);
  }

  private static Throwable unsent(Throwable failure) {
    return failure instanceof ServiceBusyException ? failure : new RequestNotSent(failure);
  }
}
