package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.Operation;
import io.weir.api.TableName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.BodyLines;
import io.weir.server.request.LineDecoder;
import io.weir.server.request.MediaType;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import io.weir.server.stream.ChunkEncoder;
import io.weir.server.stream.FrameChunkEncoder;
import io.weir.server.stream.StreamReplies;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;

/**
 * Bulk writes: {@code POST TABLE/$bulk} with lines of JSON or frames. The results are sent in the
 * same form while the body still arrives.
 *
 * <p>Each bulk write counts as memory of requests. If none is left, the bulk write is refused
 * before its first line is read.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class BulkDialect implements DialectHandler {

  @Override
  public boolean accepts(TableRequest request) {
    return request.verb() == Verb.POST
        && request.resource() instanceof Resource.TableAction action
        && Dialect.BULK.equals("$" + action.name())
        && (isOf(request, Dialect.NDJSON) || isOf(request, Dialect.BINARY));
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    exchange.operation(Operation.BULK.text());
    var request = exchange.request();
    var table = ((Resource.TableAction) request.resource()).table();
    return isOf(request, Dialect.BINARY)
        ? answer(
            exchange, table, FrameLineDecoder::ofBulk, FrameChunkEncoder.BINARY, Dialect.BINARY)
        : answer(
            exchange,
            table,
            () -> new JsonLineDecoder(Dialect.LINE_BYTES),
            ResultChunkEncoder.NDJSON,
            Dialect.NDJSON);
  }

  private static Publisher<Void> answer(
      HttpExchange exchange,
      TableName table,
      Supplier<LineDecoder<BulkLine>> sources,
      ChunkEncoder form,
      String contentType) {
    var lines = exchange.body().lines(sources);
    var results = exchange
        .tables()
        .bulk(table, lines)
        .doOnNext(result -> answered(result, lines))
        .<Frame>map(Frame.Outcome::new);
    return StreamReplies.answerFrames(exchange, results, form, contentType);
  }

  private static void answered(BulkResult result, BodyLines<BulkLine> lines) {
    if (!(result instanceof BulkResult.End)) {
      lines.lineAnswered();
    }
  }

  private static boolean isOf(TableRequest request, String type) {
    return MediaType.parse(request.header(HttpHeaderNames.CONTENT_TYPE)).name().equals(type);
  }
}
