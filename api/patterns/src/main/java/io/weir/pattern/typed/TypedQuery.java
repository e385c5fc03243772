package io.weir.pattern.typed;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.index.IndexHint;
import io.weir.pattern.filter.Condition;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query for the values of a {@link TypedTable}: which of them, in which order, how many.
 *
 * <p>Demand, cancellation and failures of the publishers are those of {@link TypedTable}.
 * Immutable; any thread.
 */
public final class TypedQuery<T> {

  private final TableService service;
  private final TableName table;
  private final EntityType<T> type;
  private final Query query;

  TypedQuery(TableService service, TableName table, EntityType<T> type, Query query) {
    this.service = service;
    this.table = table;
    this.type = type;
    this.query = query;
  }

  /**
   * Returns this query with another condition. Fails as
   * {@link Query#where(io.weir.api.filter.Filter)} does.
   */
  public TypedQuery<T> where(Condition condition) {
    return with(query.where(condition.filter()));
  }

  /**
   * Returns this query in another order, by properties as Jackson names them, each perhaps followed
   * by {@code desc}. A key property stands for the key. The values come in the order of the
   * property, also where a key is stored newest first.
   *
   * <p>The service needs an index for any order but that of the keys: see {@link Query#order}.
   * Fails with {@link IllegalArgumentException} if the type lacks a property, or if entities cannot
   * be sorted by it: an encrypted one, a version, one of several parts of a key.
   */
  public TypedQuery<T> orderBy(String... properties) {
    return with(query.orderBy(type.order(properties)));
  }

  /**
   * Returns this query with at most this many values. Fails with {@code InvalidInput} when the
   * number is negative.
   */
  public TypedQuery<T> top(int other) {
    return with(query.top(other));
  }

  /** Returns this query with another hint for the planner. */
  public TypedQuery<T> hint(IndexHint other) {
    return with(query.hint(other));
  }

  /** Reads the values. */
  public Flux<T> values() {
    return service.query(table, query).map(type::fromEntity);
  }

  /** Counts the values, up to the largest number that is asked for, and sends none of them. */
  public Mono<Long> count() {
    return service.count(table, query).map(QueryReport::returned);
  }

  /** Returns the query of entities, for {@link Projection#query(Query)}. */
  public Query query() {
    return query;
  }

  private TypedQuery<T> with(Query other) {
    return new TypedQuery<>(service, table, type, other);
  }
}
