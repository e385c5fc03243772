package io.weir.server.bulk;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.server.answer.Exchange;
import io.weir.server.request.MediaType;
import io.weir.server.request.Request;
import io.weir.server.request.Resource;
import io.weir.server.request.Verb;
import io.weir.server.stream.ChunkForm;
import io.weir.server.stream.FrameForm;
import io.weir.server.stream.Streams;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;

/**
 * Bulk writes: {@code POST TABLE/$bulk} with lines of JSON or with frames, answered in the same form while the body is still coming.
 * Each counts as memory of requests; one for which there is none left is refused before any of its lines is looked at.
 *
 * <p>Runs on: the loop of the connection.
 */
public final class BulkDialect implements io.weir.server.answer.Dialect {

  @Override
  public boolean accepts(Request request) {
    return request.verb() == Verb.POST
        && request.resource() instanceof Resource.TableAction action
        && Dialect.BULK.equals("$" + action.name())
        && (isOf(request, Dialect.NDJSON) || isOf(request, Dialect.BINARY));
  }

  @Override
  public Publisher<Void> handle(Exchange exchange) {
    exchange.operation("Bulk");
    var request = exchange.request();
    var table = ((Resource.TableAction) request.resource()).table();
    return isOf(request, Dialect.BINARY)
        ? answer(exchange, table, FrameLines::ofBulk, FrameForm.BINARY, Dialect.BINARY)
        : answer(
            exchange,
            table,
            () -> new JsonLines(Dialect.LINE_BYTES),
            ResultForm.NDJSON,
            Dialect.NDJSON);
  }

  private static Publisher<Void> answer(
      Exchange exchange,
      TableName table,
      Supplier<LineSource<BulkLine>> sources,
      ChunkForm form,
      String contentType) {
    var chunks = exchange.endlessChunks();
    var intake = new Intake(exchange::uploadRoom);
    var lines = new BodyLines<>(chunks, sources, intake, exchange.loop());
    var results = exchange
        .tables()
        .bulk(table, lines)
        .doOnNext(result -> answered(result, intake))
        .<Frame>map(Frame.Outcome::new);
    return Streams.answerFrames(exchange, results, form, contentType);
  }

  private static void answered(BulkResult result, Intake intake) {
    if (!(result instanceof BulkResult.End)) {
      intake.answered();
    }
  }

  private static boolean isOf(Request request, String type) {
    return MediaType.parse(request.header(HttpHeaderNames.CONTENT_TYPE)).name().equals(type);
  }
}
