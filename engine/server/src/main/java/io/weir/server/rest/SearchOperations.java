package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.json.SearchJson;
import io.weir.api.search.SearchService;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Declares, shows, rebuilds and drops searches. Requires an account key, because an index costs
 * memory, disk space and every write's work. Created per request.
 */
final class SearchOperations {

  private final HttpExchange exchange;
  private final SearchService service;

  SearchOperations(HttpExchange exchange, SearchService service) {
    exchange.requireOwner();
    this.exchange = exchange;
    this.service = service;
  }

  /** Returns the searches of the account. */
  Mono<HttpReply> list() {
    return service.list().map(all -> json(HttpResponseStatus.OK, SearchJson.write(all)));
  }

  /** Returns a search. Fails as {@link SearchService#status} does. */
  Mono<HttpReply> get(TableName table) {
    return service.status(table).map(one -> json(HttpResponseStatus.OK, SearchJson.write(one)));
  }

  /** Declares a search. Fails as {@link SearchJson#read} and {@link SearchService#declare} do. */
  Mono<HttpReply> declare(TableName table) {
    return exchange
        .body()
        .whole()
        .map(SearchJson::read)
        .flatMap(definition -> service.declare(table, definition))
        .map(one -> json(HttpResponseStatus.ACCEPTED, SearchJson.write(one)));
  }

  /** Begins to build the index again. Fails as {@link SearchService#rebuild} does. */
  Mono<HttpReply> rebuild(TableName table) {
    return service
        .rebuild(table)
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /** Drops a search. Fails as {@link SearchService#drop} does. */
  Mono<HttpReply> drop(TableName table) {
    return service
        .drop(table)
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }

  private static HttpReply json(HttpResponseStatus status, byte[] body) {
    return HttpReply.of(
        status,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }
}
