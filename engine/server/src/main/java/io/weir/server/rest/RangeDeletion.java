package io.weir.server.rest;

import io.weir.api.TableName;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Deletes all entities whose keys match {@code $filter}. This operation is an extension. Created
 * per request.
 */
final class RangeDeletion {

  private final HttpExchange exchange;

  RangeDeletion(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Deletes the entities. Fails as {@link QueryReader#keys} does. */
  Mono<HttpReply> of(TableName table) {
    var keys = QueryReader.keys(exchange.request().options());
    return exchange
        .tables()
        .deleteRange(table, keys)
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }
}
