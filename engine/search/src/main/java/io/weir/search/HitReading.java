package io.weir.search;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.search.SearchRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads found entities from their table, with the condition and the properties of a request.
 *
 * <p>An entity that does not exist any more, has expired, does not satisfy the filter, or may not
 * be read by the caller, is empty. Any thread.
 */
final class HitReading {

  private final TableService readers;
  private final TableName table;
  private final SearchRequest request;

  HitReading(TableService readers, TableName table, SearchRequest request) {
    this.readers = readers;
    this.table = table;
    this.request = request;
  }

  /** Completes if the table exists and the caller may query it. */
  Mono<Void> permitted() {
    return readers.page(table, Query.ALL.where(Filter.NONE).top(1)).then();
  }

  /** Returns the entity of a key, if it belongs to the answer. */
  Mono<Entity> read(EntityKey key) {
    return request.filter().equals(Filter.ALL)
        ? readers.get(table, key, request.selection())
        : readers
            .page(
                table,
                Query.ALL
                    .where(request.filterAt(key))
                    .select(request.selection())
                    .top(1))
            .flatMapMany(page -> Flux.fromIterable(page.items()))
            .next();
  }
}
