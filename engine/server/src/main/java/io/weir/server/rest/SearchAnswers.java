package io.weir.server.rest;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.TableName;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchService;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.EntityLines;
import io.weir.server.json.SearchWriter;
import io.weir.server.json.TableAddress;
import reactor.core.publisher.Mono;

/**
 * Answers searches with a page of ranked entities, as JSON or, for {@code Accept:
 * application/x-ndjson}, as lines. Runs on: the loop of the connection.
 */
final class SearchAnswers {

  private SearchAnswers() {}

  /**
   * Returns the answer. Fails as {@link SearchService#search} does, and with
   * {@code AuthorizationFailure} for rights that end at a range of keys: scores, and the places of
   * hits among all matches, tell of entities outside of it.
   */
  static Mono<HttpReply> of(HttpExchange exchange, SearchService service, TableName table) {
    exchange.operation("SearchEntities");
    exchange.requireAllKeys();
    var request = exchange.request();
    var search = SearchQuery.read(request.options());
    var isLines = request.head().asksFor(Dialect.NDJSON);
    var writer = new SearchWriter(
        new TableAddress(request.accountUrl(), request.account(), table), search.selection());
    if (isLines) {
      return answer(exchange, service, table, search)
          .map(page -> marked(
              HttpReply.of(
                  HttpResponseStatus.OK,
                  EntityLines.CONTENT_TYPE,
                  allocator -> writer.lines(page, allocator)),
              page));
    }
    var level = Negotiation.responseLevel(request);
    return answer(exchange, service, table, search)
        .map(page -> marked(
            HttpReply.of(
                HttpResponseStatus.OK,
                level.contentType(),
                allocator -> writer.page(page, level, allocator)),
            page));
  }

  private static Mono<SearchPage> answer(
      HttpExchange exchange, SearchService service, TableName table, SearchRequest search) {
    return service.search(exchange.tables(), table, search);
  }

  private static HttpReply marked(HttpReply reply, SearchPage page) {
    var marked = reply.with(Dialect.SEARCH_LAG_HEADER, Long.toString(page.lag().toMillis()));
    return page.next().isPresent()
        ? marked.with(Dialect.SEARCH_NEXT_HEADER, Integer.toString(page.next().getAsInt()))
        : marked;
  }
}
