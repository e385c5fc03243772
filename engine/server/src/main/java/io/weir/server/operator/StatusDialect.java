package io.weir.server.operator;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.OperatorAccount;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import java.util.Optional;
import org.reactivestreams.Publisher;

/** Handles {@code GET /ACCOUNT/?comp=status}. Runs on: the loop of the connection. */
public final class StatusDialect implements DialectHandler {

  private final Optional<ServiceStatus> told;

  /** Creates the handler of a service. Without a status every request is refused. */
  public StatusDialect(Optional<ServiceStatus> told) {
    this.told = told;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.options().get("comp", "").equals("status")
        && request.resource() instanceof Resource.Service;
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    exchange.operation("GetStatus");
    exchange.requireOwner();
    MethodNotAllowed.unlessRead(exchange.request().verb());
    var status = told.orElseThrow(
        () -> new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=status"));
    new OperatorAccount(Optional.of(status.operator())).require(exchange);
    return exchange.reply(HttpReply.json(
        HttpResponseStatus.OK, body -> body.writeBytes(status.document().get().write())));
  }
}
