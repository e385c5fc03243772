package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.MediaType;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import io.weir.server.rest.QueryReader;
import io.weir.server.stream.FrameChunkEncoder;
import io.weir.server.stream.StreamReplies;
import io.weir.server.upload.LineDecoder;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Pipelines: {@code POST TABLE/$reads} and {@code POST TABLE/$writes}. Each operation is carried out as it arrives,
 * separately, and answered in order: see {@link Dialect}.
 *
 * <p>A pipeline counts as memory of requests, as an upload does. Metrics count each operation, and the pipeline itself.
 *
 * <p>A pipeline ends when its client ends it, when its client sends nothing for the read timeout, after {@link
 * Dialect#PIPELINE_SECONDS}, and when the endpoint closes. It always ends properly, after the answers to all operations
 * that were started.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class PipelineDialect implements DialectHandler {

  /** Most writes of a pipeline in progress at the same time. */
  static final int MOST_WRITES = 128;

  private static final Duration LONGEST = Duration.ofSeconds(Dialect.PIPELINE_SECONDS);

  @Override
  public boolean accepts(TableRequest request) {
    return request.verb() == Verb.POST
        && request.resource() instanceof Resource.TableAction action
        && (isReads(action) || Dialect.WRITES.equals("$" + action.name()))
        && MediaType.parse(request.header(HttpHeaderNames.CONTENT_TYPE))
            .name()
            .equals(Dialect.BINARY);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var action = (Resource.TableAction) exchange.request().resource();
    return isReads(action) ? reads(exchange, action.table()) : writes(exchange, action.table());
  }

  /**
   * Reads one after another, as the client takes the answers. An answer may be a hundred times larger than its request.
   */
  private static Publisher<Void> reads(HttpExchange exchange, TableName table) {
    exchange.operation("PipelineOfReads");
    var tables = exchange.tables();
    var selection = QueryReader.selection(exchange.request().options());
    return answer(
        exchange,
        "GetEntity",
        FrameLineDecoder::ofKeys,
        keys -> keys.concatMapDelayError(
            key -> answerOf(
                exchange,
                tables
                    .get(table, key, selection)
                    .switchIfEmpty(Mono.error(PipelineDialect::absent))
                    .<Frame>map(entity -> new Frame.Item(new StreamItem.Row(entity)))),
            1));
  }

  /**
   * Writes many at the same time, so that they share a turn of their shard and a force of the log.
   */
  private static Publisher<Void> writes(HttpExchange exchange, TableName table) {
    exchange.operation("PipelineOfWrites");
    var tables = exchange.tables();
    return answer(
        exchange,
        "WriteEntity",
        FrameLineDecoder::ofWrites,
        writes -> writes.flatMapSequentialDelayError(
            write -> answerOf(exchange, tables.write(table, write).<Frame>map(Frame.Result::new)),
            MOST_WRITES,
            1));
  }

  /**
   * Answers a pipeline. A client that sends nothing more, or nothing for too long, still receives the answers to the
   * operations that were started. Later operations are not started, because the authentication of the pipeline no longer
   * covers them.
   */
  private static <T> Publisher<Void> answer(
      HttpExchange exchange,
      String operation,
      Supplier<LineDecoder<T>> sources,
      Function<Flux<T>, Flux<Frame>> work) {
    var asked = exchange.body().pipelinedLines(sources);
    var answers = work.apply(asked.takeUntilOther(exchange.ending(LONGEST)))
        .doOnNext(answer -> exchange.answered(
            operation, statusOf(answer), System.nanoTime() - asked.lineAnswered()));
    return StreamReplies.answerFrames(exchange, answers, FrameChunkEncoder.BINARY, Dialect.BINARY);
  }

  /** Returns the answer of an operation. A failure is an answer too. */
  private static Mono<Frame> answerOf(HttpExchange exchange, Mono<Frame> work) {
    return work.onErrorResume(failure -> Mono.just(StreamReplies.failure(exchange, failure)));
  }

  private static int statusOf(Frame answer) {
    return answer instanceof Frame.Failure failure
        ? failure.cause().code().status()
        : HttpResponseStatus.OK.code();
  }

  private static boolean isReads(Resource.TableAction action) {
    return Dialect.READS.equals("$" + action.name());
  }

  private static NotFoundException absent() {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
  }
}
