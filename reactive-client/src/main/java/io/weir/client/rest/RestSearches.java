package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.TableName;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.json.SearchHits;
import io.weir.api.json.SearchJson;
import io.weir.api.search.SearchDeclarations;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchStatus;
import io.weir.api.wire.Dialect;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import reactor.core.publisher.Mono;

/**
 * Full-text searches, over requests that Weir understands and the original service does not. Each
 * is sent once. Any thread.
 */
public final class RestSearches implements SearchDeclarations {

  private static final String JSON = "application/json";

  private static final ResponseReader<SearchStatus> STATUS =
      RestAnswer.of(answer -> SearchJson.readStatus(answer.body().array()));
  private static final ResponseReader<List<SearchStatus>> LIST =
      RestAnswer.of(answer -> SearchJson.readList(answer.body().array()));

  private final RequestSender exchange;
  private final Addresses addresses;

  /**
   * The searches of an account at a path, which has its slash and is empty if the host name
   * contains the account.
   */
  public RestSearches(RequestSender exchange, String path) {
    this.exchange = exchange;
    this.addresses = new Addresses(path);
  }

  @Override
  public Mono<SearchStatus> declare(TableName table, SearchDefinition definition) {
    return Mono.defer(() ->
        send(declaration(HttpMethod.PUT, table).with(SearchJson.write(definition), JSON), STATUS));
  }

  @Override
  public Mono<SearchStatus> status(TableName table) {
    return send(declaration(HttpMethod.GET, table), STATUS);
  }

  @Override
  public Mono<List<SearchStatus>> list() {
    var path = addresses.action(Dialect.SEARCHES);
    return send(request(HttpMethod.GET, path, new QueryText(), JSON), LIST);
  }

  @Override
  public Mono<Void> drop(TableName table) {
    return send(declaration(HttpMethod.DELETE, table), RestAnswer.DONE).then();
  }

  @Override
  public Mono<Void> rebuild(TableName table) {
    return send(declaration(HttpMethod.POST, table), RestAnswer.DONE).then();
  }

  /**
   * Returns one page of an answer. Fails as {@link io.weir.api.search.SearchService#search} does.
   */
  public Mono<SearchPage> page(TableName table, SearchRequest search) {
    return Mono.defer(() -> send(
        request(HttpMethod.GET, addresses.entities(table), options(search), RestRequests.ACCEPTED),
        RestAnswer.of(answer -> page(answer, search.selection()))));
  }

  private static QueryText options(SearchRequest search) {
    var options = new QueryText()
        .add(Dialect.SEARCH, search.text())
        .add("$top", Integer.toString(search.top()))
        .add("$skip", Integer.toString(search.skip()));
    if (!search.filter().equals(Filter.ALL)) {
      options.add("$filter", FilterPrinter.print(search.filter()));
    }
    if (!search.selection().isAll()) {
      options.add("$select", String.join(",", search.selection().names()));
    }
    return options;
  }

  private static SearchPage page(RestAnswer answer, Selection selection) {
    var hits = SearchHits.read(answer.body().array()).stream()
        .map(hit -> new SearchHit(hit.entity().select(selection), hit.score()))
        .toList();
    var next = answer.headers().get(Dialect.SEARCH_NEXT_HEADER);
    var lag = answer.headers().get(Dialect.SEARCH_LAG_HEADER, "");
    return new SearchPage(
        hits,
        next == null ? OptionalInt.empty() : OptionalInt.of((int) number(next)),
        Duration.ofMillis(number(lag)));
  }

  private static long number(String header) {
    try {
      return Long.parseLong(header);
    } catch (NumberFormatException e) {
      throw RestAnswer.unexpected("header", "expected=number");
    }
  }

  private OutboundRequest declaration(HttpMethod method, TableName table) {
    return request(
        method, addresses.account() + "/" + table, new QueryText().add("comp", "search"), JSON);
  }

  private <T> Mono<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return exchange.send(request, answer).next();
  }

  private static OutboundRequest request(
      HttpMethod method, String path, QueryText options, String accepted) {
    return OutboundRequest.of(Protocol.HTTP_1, method, path, options.text(), accepted)
        .with("dataserviceversion", "3.0")
        .with("maxdataserviceversion", "3.0;NetFx");
  }
}
