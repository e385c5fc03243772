package io.weir.client;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The frames of one answer's body.
 *
 * <p>Belongs to the loop of the connection. A chunk of the network is read to its end in the call that hands it over, so no buffer
 * outlives that call; what is kept of it is frames, and at most one that is not complete.
 */
final class ResponseFrames {

  private static final int SUCCESS = 200;
  private static final int NO_LONGER_SUCCESS = 300;

  private final FrameDecoder decoder = FrameDecoder.shaped();

  private ResponseFrames() {}

  /**
   * The frames, grouped by the chunk that they came with. Fails with what the service refused the request for; with {@link
   * IOException} when the body ends within a frame; and when it holds what is no frame.
   */
  static Flux<List<Frame>> of(HttpClientResponse response, Flux<ByteBuf> body) {
    var status = response.status().code();
    var isFramed =
        Dialect.BINARY.equals(response.responseHeaders().get(HttpHeaderNames.CONTENT_TYPE));
    var isSuccess = status >= SUCCESS && status < NO_LONGER_SUCCESS;
    if (isFramed) {
      var frames = new ResponseFrames().read(body);
      return isSuccess ? frames : frames.map(each -> refused(each, response));
    }
    return isSuccess ? body.thenMany(Flux.empty()) : body.thenMany(Flux.error(refusal(response)));
  }

  /** Fails with what the first frame of a refusal says. */
  private static List<Frame> refused(List<Frame> frames, HttpClientResponse response) {
    if (!frames.isEmpty() && frames.get(0) instanceof Frame.Failure failure) {
      throw withPause(failure.cause(), response);
    }
    return frames;
  }

  private Flux<List<Frame>> read(Flux<ByteBuf> body) {
    return body.map(this::framesOf).concatWith(Mono.defer(this::requireWhole));
  }

  private List<Frame> framesOf(ByteBuf chunk) {
    var frames = new ArrayList<Frame>();
    decoder.feed(chunk.nioBuffer());
    for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
      frames.add(frame);
    }
    return frames;
  }

  private Mono<List<Frame>> requireWhole() {
    return decoder.isBetweenFrames()
        ? Mono.empty()
        : Mono.error(new IOException("The answer ended within a frame."));
  }

  /** What refused before the dialect was known, such as authentication, says so in a header. */
  private static TableServiceException refusal(HttpClientResponse response) {
    var status = response.status().code();
    var refusal = ErrorCode.ofCode(response.responseHeaders().get("x-ms-error-code", ""))
        .map(code -> TableServiceException.of(code, "status=" + status))
        .orElseGet(() -> TableServiceException.of(
            status == ErrorCode.SERVER_BUSY.status()
                ? ErrorCode.SERVER_BUSY
                : ErrorCode.INTERNAL_ERROR,
            "unexpectedStatus=" + status));
    return withPause(refusal, response);
  }

  /** A busy service may say for how many seconds: RFC 9110, section 10.2.3. A date is not looked at. */
  private static TableServiceException withPause(
      TableServiceException refusal, HttpClientResponse response) {
    var seconds = response.responseHeaders().getInt(HttpHeaderNames.RETRY_AFTER, 0);
    return refusal instanceof ServiceBusyException busy && seconds > 0
        ? busy.retryAfter(Duration.ofSeconds(seconds))
        : refusal;
  }
}
