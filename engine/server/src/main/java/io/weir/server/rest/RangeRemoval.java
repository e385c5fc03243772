package io.weir.server.rest;

import io.weir.api.TableName;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/** Our own: the removal of all entities in the ranges of keys that {@code $filter} says. Made for one request. */
final class RangeRemoval {

  private final HttpExchange exchange;

  RangeRemoval(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Fails as {@link QueryReader#keys} does. */
  Mono<HttpReply> of(TableName table) {
    var keys = QueryReader.keys(exchange.request().options());
    return exchange.tables().deleteRange(table, keys).then(Mono.fromCallable(Answers::noContent));
  }
}
