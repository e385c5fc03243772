package io.weir.client;

import io.weir.api.TableName;
import io.weir.api.search.SearchDeclarations;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchStatus;
import io.weir.client.call.Calls;
import io.weir.client.call.Resolution;
import io.weir.client.rest.RestSearches;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The full-text searches of a service, with the retries of the client. A declaration and a rebuild
 * may be sent again: a repetition changes nothing, or builds the index once more.
 */
record RemoteSearches(Calls<RestSearches> calls, Resolution<Boolean> removal)
    implements SearchDeclarations {

  /** A page, and the request that it answers. */
  private record Step(SearchRequest request, SearchPage page) {

    /** Returns the request for the rest of the entities that were asked for. */
    Optional<SearchRequest> following() {
      var missing = request.top() - page.hits().size();
      return missing > 0 && page.next().isPresent()
          ? Optional.of(request.top(missing).skip(page.next().getAsInt()))
          : Optional.empty();
    }
  }

  @Override
  public Mono<SearchStatus> declare(TableName table, SearchDefinition definition) {
    return calls.write(
        "DeclareSearch", searches -> searches.declare(table, definition), Resolution.repeating());
  }

  @Override
  public Mono<SearchStatus> status(TableName table) {
    return calls.read("GetSearch", searches -> searches.status(table));
  }

  @Override
  public Mono<List<SearchStatus>> list() {
    return calls.read("ListSearches", RestSearches::list);
  }

  @Override
  public Mono<Void> drop(TableName table) {
    return calls
        .write("DropSearch", searches -> searches.drop(table).thenReturn(true), removal)
        .then();
  }

  @Override
  public Mono<Void> rebuild(TableName table) {
    return calls
        .write(
            "RebuildSearch",
            searches -> searches.rebuild(table).thenReturn(true),
            Resolution.repeating())
        .then();
  }

  Mono<SearchPage> page(TableName table, SearchRequest request) {
    return calls.read("SearchEntities", searches -> searches.page(table, request));
  }

  /**
   * Returns the hits of as many pages as it takes. Asks for a page when the one before has been
   * taken, or is about to be.
   */
  Flux<SearchHit> hits(TableName table, SearchRequest request) {
    return step(table, request)
        .expand(step -> step.following().map(next -> step(table, next)).orElseGet(Mono::empty))
        .concatMapIterable(step -> step.page().hits(), 1);
  }

  private Mono<Step> step(TableName table, SearchRequest request) {
    return page(table, request).map(page -> new Step(request, page));
  }
}
