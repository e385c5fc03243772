package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.Operation;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.Turns;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OpenExchange;
import io.weir.server.request.AcceptedCoding;
import io.weir.server.request.StreamLimits;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a request with a stream of items in a dialect's encoding.
 *
 * <p>Status and headers are sent with the first item, so an immediate failure has its own status. A
 * later failure becomes the last frame: the client learns the reason, and the connection stays
 * usable. A client that disconnects cancels the items.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class StreamReplies {

  private static final Logger LOG = LoggerFactory.getLogger(StreamReplies.class);

  private StreamReplies() {}

  /** How and when frames become chunks. */
  private record Packing(ChunkEncoder form, String contentType, Turns turns) {}

  /** Answers a query within the limits of the request and the endpoint. */
  static Publisher<Void> answer(
      HttpExchange exchange, TableName table, Query query, ChunkEncoder form, String contentType) {
    var limits =
        RequestedStreamLimits.read(exchange.request().options()).and(exchange.streamLimits());
    var items = exchange.tables().stream(table, query);
    var frames = ByteLimit.of(items, limits.bytes(), query.direction());
    var turns = exchange.loop().longWork().streams();
    return answer(exchange, frames, new Packing(form, contentType, turns), limits);
  }

  /** Answers with a change feed. */
  static Publisher<Void> changes(HttpExchange exchange, ChunkEncoder form, String contentType) {
    exchange.operation(Operation.STREAM_CHANGES.text());
    var limits = exchange.streamLimits();
    var frames = ChangeRequest.read(exchange.request()).items(exchange).<Frame>map(Frame.Feed::new);
    var turns = exchange.loop().longWork().streams();
    return answer(exchange, frames, new Packing(form, contentType, turns), limits);
  }

  /** Answers with frames of any kind at full rate. They do not wait for turns of streams. */
  public static Publisher<Void> answerFrames(
      OpenExchange exchange, Flux<Frame> all, ChunkEncoder form, String contentType) {
    var turns = exchange.loop().longWork().answers();
    return answer(exchange, all, new Packing(form, contentType, turns), StreamLimits.NONE);
  }

  private static Publisher<Void> answer(
      OpenExchange exchange, Flux<Frame> all, Packing packing, StreamLimits limits) {
    return all.switchOnFirst((first, frames) ->
        first.isOnError() ? frames.then() : send(exchange, frames, packing, limits));
  }

  private static Mono<Void> send(
      OpenExchange exchange, Flux<Frame> frames, Packing packing, StreamLimits limits) {
    var head = HttpReply.of(HttpResponseStatus.OK)
        .with(HttpHeaderNames.CONTENT_TYPE, packing.contentType())
        .with(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    var toTheEnd = frames.onErrorResume(failure -> Mono.just(failure(exchange, failure)));
    var chunks = new ChunkFlux(
        toTheEnd, packing.form(), exchange.allocator(), packing.turns(), System::nanoTime);
    return AcceptedCoding.isGzip(exchange.head())
        ? exchange.stream(
            head.with(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP),
            paced(exchange, GzipChunks.of(chunks, exchange.allocator()), limits))
        : exchange.stream(head, paced(exchange, chunks, limits));
  }

  private static Flux<ByteBuf> paced(
      OpenExchange exchange, Flux<ByteBuf> chunks, StreamLimits limits) {
    return limits.isUnpaced()
        ? chunks
        : new RateLimitedChunks(chunks, limits.bytesPerSecond(), exchange.loop(), System::nanoTime);
  }

  /**
   * Returns the frame that reports a failure after the answer has begun. Logs a failure that the
   * request did not cause.
   */
  public static Frame failure(OpenExchange exchange, Throwable failure) {
    if (failure instanceof TableServiceException known
        && (known.code().status() != ErrorCode.INTERNAL_ERROR.status()
            || known.code() == ErrorCode.OPERATION_TIMED_OUT)) {
      return new Frame.Failure(known);
    }
    if (failure instanceof ChannelException) { // a read timeout of the body
      return new Frame.Failure(
          TableServiceException.of(ErrorCode.OPERATION_TIMED_OUT, "body=late"));
    }
    LOG.error("part of an answer failed request={}", exchange.head().id(), failure);
    return new Frame.Failure(
        failure instanceof TableServiceException known
            ? known
            : new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "", null));
  }
}
