package io.weir.server.backup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.Dialect;
import io.weir.server.answer.Exchange;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.Reply;
import io.weir.server.json.ControlLine;
import io.weir.server.json.EntityLines;
import io.weir.server.request.Request;
import io.weir.server.request.Resource;
import io.weir.server.request.Verb;
import org.reactivestreams.Publisher;

/** Answers {@code POST /ACCOUNT/$backup?name=NAME}. Runs on: the loop of the connection. */
public final class BackupDialect implements Dialect {

  private static final String ACTION = "backup";
  private static final int LINE_BYTES = 512;

  private final Backups backups;

  public BackupDialect(Backups backups) {
    this.backups = backups;
  }

  @Override
  public boolean accepts(Request request) {
    return request.resource() instanceof Resource.AccountAction action
        && action.name().equals(ACTION);
  }

  @Override
  public Publisher<Void> handle(Exchange exchange) {
    exchange.operation("Backup");
    exchange.requireOwner();
    if (exchange.request().verb() != Verb.POST) {
      throw MethodNotAllowed.allowing(Verb.POST);
    }
    var lines = backups.write(exchange.request().options().get("name", ""));
    var head = Reply.of(HttpResponseStatus.OK)
        .with(HttpHeaderNames.CONTENT_TYPE, EntityLines.CONTENT_TYPE);
    return lines.switchOnFirst((first, all) -> first.hasError()
        ? all.then()
        : exchange.stream(head, all.map(line -> chunk(line, exchange))));
  }

  private static ByteBuf chunk(ControlLine line, Exchange exchange) {
    var out = exchange.allocator().buffer(LINE_BYTES);
    line.write(out);
    return out;
  }
}
