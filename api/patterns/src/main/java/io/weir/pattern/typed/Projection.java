package io.weir.pattern.typed;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.filter.Condition;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The entities of a table as values of a type with fewer properties; only these are selected and
 * sent. A type with upgrades is read as a whole, because upgrades may need other properties.
 *
 * <p>Demand, cancellation and failures are those of {@link TypedTable}. Immutable; any thread.
 */
public final class Projection<P> {

  private final TableService service;
  private final TableName table;
  private final EntityType<P> type;

  Projection(TableService service, TableName table, EntityType<P> type) {
    this.service = service;
    this.table = table;
    this.type = type;
  }

  /** Reads a value. Empty if the entity is absent. */
  public Mono<P> get(EntityKey key) {
    return service.get(table, key, type.selection()).map(type::fromEntity);
  }

  /** Reads all values, in the order of their keys. */
  public Flux<P> query() {
    return query(Query.ALL);
  }

  /**
   * Reads the values that match, in the order of their keys. The condition may compare properties
   * that the type lacks.
   */
  public Flux<P> query(Condition condition) {
    return Flux.defer(() -> query(Query.ALL.where(condition.filter())));
  }

  /** Reads the answer to a query. The type determines the selection. */
  public Flux<P> query(Query query) {
    return service.query(table, query.select(type.selection())).map(type::fromEntity);
  }
}
