package io.weir.search;

import io.weir.api.search.SearchMeasures;
import io.weir.api.search.SearchState;
import io.weir.search.table.IndexBuild;
import io.weir.search.table.SearchView;
import io.weir.search.table.SearchedTable;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The measures of the running indexes together. Any thread; reads fields that the tables' workers
 * write.
 */
record IndexMeasures(SearchedTables tables) implements SearchMeasures {

  @Override
  public long searches() {
    return tables.all().size();
  }

  @Override
  public long building() {
    return views()
        .filter(view -> view.isBuilding() && view.state() != SearchState.FAILED)
        .count();
  }

  @Override
  public long failed() {
    return views().filter(view -> view.state() == SearchState.FAILED).count();
  }

  @Override
  public long failures() {
    return tables.failures();
  }

  @Override
  public long bytes() {
    return sum(build -> build.index().bytes());
  }

  @Override
  public long documents() {
    return sum(build -> build.index().documents());
  }

  private long sum(ToLongFunction<IndexBuild> measure) {
    return views()
        .flatMap(view -> Stream.of(view.answering(), view.next()))
        .flatMap(Optional::stream)
        .mapToLong(measure)
        .sum();
  }

  @Override
  public Duration lag() {
    return answering().map(IndexBuild::lag).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  @Override
  public long lagBytes() {
    return answering().mapToLong(IndexBuild::lagBytes).max().orElse(0);
  }

  private Stream<IndexBuild> answering() {
    return views().map(SearchView::answering).flatMap(Optional::stream);
  }

  private Stream<SearchView> views() {
    return tables.all().stream().map(SearchedTable::view);
  }
}
