package io.weir.server.rest;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexName;
import io.weir.api.json.IndexJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import reactor.core.publisher.Mono;

/**
 * Declares, describes, lists and drops the indexes of a table. These operations are an extension.
 * Created per request.
 */
final class IndexOperations {

  private static final String JSON = "application/json;charset=utf-8";

  private final HttpExchange exchange;

  IndexOperations(HttpExchange exchange) {
    this.exchange = exchange;
  }

  /** Returns all indexes of a table. Fails with {@code TableNotFound}. */
  Mono<HttpReply> list(TableName table) {
    return exchange.tables().indexes(table).map(IndexJson::write).map(IndexOperations::json);
  }

  /** Returns one index. Fails with {@code TableNotFound} and {@code ResourceNotFound}. */
  Mono<HttpReply> get(TableName table) {
    var name = name();
    return exchange
        .tables()
        .indexes(table)
        .flatMapIterable(all -> all)
        .filter(status -> status.definition().name().equals(name))
        .next()
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + name)))
        .map(IndexJson::write)
        .map(IndexOperations::json);
  }

  /** Declares an index. Fails as {@code TableService.createIndex} does. */
  Mono<HttpReply> create(TableName table) {
    var name = name();
    return exchange
        .body()
        .whole()
        .map(body -> IndexJson.read(name, body))
        .flatMap(definition -> exchange.tables().createIndex(table, definition))
        .then(Mono.fromCallable(() -> HttpReply.of(HttpResponseStatus.CREATED)));
  }

  /** Drops an index. Fails as {@code TableService.dropIndex} does. */
  Mono<HttpReply> drop(TableName table) {
    return exchange
        .tables()
        .dropIndex(table, name())
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private IndexName name() {
    var name = exchange.request().options().get("name", "");
    if (name.isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_QUERY_PARAMETER_VALUE, "option=name expected=indexName");
    }
    return new IndexName(name);
  }

  private static HttpReply json(byte[] body) {
    return HttpReply.of(HttpResponseStatus.OK, JSON, allocator -> Unpooled.wrappedBuffer(body));
  }
}
