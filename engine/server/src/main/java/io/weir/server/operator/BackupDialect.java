package io.weir.server.operator;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.OperatorAccount;
import io.weir.server.json.ControlLine;
import io.weir.server.json.EntityLines;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import org.reactivestreams.Publisher;

/** Handles {@code POST /ACCOUNT/$backup?name=NAME&keep=N}. Runs on: the loop of the connection. */
public final class BackupDialect implements DialectHandler {

  private static final String ACTION = "backup";
  private static final int LINE_BYTES = 512;

  private final Backups backups;
  private final OperatorAccount operator;

  public BackupDialect(Backups backups, OperatorAccount operator) {
    this.backups = backups;
    this.operator = operator;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.resource() instanceof Resource.AccountAction action
        && action.name().equals(ACTION);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    exchange.operation("Backup");
    operator.require(exchange);
    if (exchange.request().verb() != Verb.POST) {
      throw MethodNotAllowed.allowing(Verb.POST);
    }
    var options = exchange.request().options();
    var lines = backups.write(options.get("name", ""), options.get("keep", ""));
    var head = HttpReply.of(HttpResponseStatus.OK)
        .with(HttpHeaderNames.CONTENT_TYPE, EntityLines.CONTENT_TYPE);
    return lines.switchOnFirst((first, all) -> first.hasError()
        ? all.then()
        : exchange.stream(head, all.map(line -> chunk(line, exchange))));
  }

  private static ByteBuf chunk(ControlLine line, HttpExchange exchange) {
    var out = exchange.allocator().buffer(LINE_BYTES);
    line.write(out);
    return out;
  }
}
