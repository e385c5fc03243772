package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.timeout.ReadTimeoutException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The body of one request, read once: whole, or as it arrives.
 *
 * <p>Each chunk is released when {@code onNext} returns; a subscriber that keeps one retains it.
 * Belongs to the loop of the connection: subscribe and request there.
 */
public final class RequestBody {

  private static final int LONG_FACTOR = 8;
  private static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);

  private final HttpServerRequest in;
  private final Channel channel;
  private final RequestMemory.Share memory;
  private final RequestLimits limits;
  private long receivedBytes;
  private @Nullable UploadCredit credit;

  /**
   * Reads nothing yet.
   *
   * @param channel the channel of the HTTP/1.1 connection or of the HTTP/2 stream
   */
  public RequestBody(
      HttpServerRequest in, Channel channel, RequestMemory.Share memory, RequestLimits limits) {
    this.in = in;
    this.channel = channel;
    this.memory = memory;
    this.limits = limits;
  }

  /**
   * Returns the whole body. All of it must arrive within the request timeout.
   *
   * <p>Fails with {@code RequestBodyTooLarge} beyond the endpoint's limit; if the length was
   * declared, before anything is read. Fails with {@code MissingContentLengthHeader} if nothing
   * delimits the body, because it would be taken for empty.
   */
  public Mono<byte[]> whole() {
    return whole(limits.bodyBytes());
  }

  /**
   * Returns the whole body as {@link #whole()} does, with a limit that is {@value #LONG_FACTOR}
   * times as high.
   */
  public Mono<byte[]> longWhole() {
    return whole(limits.bodyBytes() * LONG_FACTOR);
  }

  private Mono<byte[]> whole(int limitBytes) {
    if (!isDelimited()) {
      return Mono.error(
          () -> new InvalidRequestException(ErrorCode.MISSING_CONTENT_LENGTH_HEADER, ""));
    }
    var declared = in.requestHeaders().getInt(HttpHeaderNames.CONTENT_LENGTH, -1);
    return BodyReader.read(received(limits.requestTimeout()), declared, limitBytes, memory);
  }

  /**
   * Returns the body as it arrives, for a caller that keeps its content until the end of the
   * exchange.
   *
   * <p>The body is read no faster than requested, and all of it must arrive within the request
   * timeout. Fails with {@code ServerBusy} if the memory for requests is used up.
   */
  public Flux<ByteBuf> kept() {
    return received(limits.requestTimeout()).doOnNext(chunk -> memory.grow(chunk.readableBytes()));
  }

  /**
   * Returns the lines of an upload, which may last without limit: only requested bytes have a
   * deadline. The caller reports each answer with {@link BodyLines#lineAnswered}.
   *
   * <p>Throws {@code ServerBusy} if there is no memory for another upload.
   */
  public <T> BodyLines<T> lines(Supplier<LineDecoder<T>> decoders) {
    memory.holdUpload();
    return new BodyLines<>(uploaded(), decoders, memory, channel.eventLoop());
  }

  /**
   * Returns the lines of a pipeline, as {@link #lines} does. Pipelines have a smaller share, so
   * that they cannot displace bulk uploads. A client that owes requested bytes for too long ends
   * its pipeline.
   */
  public <T> BodyLines<T> pipelinedLines(Supplier<LineDecoder<T>> decoders) {
    memory.holdPipeline();
    var chunks = uploaded().onErrorComplete(ReadTimeoutException.class);
    return new BodyLines<>(chunks, decoders, memory, channel.eventLoop());
  }

  /**
   * Returns the content of a large value, which may last without limit: only requested bytes have a
   * deadline. It is read no faster than requested. Fails with {@code RequestBodyTooLarge} beyond
   * the given length; if the length was declared, before anything is read. Fails with
   * {@code MissingContentLengthHeader} if nothing delimits the body.
   *
   * <p>Throws {@code ServerBusy} if there is no memory for another value.
   */
  public Flux<ByteBuf> value(long mostBytes) {
    if (!isDelimited()) {
      throw new InvalidRequestException(ErrorCode.MISSING_CONTENT_LENGTH_HEADER, "");
    }
    var declared = declaredBytes();
    if (declared > mostBytes) {
      throw tooLarge(declared, mostBytes);
    }
    memory.holdValue(declared);
    return uploaded().doOnNext(chunk -> requireAtMost(mostBytes));
  }

  /** Returns the length that the client has declared; negative if it declared none. */
  public long declaredBytes() {
    var text = in.requestHeaders().get(HttpHeaderNames.CONTENT_LENGTH);
    return text == null ? -1 : Long.parseLong(text);
  }

  private void requireAtMost(long mostBytes) {
    if (receivedBytes > mostBytes) {
      throw tooLarge(receivedBytes, mostBytes);
    }
  }

  private static InvalidRequestException tooLarge(long bytes, long limit) {
    return new InvalidRequestException(
        ErrorCode.REQUEST_BODY_TOO_LARGE, "bytes=" + bytes + " limit=" + limit);
  }

  /** Returns the bytes received until now. */
  public long receivedBytes() {
    return receivedBytes;
  }

  /** Ends the request, whatever its outcome, and releases the memory that it holds. */
  public void end() {
    memory.release();
    if (credit != null) {
      credit.takeBack();
    }
  }

  /**
   * Returns whether the client delimits the body: by its length, by chunks, or by the end of the
   * HTTP/2 stream.
   */
  private boolean isDelimited() {
    return in.version().majorVersion() > 1
        || in.requestHeaders().contains(HttpHeaderNames.CONTENT_LENGTH)
        || in.requestHeaders().contains(HttpHeaderNames.TRANSFER_ENCODING);
  }

  /** A waiting upload gives its connection extra credit, so that other streams go on. */
  private Flux<ByteBuf> uploaded() {
    credit = UploadCredit.give(channel);
    return received(ENDLESS);
  }

  private Flux<ByteBuf> received(Duration whole) {
    var counted = in.receive().doOnNext(chunk -> receivedBytes += chunk.readableBytes());
    return new TimedBody(
        counted, channel.eventLoop(), limits.readTimeout(), whole, System::nanoTime);
  }
}
