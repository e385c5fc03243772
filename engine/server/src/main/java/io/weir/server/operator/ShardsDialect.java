package io.weir.server.operator;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.balance.PartitionHeat;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.answer.OperatorAccount;
import io.weir.server.json.HeatDocument;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.util.List;
import org.reactivestreams.Publisher;

/**
 * Handles {@code GET} and {@code PUT /ACCOUNT/?comp=shards}. Runs on: the loop of the connection.
 */
public final class ShardsDialect implements DialectHandler {

  private static final int MOST_PARTITIONS = 20;

  private final StoreShards shards;
  private final OperatorAccount operator;

  public ShardsDialect(StoreShards shards, OperatorAccount operator) {
    this.shards = shards;
    this.operator = operator;
  }

  @Override
  public boolean accepts(TableRequest request) {
    return request.options().get("comp", "").equals("shards")
        && request.resource() instanceof Resource.Service;
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var verb = exchange.request().verb();
    if (verb == Verb.PUT) {
      exchange.operation("MoveShard");
      operator.require(exchange);
      return move(exchange);
    }
    exchange.operation("GetShards");
    operator.require(exchange);
    if (!verb.isRead()) {
      throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT);
    }
    return shards
        .hotPartitions(exchange.request().account(), MOST_PARTITIONS)
        .map(this::reply)
        .flatMap(exchange::reply);
  }

  private Publisher<Void> move(HttpExchange exchange) {
    var heat = shards.heat();
    var options = exchange.request().options();
    shards.move(
        number("shard", options.get("shard", ""), heat.shards().size()),
        number("loop", options.get("loop", ""), heat.loopNanos().size()));
    return exchange.reply(HttpReply.of(HttpResponseStatus.ACCEPTED));
  }

  private static int number(String parameter, String text, int end) {
    try {
      var number = Integer.parseInt(text);
      if (number >= 0 && number < end) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw outside(parameter, end);
    }
    throw outside(parameter, end);
  }

  private static InvalidRequestException outside(String parameter, int end) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "parameter=" + parameter + " expected=0To" + (end - 1));
  }

  private HttpReply reply(List<PartitionHeat> partitions) {
    var document = HeatDocument.of(shards.heat(), partitions);
    return HttpReply.json(HttpResponseStatus.OK, body -> body.writeBytes(document.write()));
  }
}
