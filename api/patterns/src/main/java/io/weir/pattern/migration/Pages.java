package io.weir.pattern.migration;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.reactive.Unfold;
import java.util.Optional;
import reactor.core.publisher.Flux;

/** Reads of whole answers, page by page. */
public final class Pages {

  private Pages() {}

  /**
   * Returns the pages of a query, from its continuation on. A page is asked for when it is
   * requested.
   */
  public static Flux<Page<Entity>> of(TableService service, TableName table, Query query) {
    return Unfold.<Query, Page<Entity>>from(
        query,
        from -> service
            .page(table, from)
            .map(page ->
                new Unfold.Step<>(page, Optional.ofNullable(page.next()).map(query::from))));
  }
}
