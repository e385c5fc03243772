package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.Page;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.json.NamedTable;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.MetadataLevel;
import io.weir.server.json.TableJson;
import io.weir.server.request.TableRequest;
import reactor.core.publisher.Mono;

/** Lists, gets, creates and deletes tables. Created per request. */
final class TableOperations {

  private final HttpExchange exchange;
  private final TableRequest request;

  TableOperations(HttpExchange exchange) {
    this.exchange = exchange;
    this.request = exchange.request();
  }

  Mono<HttpReply> list() {
    var level = Negotiation.responseLevel(request);
    var options = request.options();
    var query = QueryReader.ofTables(
        options, QueryReader.read(options, ContinuationToken.ofTables(options)));
    return exchange.tables().tables(query).map(page -> pageReply(page, level));
  }

  /** Returns one table. Fails with {@code ResourceNotFound}. */
  Mono<HttpReply> get(TableName table) {
    var level = Negotiation.responseLevel(request);
    return exchange
        .tables()
        .table(table)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + table)))
        .map(found -> one(HttpResponseStatus.OK, found, level));
  }

  Mono<HttpReply> create() {
    Negotiation.requireJsonBody(request);
    var level = Negotiation.responseLevel(request);
    return exchange
        .body()
        .whole()
        .map(NamedTable::read)
        .flatMap(table -> exchange.tables().createTable(table).thenReturn(table))
        .map(table -> created(table, level));
  }

  Mono<HttpReply> delete(TableName table) {
    return exchange.tables().deleteTable(table).then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private HttpReply pageReply(Page<TableName> page, MetadataLevel level) {
    var json = json(level);
    var reply = ProtocolReplies.json(
        HttpResponseStatus.OK, level, allocator -> json.list(page.items(), allocator));
    return ContinuationToken.addTables(reply, page.next());
  }

  private HttpReply created(TableName table, MetadataLevel level) {
    var preference = Preference.of(request);
    var location = request.accountUrl() + "/Tables('" + table + "')";
    var reply = preference.isContentWanted()
        ? one(HttpResponseStatus.CREATED, table, level)
        : ProtocolReplies.noContent().with("DataServiceId", location);
    return preference.acknowledge(reply.with(HttpHeaderNames.LOCATION, location));
  }

  private HttpReply one(HttpResponseStatus status, TableName table, MetadataLevel level) {
    var json = json(level);
    return ProtocolReplies.json(status, level, allocator -> json.one(table, allocator));
  }

  private TableJson json(MetadataLevel level) {
    return new TableJson(request.accountUrl(), request.account(), level);
  }
}
