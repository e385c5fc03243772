package io.weir.server.value;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.pattern.large.LargeValue;
import io.weir.pattern.large.LargeValues;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.Access;
import io.weir.server.stream.RateLimitedChunks;
import java.nio.ByteBuffer;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reads a value, or a part of it, as a stream. Created per request. */
final class ValueReads {

  private final ValueTarget target;
  private final HttpExchange exchange;
  private final ValueConditions conditions;
  private final LargeValues values;
  private long heldBytes;

  ValueReads(ValueTarget target) {
    this.target = target;
    this.exchange = target.exchange();
    this.conditions = ValueConditions.ofRead(exchange.request());
    this.values = target.values(Access.Use.READ);
  }

  /** Answers with the value's headers. */
  Mono<Void> head() {
    return values.existing(target.key()).flatMap(value -> {
      conditions.requireMatch(Optional.of(value));
      return conditions.isKnown(value)
          ? notModified(value)
          : exchange.stream(whole(value), Flux.empty());
    });
  }

  /**
   * Answers with the value or the requested part. A failure before the first byte has its own
   * status; a later one cuts the connection. If another write replaces the value before the first
   * byte, answers with the new value.
   *
   * <p>Fails with {@code ServerBusy} if the memory for requests has no room for a chunk of the
   * value.
   */
  Mono<Void> get() {
    return Mono.defer(this::attempt).retryWhen(Overtaken.retry());
  }

  private Mono<Void> attempt() {
    return values
        .existing(target.key())
        .publishOn(Schedulers.fromExecutor(exchange.loop()))
        .flatMap(value -> {
          conditions.requireMatch(Optional.of(value));
          return conditions.isKnown(value) ? notModified(value) : content(value);
        });
  }

  private Mono<Void> content(LargeValue value) {
    try {
      return RequestedRange.of(rangeOf(value), value.lengthBytes())
          .map(range -> part(value, range))
          .orElseGet(() -> {
            hold(value.lengthBytes());
            return send(whole(value), values.read(value));
          });
    } catch (InvalidRequestException e) {
      return exchange.reply(
          exchange.failed(e).with(HttpHeaderNames.CONTENT_RANGE, "bytes */" + value.lengthBytes()));
    }
  }

  private Mono<Void> part(LargeValue value, RequestedRange range) {
    hold(range.lengthBytes());
    var head = ValueHeaders.content(
            HttpReply.of(HttpResponseStatus.PARTIAL_CONTENT), value, range.lengthBytes())
        .with(HttpHeaderNames.CONTENT_RANGE, range.contentRange(value.lengthBytes()));
    return send(head, values.read(value, range.first(), range.lengthBytes()));
  }

  /** Counts the chunk that the read holds, once for all attempts. */
  private void hold(long partBytes) {
    var more = Math.min(partBytes, LargeValues.LARGEST_CHUNK_BYTES) - heldBytes;
    if (more > 0) {
      heldBytes += more;
      exchange.requireMemory(more);
    }
  }

  private Mono<Void> send(HttpReply head, Flux<ByteBuffer> pieces) {
    return pieces
        .switchOnFirst((first, all) -> {
          if (first.isOnError()) {
            return all.then()
                .onErrorMap(PreconditionFailedException.class, replaced -> new Overtaken());
          }
          return first.hasValue() ? exchange.stream(head, chunks(all)) : exchange.reply(head);
        })
        .then();
  }

  private Flux<ByteBuf> chunks(Flux<ByteBuffer> pieces) {
    var limits = exchange.streamLimits();
    var chunks = new PieceTurns(pieces, exchange.loop().longWork().streams())
        .publishOn(Schedulers.fromExecutor(exchange.loop()), 1)
        .map(Unpooled::wrappedBuffer);
    return limits.isUnpaced()
        ? chunks
        : new RateLimitedChunks(chunks, limits.bytesPerSecond(), exchange.loop(), System::nanoTime);
  }

  private Mono<Void> notModified(LargeValue value) {
    return exchange.reply(
        ValueHeaders.version(HttpReply.of(HttpResponseStatus.NOT_MODIFIED), value));
  }

  private static HttpReply whole(LargeValue value) {
    return ValueHeaders.content(HttpReply.of(HttpResponseStatus.OK), value, value.lengthBytes());
  }

  /**
   * Returns the {@code Range} header; empty if {@code If-Range} names another version. A date or a
   * weak tag never names this one.
   */
  private String rangeOf(LargeValue value) {
    var ifRange = exchange.request().header(HttpHeaderNames.IF_RANGE);
    return ifRange.isEmpty() || ifRange.strip().equals(ValueConditions.tagOf(value))
        ? exchange.request().header(HttpHeaderNames.RANGE)
        : "";
  }
}
