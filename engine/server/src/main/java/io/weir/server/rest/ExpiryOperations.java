package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.expiry.Expiry;
import io.weir.api.json.ExpiryJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Gets, sets and removes a table's rule of expiry. Requires an account key, because a rule can remove every entity of the table. Created per
 * request.
 */
final class ExpiryOperations {

  private final HttpExchange exchange;

  ExpiryOperations(HttpExchange exchange) {
    exchange.requireOwner();
    this.exchange = exchange;
  }

  /** Returns the rule. Fails with {@code TableNotFound}, and with {@code ResourceNotFound} when the table has none. */
  Mono<HttpReply> get(TableName table) {
    return exchange
        .tables()
        .expiry(table)
        .switchIfEmpty(Mono.error(() ->
            new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + table + " expiry=none")))
        .map(ExpiryOperations::reply);
  }

  /** Sets the rule. Fails with {@code TableNotFound}, and as {@link ExpiryJson#read} does. */
  Mono<HttpReply> set(TableName table) {
    return exchange
        .body()
        .whole()
        .map(ExpiryJson::read)
        .flatMap(rule -> exchange.tables().setExpiry(table, rule))
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  /** Removes the rule, if there is one. Fails with {@code TableNotFound}. */
  Mono<HttpReply> remove(TableName table) {
    return exchange
        .tables()
        .removeExpiry(table)
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private static HttpReply reply(Expiry rule) {
    var body = ExpiryJson.write(rule);
    return HttpReply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }
}
