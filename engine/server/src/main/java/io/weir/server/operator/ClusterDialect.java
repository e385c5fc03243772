package io.weir.server.operator;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.OperatorAccount;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Handles {@code GET} and {@code POST /ACCOUNT/?comp=cluster}. Runs on: the loop of the connection.
 */
public final class ClusterDialect implements DialectHandler {

  private final StoreNodes nodes;
  private final OperatorAccount operator;

  public ClusterDialect(StoreNodes nodes, OperatorAccount operator) {
    this.nodes = nodes;
    this.operator = operator;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.options().get("comp", "").equals("cluster")
        && request.resource() instanceof Resource.Service;
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var verb = exchange.request().verb();
    if (verb == Verb.POST) {
      exchange.operation("TransferLeadership");
      operator.require(exchange);
      return nodes.transfer(option(exchange, "to")).then(reply(exchange));
    }
    exchange.operation("GetNodes");
    operator.require(exchange);
    if (!verb.isRead()) {
      throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.POST);
    }
    return reply(exchange);
  }

  private static Optional<String> option(HttpExchange exchange, String name) {
    return Optional.of(exchange.request().options().get(name, "")).filter(text -> !text.isEmpty());
  }

  private Mono<Void> reply(HttpExchange exchange) {
    return Mono.fromSupplier(() -> nodes.nodes().write())
        .map(document ->
            HttpReply.json(HttpResponseStatus.OK, body -> body.writeBytes(document)))
        .flatMap(exchange::reply);
  }
}
