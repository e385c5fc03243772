package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/**
 * Collects a request's body into one array, up to a limit.
 *
 * <p>Belongs to the loop of the connection. Fails with {@code RequestBodyTooLarge} as soon as the
 * limit is exceeded; the array never grows beyond it. The array counts as memory of the request.
 * Fails with {@code ServerBusy} if none is left.
 */
final class BodyReader extends BaseSubscriber<ByteBuf> {

  private static final int INITIAL_BYTES = 512;
  private static final byte[] NOTHING = new byte[0];
  private static final Logger LOG = LoggerFactory.getLogger(BodyReader.class);

  /** Reactor's context key for the handler of failures that arrive too late. */
  private static final String DROPPED = "reactor.onErrorDropped.local";

  private final MonoSink<byte[]> sink;
  private final int limit;
  private final RequestMemory.Share memory;
  private byte[] bytes;
  private int length;

  private BodyReader(MonoSink<byte[]> sink, int limit, RequestMemory.Share memory, int expected) {
    this.sink = sink;
    this.limit = limit;
    this.memory = memory;
    this.bytes = expected == 0 ? NOTHING : new byte[expected];
  }

  /**
   * Returns the whole body.
   *
   * @param chunks the publisher releases each chunk when {@code onNext} returns
   * @param declared value of {@code Content-Length}; negative if it was not sent
   */
  static Mono<byte[]> read(
      Flux<ByteBuf> chunks, long declared, int limit, RequestMemory.Share memory) {
    if (declared > limit) {
      return Mono.error(tooLarge(declared, limit));
    }
    var expected = declared >= 0 ? (int) declared : INITIAL_BYTES;
    return Mono.create(sink -> {
      memory.grow(expected);
      var reader = new BodyReader(sink, limit, memory, expected);
      sink.onDispose(reader);
      chunks.subscribe(reader);
    });
  }

  /**
   * Returns a context that logs late failures at DEBUG. An abandoned request, for example one with
   * a slow body, may fail again when its connection is cut. That is no error of the service, and a
   * slow client must not fill its log.
   */
  @Override
  public Context currentContext() {
    Consumer<Throwable> unheard =
        failure -> LOG.debug("body of an abandoned request failed", failure);
    return Context.of(sink.contextView()).put(DROPPED, unheard);
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  protected void hookOnNext(ByteBuf chunk) {
    var count = chunk.readableBytes();
    if (count > limit - length) {
      cancel();
      sink.error(tooLarge((long) length + count, limit));
      return;
    }
    reserve(count);
    chunk.readBytes(bytes, length, count);
    length += count;
  }

  @Override
  protected void hookOnComplete() {
    sink.success(length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
  }

  @Override
  protected void hookOnError(Throwable failure) {
    sink.error(failure);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      var longer = Math.min(limit, Math.max(length + more, bytes.length * 2));
      memory.grow(longer - bytes.length);
      bytes = Arrays.copyOf(bytes, longer);
    }
  }

  private static InvalidRequestException tooLarge(long count, int limit) {
    return new InvalidRequestException(
        ErrorCode.REQUEST_BODY_TOO_LARGE, "bytes=" + count + " limit=" + limit);
  }
}
