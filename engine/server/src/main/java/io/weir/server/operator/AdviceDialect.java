package io.weir.server.operator;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.engine.advice.AdviceReport;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.json.AdviceDocument;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import java.util.Optional;
import org.reactivestreams.Publisher;

/**
 * Handles {@code GET /ACCOUNT/?comp=advice} and {@code GET /ACCOUNT/TABLE?comp=advice}. Runs on:
 * the loop of the connection.
 */
public final class AdviceDialect implements DialectHandler {

  private final TableAdvice advice;

  public AdviceDialect(TableAdvice advice) {
    this.advice = advice;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.options().get("comp", "").equals("advice")
        && (request.resource() instanceof Resource.Service
            || request.resource() instanceof Resource.Table);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    exchange.operation("GetAdvice");
    exchange.requireOwner();
    MethodNotAllowed.unlessRead(exchange.request().verb());
    return advice
        .on(exchange.request().account(), tableOf(exchange.request().resource()))
        .map(AdviceDialect::reply)
        .flatMap(exchange::reply);
  }

  private static Optional<TableName> tableOf(Resource resource) {
    return resource instanceof Resource.Table table ? Optional.of(table.table()) : Optional.empty();
  }

  private static HttpReply reply(AdviceReport report) {
    return HttpReply.json(
        HttpResponseStatus.OK, body -> body.writeBytes(AdviceDocument.of(report).write()));
  }
}
