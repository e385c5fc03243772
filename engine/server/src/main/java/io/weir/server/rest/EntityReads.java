package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccessPath;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.wire.Dialect;
import io.weir.engine.plan.UnusedIndexes;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.PlanHeader;
import io.weir.server.json.EntityWriter;
import io.weir.server.json.MetadataLevel;
import io.weir.server.json.TableAddress;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import reactor.core.publisher.Mono;

/** Reads one entity by its keys, or one page of a query. Created per request. */
final class EntityReads {

  private static final QueryReport ONE_POINT = new QueryReport(AccessPath.POINT, 1, 1, 1);

  private final TableRequest request;
  private final TableService tables;

  EntityReads(TableRequest request, TableService tables) {
    this.request = request;
    this.tables = tables;
  }

  /** Returns the entity. Fails with {@code ResourceNotFound} or {@code TableNotFound}. */
  Mono<HttpReply> get(Resource.EntityAt resource) {
    var level = Negotiation.responseLevel(request);
    var selection = QueryReader.selection(request.options());
    var writer = new EntityWriter(address(resource.table()), level, selection);
    return tables
        .get(resource.table(), resource.key(), selection)
        .switchIfEmpty(Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")))
        .map(entity -> entityReply(entity, level, writer));
  }

  /**
   * Returns a page of entities. One that is to be explained says why declared indexes were not
   * used, and has no count. Fails with {@code TableNotFound}, and as a list of indexes does for a
   * request that may not read it and asks for an explanation.
   */
  Mono<HttpReply> query(TableName table) {
    var level = Negotiation.responseLevel(request);
    var query = query();
    var writer = new EntityWriter(address(table), level, query.selection());
    var page = tables.page(table, query);
    if (request.header(Dialect.EXPLAIN_HEADER).equals("true")) {
      return page.zipWith(
          tables.indexes(table),
          (read, declared) -> PlanHeader.unused(
              pageReply(read, query, level, writer),
              UnusedIndexes.of(query, declared, read.report())));
    }
    return QueryReader.isCounted(request.options())
        ? page.zipWith(
            tables.count(table, query.from(null).top(Query.NO_TOP)),
            (read, count) -> pageReply(read, query, level, writer.withCount(count.returned())))
        : page.map(read -> pageReply(read, query, level, writer));
  }

  /**
   * Returns the groups of an aggregation. Fails with {@code TableNotFound}, and with
   * {@code NotImplemented} for an option that would apply to the groups.
   */
  Mono<HttpReply> aggregate(TableName table) {
    var level = Negotiation.responseLevel(request);
    var options = QueryReader.ofAggregated(request.options());
    var aggregation = QueryReader.aggregation(request.options());
    var writer = EntityWriter.ofGroups(address(table), level, aggregation);
    return tables
        .aggregate(table, query(options), aggregation)
        .map(answer -> PlanHeader.on(
            ProtocolReplies.json(
                HttpResponseStatus.OK, level, allocator -> writer.list(answer.groups(), allocator)),
            answer.report()));
  }

  /**
   * Returns the number of all matches, up to {@code $top}, as text. Fails with
   * {@code TableNotFound}.
   */
  Mono<HttpReply> count(TableName table) {
    return tables
        .count(table, query())
        .map(report -> PlanHeader.on(
            HttpReply.of(
                HttpResponseStatus.OK,
                "text/plain;charset=utf-8",
                allocator -> Unpooled.copiedBuffer(Long.toString(report.returned()), US_ASCII)),
            report));
  }

  private Query query() {
    return query(request.options());
  }

  private Query query(QueryOptions options) {
    var read = QueryReader.read(options, ContinuationToken.ofEntities(options));
    return QueryReader.hinted(
        QueryReader.within(request.resource(), read), request.header(Dialect.INDEX_HEADER));
  }

  private static HttpReply entityReply(Entity entity, MetadataLevel level, EntityWriter writer) {
    var reply = ProtocolReplies.json(
            HttpResponseStatus.OK, level, allocator -> writer.one(entity, allocator))
        .with(HttpHeaderNames.ETAG, ETag.ofTimestamp(entity.timestampTicks()).text());
    return PlanHeader.on(reply, ONE_POINT);
  }

  private static HttpReply pageReply(
      Page<Entity> page, Query query, MetadataLevel level, EntityWriter writer) {
    var reply = ProtocolReplies.json(
        HttpResponseStatus.OK, level, allocator -> writer.list(page.items(), allocator));
    // A page of size 0 has no continuation: the client would request empty pages without end.
    var next = query.top() == 0 ? null : page.next();
    return ContinuationToken.addEntities(PlanHeader.on(reply, page.report()), next);
  }

  private TableAddress address(TableName table) {
    return new TableAddress(request.accountUrl(), request.account(), table);
  }
}
