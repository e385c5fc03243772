package io.weir.server.stream;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.StreamItem;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.server.http.Exchange;
import io.weir.server.http.Reply;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a request with a stream of items, whatever form they take.
 *
 * <p>Status and headers leave with the first item, so a failure that is known at once is answered with its own status. A later one
 * becomes the last frame: the client learns why, and the connection stays usable. Cancelled when the client leaves, which cancels
 * the items.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class Streams {

  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

  private Streams() {}

  static Publisher<Void> answer(
      Exchange exchange, Flux<StreamItem> items, ChunkForm form, String contentType) {
    return answerFrames(exchange, items.map(Frame.Item::new), form, contentType);
  }

  /** The same of frames of any kind. */
  public static Publisher<Void> answerFrames(
      Exchange exchange, Flux<Frame> all, ChunkForm form, String contentType) {
    return all.switchOnFirst((first, frames) ->
        first.isOnError() ? frames.then() : send(exchange, frames, form, contentType));
  }

  private static Mono<Void> send(
      Exchange exchange, Flux<Frame> frames, ChunkForm form, String contentType) {
    var head = Reply.of(HttpResponseStatus.OK)
        .with(HttpHeaderNames.CONTENT_TYPE, contentType)
        .with(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    var toTheEnd = frames.onErrorResume(failure -> Mono.just(lastFrame(exchange, failure)));
    var chunks =
        new ChunkFlux(toTheEnd, form, exchange.allocator(), exchange.loop(), System::nanoTime);
    return AcceptedCoding.isGzip(exchange.request())
        ? exchange.stream(
            head.with(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP),
            GzipChunks.of(chunks, exchange.allocator()))
        : exchange.stream(head, chunks);
  }

  private static Frame lastFrame(Exchange exchange, Throwable failure) {
    if (failure instanceof TableServiceException known
        && (known.code().status() < 500 || known.code() == ErrorCode.OPERATION_TIMED_OUT)) {
      return new Frame.Failure(known);
    }
    if (failure instanceof ChannelException) { // of a body that took too long
      return new Frame.Failure(
          TableServiceException.of(ErrorCode.OPERATION_TIMED_OUT, "body=late"));
    }
    LOG.error("A stream failed midway. request={}", exchange.request().head().id(), failure);
    return new Frame.Failure(
        failure instanceof TableServiceException known
            ? known
            : new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "", null));
  }
}
