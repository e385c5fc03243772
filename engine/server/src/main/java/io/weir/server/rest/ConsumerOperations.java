package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.json.ConsumerJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Creates, lists, moves and deletes named consumers of the change feed. The bodies are those of
 * {@link ConsumerJson}. This is an extension. Created per request.
 */
final class ConsumerOperations {

  private final HttpExchange exchange;
  private final FeedConsumers consumers;

  ConsumerOperations(HttpExchange exchange) {
    this.exchange = exchange;
    this.consumers = exchange.tables().consumers();
  }

  /** Returns the consumers. */
  Mono<HttpReply> list() {
    return consumers.list().map(all -> json(HttpResponseStatus.OK, ConsumerJson.write(all)));
  }

  /** Returns a consumer. Fails with {@code ConsumerNotFound}. */
  Mono<HttpReply> get(ConsumerName name) {
    return consumers.get(name).map(one -> json(HttpResponseStatus.OK, ConsumerJson.write(one)));
  }

  /**
   * Creates a consumer. Fails as {@link FeedConsumers#create} and {@link ConsumerJson#readCreation}
   * do.
   */
  Mono<HttpReply> create(ConsumerName name) {
    return exchange
        .body()
        .whole()
        .map(ConsumerJson::readCreation)
        .flatMap(creation -> consumers.create(name, creation.table(), creation.start()))
        .map(one -> json(HttpResponseStatus.CREATED, ConsumerJson.write(one)));
  }

  /**
   * Moves a consumer to a start. Fails as {@link FeedConsumers#reset} and
   * {@link ConsumerJson#readReset} do.
   */
  Mono<HttpReply> reset(ConsumerName name) {
    return exchange
        .body()
        .whole()
        .map(ConsumerJson::readReset)
        .flatMap(start -> consumers.reset(name, start))
        .map(one -> json(HttpResponseStatus.OK, ConsumerJson.write(one)));
  }

  /**
   * Moves a consumer forward. Fails as {@link FeedConsumers#advance} and
   * {@link ConsumerJson#readAdvance} do.
   */
  Mono<HttpReply> advance(ConsumerName name) {
    return exchange
        .body()
        .whole()
        .map(ConsumerJson::readAdvance)
        .flatMap(move -> consumers.advance(name, move.generation(), move.to()))
        .map(position -> json(HttpResponseStatus.OK, ConsumerJson.write(position)));
  }

  /** Deletes a consumer. Fails with {@code ConsumerNotFound}. */
  Mono<HttpReply> delete(ConsumerName name) {
    return consumers.delete(name).then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private static HttpReply json(HttpResponseStatus status, byte[] body) {
    return HttpReply.of(
        status,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }
}
