package io.weir.search;

import io.weir.api.TableName;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchStatus;
import io.weir.search.table.IndexBuild;
import io.weir.search.table.SearchView;
import java.time.Duration;
import java.util.Optional;

/** Makes the status of a search of its view. Any thread; does not block. */
final class SearchStatuses {

  private SearchStatuses() {}

  /**
   * Returns the status.
   *
   * @param declared the definition that is stored. If the view has another one, the index is about
   *     to be changed
   */
  static SearchStatus of(TableName table, Optional<SearchDefinition> declared, SearchView view) {
    var definition = declared.orElse(view.definition());
    var answering = view.answering();
    var shown = answering.or(view::next);
    var next = answering.isPresent() ? view.next() : Optional.<IndexBuild>empty();
    var isOutdated = !definition.isIndexedAs(view.definition());
    return new SearchStatus(
        table,
        definition,
        view.state(),
        shown.map(build -> build.index().documents()).orElse(0L),
        shown.map(build -> build.index().bytes()).orElse(0L),
        shown.map(IndexBuild::lag).orElse(Duration.ZERO),
        shown.map(IndexBuild::lagBytes).orElse(0L),
        answering.isPresent() && (view.isBuilding() || isOutdated),
        next.map(build -> build.index().documents()).orElse(0L),
        view.failure());
  }
}
