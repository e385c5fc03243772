package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.Operation;
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
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Pipelines: {@code POST TABLE/$reads}, {@code POST TABLE/$writes} and {@code POST
 * ACCOUNT/$commits}. Each operation is carried out as it arrives, separately, and answered in
 * order: see {@link Dialect}.
 *
 * <p>{@link PipelineAnswer} states when a pipeline ends.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class PipelineDialect implements DialectHandler {

  /** Most writes of a pipeline in progress at the same time. */
  static final int MOST_WRITES = 128;

  @Override
  public boolean accepts(TableRequest request) {
    return request.verb() == Verb.POST
        && isPipeline(request.resource())
        && MediaType.parse(request.header(HttpHeaderNames.CONTENT_TYPE))
            .name()
            .equals(Dialect.BINARY);
  }

  private static boolean isPipeline(Resource resource) {
    if (resource instanceof Resource.TableAction action) {
      return isReads(action) || Dialect.WRITES.equals("$" + action.name());
    }
    return resource instanceof Resource.AccountAction action
        && Dialect.COMMITS.equals("$" + action.name());
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    if (exchange.request().resource() instanceof Resource.TableAction action) {
      return isReads(action) ? reads(exchange, action.table()) : writes(exchange, action.table());
    }
    return commits(exchange);
  }

  /**
   * Reads one after another, as the client takes the answers. An answer may be a hundred times
   * larger than its request.
   */
  private static Publisher<Void> reads(HttpExchange exchange, TableName table) {
    exchange.operation("PipelineOfReads");
    var tables = exchange.tables();
    var selection = QueryReader.selection(exchange.request().options());
    return PipelineAnswer.of(
        exchange,
        Operation.GET_ENTITY.text(),
        FrameLineDecoder::ofKeys,
        keys -> keys.concatMapDelayError(
            key -> PipelineAnswer.part(
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
    return PipelineAnswer.of(
        exchange,
        Operation.WRITE_ENTITY.text(),
        FrameLineDecoder::ofWrites,
        writes -> writes.flatMapSequentialDelayError(
            write -> PipelineAnswer.part(
                exchange, tables.write(table, write).<Frame>map(Frame.Result::new)),
            MOST_WRITES,
            1));
  }

  /** Carries out many joint commits at the same time, as {@link #writes} does. */
  private static Publisher<Void> commits(HttpExchange exchange) {
    exchange.operation("PipelineOfCommits");
    var tables = exchange.tables();
    return PipelineAnswer.of(
        exchange,
        Operation.JOINT_COMMIT.text(),
        FrameLineDecoder::ofCommits,
        commits -> commits.flatMapSequentialDelayError(
            commit -> PipelineAnswer.part(
                exchange, tables.commit(commit).<Frame>map(Frame.Committed::new)),
            MOST_WRITES,
            1));
  }

  private static boolean isReads(Resource.TableAction action) {
    return Dialect.READS.equals("$" + action.name());
  }

  private static NotFoundException absent() {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
  }
}
