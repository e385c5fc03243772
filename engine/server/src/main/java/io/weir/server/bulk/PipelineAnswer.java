package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.server.answer.OpenExchange;
import io.weir.server.request.LineDecoder;
import io.weir.server.stream.FrameChunkEncoder;
import io.weir.server.stream.StreamReplies;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The answer of a pipeline: a frame for each operation, in their order.
 *
 * <p>A pipeline counts as memory of requests, as an upload does. Metrics count each operation, and
 * the pipeline itself.
 *
 * <p>A pipeline ends when its client ends it, when its client sends nothing for the read timeout,
 * after {@link Dialect#PIPELINE_SECONDS}, and when the endpoint closes. It always ends properly,
 * after the answers to all operations that were started.
 *
 * <p>Runs on: the loop of the connection.
 */
final class PipelineAnswer {

  private static final Duration LONGEST = Duration.ofSeconds(Dialect.PIPELINE_SECONDS);

  private PipelineAnswer() {}

  /**
   * A frame that answers an operation.
   *
   * @param operation the operation's name for metrics
   */
  record Part(String operation, Frame frame) {

    private int status() {
      return frame instanceof Frame.Failure failure
          ? failure.cause().code().status()
          : HttpResponseStatus.OK.code();
    }
  }

  /**
   * Answers a pipeline whose operations all have one name for metrics: see {@link #of(OpenExchange,
   * Supplier, Function)}.
   */
  static <T> Publisher<Void> of(
      OpenExchange exchange,
      String operation,
      Supplier<LineDecoder<T>> sources,
      Function<Flux<T>, Flux<Frame>> work) {
    return of(
        exchange, sources, asked -> work.apply(asked).map(frame -> new Part(operation, frame)));
  }

  /**
   * Answers a pipeline. A client that sends nothing more, or nothing for too long, still receives
   * the answers to the operations that were started. Later operations are not started, because the
   * authentication of the pipeline no longer covers them.
   */
  static <T> Publisher<Void> of(
      OpenExchange exchange, Supplier<LineDecoder<T>> sources, Function<Flux<T>, Flux<Part>> work) {
    var asked = exchange.body().pipelinedLines(sources);
    var answers = work.apply(asked.takeUntilOther(exchange.ending(LONGEST))).map(part -> {
      exchange.answered(part.operation(), part.status(), System.nanoTime() - asked.lineAnswered());
      return part.frame();
    });
    return StreamReplies.answerFrames(exchange, answers, FrameChunkEncoder.BINARY, Dialect.BINARY);
  }

  /** Returns the answer of an operation. A failure is an answer too. */
  static Mono<Frame> part(OpenExchange exchange, Mono<Frame> work) {
    return work.onErrorResume(failure -> Mono.just(StreamReplies.failure(exchange, failure)));
  }
}
