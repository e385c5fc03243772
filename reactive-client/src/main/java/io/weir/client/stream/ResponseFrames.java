package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.client.exchange.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The frames of one answer's body.
 *
 * <p>Belongs to the loop of the connection. Each network chunk is decoded completely in the call
 * that delivers it, so no buffer outlives that call. Only frames are kept, and at most one
 * incomplete frame.
 */
final class ResponseFrames {

  private final FrameDecoder decoder = FrameDecoder.shaped();

  private ResponseFrames() {}

  /**
   * Emits the frames, grouped by their network chunk. Fails with the service's refusal. Fails with
   * {@link IOException}, after all complete frames, if the body ends within a frame or contains
   * something else than frames.
   */
  static Flux<List<Frame>> of(HttpClientResponse response, Flux<ByteBuf> body) {
    var isFramed =
        Dialect.BINARY.equals(response.responseHeaders().get(HttpHeaderNames.CONTENT_TYPE));
    var isSuccess = Refusal.isSuccess(response);
    if (isFramed) {
      var frames = new ResponseFrames().read(body);
      return isSuccess ? frames : frames.map(each -> refused(each, response));
    }
    return isSuccess
        ? body.thenMany(Flux.empty())
        : body.thenMany(Flux.error(Refusal.of(response)));
  }

  /** Fails with the first frame of a refusal. */
  private static List<Frame> refused(List<Frame> frames, HttpClientResponse response) {
    if (!frames.isEmpty() && frames.get(0) instanceof Frame.Failure failure) {
      throw Refusal.withPause(failure.cause(), response);
    }
    return frames;
  }

  private Flux<List<Frame>> read(Flux<ByteBuf> body) {
    return body.<List<Frame>>handle(this::framesOf).concatWith(Mono.defer(this::requireWhole));
  }

  /** An unreadable answer is not the caller's fault, and does not show what the service did. */
  private void framesOf(ByteBuf chunk, SynchronousSink<List<Frame>> sink) {
    var frames = new ArrayList<Frame>();
    try {
      decoder.feed(chunk.nioBuffer());
      for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
        frames.add(frame);
      }
      sink.next(frames);
    } catch (TableServiceException e) {
      sink.next(frames);
      sink.error(new IOException("The answer contains something that is not a frame.", e));
    }
  }

  private Mono<List<Frame>> requireWhole() {
    return decoder.isBetweenFrames()
        ? Mono.empty()
        : Mono.error(new IOException("The answer ended within a frame."));
  }
}
