package io.weir.server.rest;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchService;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Answers searches, and requests about the declarations of searches. Runs on: the loop of the
 * connection.
 */
public final class SearchDialect implements DialectHandler {

  private static final String SEARCH = "search";

  private final Optional<Function<AccountName, SearchService>> searches;

  /** Creates the handler of a service. Without searches every request is refused. */
  public SearchDialect(Optional<Function<AccountName, SearchService>> searches) {
    this.searches = searches;
  }

  @Override
  public boolean accepts(TableRequest request) {
    if (request.resource() instanceof Resource.Table) {
      return isDeclaration(request)
          || !request.options().has("comp")
              && request.verb().isRead()
              && request.options().has(SearchQuery.OPTION);
    }
    return request.resource() instanceof Resource.AccountAction action
        && action.name().equals(SEARCH);
  }

  private static boolean isDeclaration(TableRequest request) {
    return request.options().get("comp", "").equals(SEARCH);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    var service = searches
        .orElseThrow(() -> new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "lacks=search"))
        .apply(exchange.request().account());
    return reply(exchange, service).flatMap(exchange::reply);
  }

  private static Mono<HttpReply> reply(HttpExchange exchange, SearchService service) {
    var request = exchange.request();
    if (!(request.resource() instanceof Resource.Table resource)) {
      return list(exchange, service);
    }
    return isDeclaration(request)
        ? declaration(exchange, service, resource.table())
        : SearchAnswers.of(exchange, service, resource.table());
  }

  private static Mono<HttpReply> list(HttpExchange exchange, SearchService service) {
    MethodNotAllowed.unlessRead(exchange.request().verb());
    return operations(exchange, service, "ListSearches").list();
  }

  private static Mono<HttpReply> declaration(
      HttpExchange exchange, SearchService service, TableName table) {
    return switch (exchange.request().verb()) {
      case GET, HEAD -> operations(exchange, service, "GetSearch").get(table);
      case PUT -> operations(exchange, service, "DeclareSearch").declare(table);
      case POST -> operations(exchange, service, "RebuildSearch").rebuild(table);
      case DELETE -> operations(exchange, service, "DropSearch").drop(table);
      default ->
        throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.POST, Verb.DELETE);
    };
  }

  private static SearchOperations operations(
      HttpExchange exchange, SearchService service, String operation) {
    exchange.operation(operation);
    return new SearchOperations(exchange, service);
  }
}
