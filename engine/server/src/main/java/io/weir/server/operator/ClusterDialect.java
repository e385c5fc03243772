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
import io.weir.server.request.Verb;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Handles {@code GET}, {@code POST}, {@code PUT} and {@code DELETE /ACCOUNT/?comp=cluster}. Runs
 * on: the loop of the connection.
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
    exchange.operation(operation(verb));
    operator.require(exchange);
    return switch (verb) {
      case GET, HEAD -> reply(exchange);
      case POST -> nodes.transfer(option(exchange, "to")).then(reply(exchange));
      case PUT -> begin(exchange, () -> add(exchange));
      case DELETE -> begin(exchange, () -> nodes.remove(required(exchange, "node")));
      default ->
        throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.POST, Verb.PUT, Verb.DELETE);
    };
  }

  private void add(HttpExchange exchange) {
    var node = required(exchange, "node");
    var address = required(exchange, "address");
    switch (exchange.request().options().get("listener", "false")) {
      case "true" -> nodes.addListener(node, address);
      case "false" -> nodes.add(node, address);
      default ->
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "parameter=listener expected=trueOrFalse");
    }
  }

  private static String operation(Verb verb) {
    return switch (verb) {
      case POST -> "TransferLeadership";
      case PUT -> "AddNode";
      case DELETE -> "RemoveNode";
      default -> "GetNodes";
    };
  }

  private static Publisher<Void> begin(HttpExchange exchange, Runnable change) {
    change.run();
    return exchange.reply(HttpReply.of(HttpResponseStatus.ACCEPTED));
  }

  private static String required(HttpExchange exchange, String name) {
    return option(exchange, name)
        .orElseThrow(
            () -> new InvalidRequestException(ErrorCode.INVALID_INPUT, "parameter=" + name));
  }

  private static Optional<String> option(HttpExchange exchange, String name) {
    return Optional.of(exchange.request().options().get(name, "")).filter(text -> !text.isEmpty());
  }

  private Mono<Void> reply(HttpExchange exchange) {
    return Mono.fromSupplier(() -> nodes.nodes().write())
        .map(document -> HttpReply.json(HttpResponseStatus.OK, body -> body.writeBytes(document)))
        .flatMap(exchange::reply);
  }
}
