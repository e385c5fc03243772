package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.json.FeedSettingsJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Gets, sets and removes what a table keeps for its change feed. Requires an account key, because it makes every write of the table dearer. Created
 * per request.
 */
final class FeedOperations {

  private final HttpExchange exchange;

  FeedOperations(HttpExchange exchange) {
    exchange.requireOwner();
    this.exchange = exchange;
  }

  /** Returns the settings. Fails with {@code TableNotFound}. */
  Mono<HttpReply> get(TableName table) {
    return exchange.tables().feedSettings(table).map(FeedOperations::reply);
  }

  /** Sets the settings. Fails with {@code TableNotFound}, and as {@link FeedSettingsJson#read} does. */
  Mono<HttpReply> set(TableName table) {
    return exchange
        .body()
        .whole()
        .map(FeedSettingsJson::read)
        .flatMap(settings -> exchange.tables().setFeedSettings(table, settings))
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  /** Restores the default. Fails with {@code TableNotFound}. */
  Mono<HttpReply> remove(TableName table) {
    return exchange
        .tables()
        .setFeedSettings(table, FeedSettings.DEFAULT)
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private static HttpReply reply(FeedSettings settings) {
    var body = FeedSettingsJson.write(settings);
    return HttpReply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }
}
