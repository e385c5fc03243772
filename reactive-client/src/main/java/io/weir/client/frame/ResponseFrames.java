package io.weir.client.frame;

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
 * <p>Belongs to the loop of the connection. A chunk of the network is read to its end in the call that hands it over, so no buffer
 * outlives that call; what is kept of it is frames, and at most one that is not complete.
 */
public final class ResponseFrames {

  private final FrameDecoder decoder = FrameDecoder.shaped();

  private ResponseFrames() {}

  /**
   * The frames, grouped by the chunk that they came with. Fails with what the service refused the request for; and with {@link
   * IOException} when the body ends within a frame, or holds what is no frame, behind all that it holds before.
   */
  public static Flux<List<Frame>> of(HttpClientResponse response, Flux<ByteBuf> body) {
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

  /** Fails with what the first frame of a refusal says. */
  private static List<Frame> refused(List<Frame> frames, HttpClientResponse response) {
    if (!frames.isEmpty() && frames.get(0) instanceof Frame.Failure failure) {
      throw Refusal.withPause(failure.cause(), response);
    }
    return frames;
  }

  private Flux<List<Frame>> read(Flux<ByteBuf> body) {
    return body.<List<Frame>>handle(this::framesOf).concatWith(Mono.defer(this::requireWhole));
  }

  /** What cannot be read is no mistake of the caller's, and tells nothing of what the service did. */
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
      sink.error(new IOException("The answer holds what is no frame.", e));
    }
  }

  private Mono<List<Frame>> requireWhole() {
    return decoder.isBetweenFrames()
        ? Mono.empty()
        : Mono.error(new IOException("The answer ended within a frame."));
  }
}
