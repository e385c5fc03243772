package io.weir.pattern.typed;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexHint;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.filter.TypedCompared;
import io.weir.pattern.filter.TypedText;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query for the values of a {@link TypedTable}: which of them, in which order, how many.
 *
 * <p>Demand, cancellation and failures of the publishers are those of {@link TypedTable}.
 * Immutable; any thread.
 */
@SuppressWarnings("overloads") // of a reference to a text, the more specific one is chosen
public final class TypedQuery<T> {

  /** An accessor of a text, such as {@code Bird::species}. */
  public interface TextProperty<T> extends TypedChange.Property<T, String> {}

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
   * Starts a comparison of a property, which becomes the condition of this query in place of any
   * other: {@code birds.where(Bird::weight).lt(0.5)}.
   *
   * <p>The property is named by a reference to its accessor. A key of one part and the Timestamp
   * are compared as such, and a time that is stored newest first as a time. Fails with
   * {@link IllegalArgumentException} for a lambda, and for an accessor of the version, of one of
   * several parts of a key, or of no property.
   */
  public <V> TypedCompared<V, TypedQuery<T>> where(TypedChange.Property<T, V> property) {
    return type.compared(property, this::where);
  }

  /** Starts a comparison or a test of a text: see {@link #where(TypedChange.Property)}. */
  public TypedText<TypedQuery<T>> where(TextProperty<T> property) {
    return type.text(property, this::where);
  }

  /** Returns this query for the values that the condition matches, too. */
  public TypedQuery<T> and(Condition condition) {
    return where(
        query.filter().equals(Filter.ALL)
            ? condition
            : Condition.of(query.filter()).and(condition));
  }

  /**
   * Starts a comparison that is joined to the condition so far: see
   * {@link #where(TypedChange.Property)}.
   */
  public <V> TypedCompared<V, TypedQuery<T>> and(TypedChange.Property<T, V> property) {
    return type.compared(property, this::and);
  }

  /** Starts a comparison or a test of a text that is joined to the condition so far. */
  public TypedText<TypedQuery<T>> and(TextProperty<T> property) {
    return type.text(property, this::and);
  }

  /** Returns this query for the values that this condition or the one so far matches. */
  public TypedQuery<T> or(Condition condition) {
    return where(Condition.of(query.filter()).or(condition));
  }

  /**
   * Starts a comparison that is an alternative to the whole condition so far: see
   * {@link #where(TypedChange.Property)}.
   */
  public <V> TypedCompared<V, TypedQuery<T>> or(TypedChange.Property<T, V> property) {
    return type.compared(property, this::or);
  }

  /** Starts a comparison or a test of a text that is an alternative to the condition so far. */
  public TypedText<TypedQuery<T>> or(TextProperty<T> property) {
    return type.text(property, this::or);
  }

  /**
   * Returns this query for values of a smaller type; only its properties are selected and sent. A
   * type with upgrades is read as a whole, because upgrades may need other properties. Comparisons
   * name the properties of the smaller type from here on.
   */
  public <P> TypedQuery<P> select(Class<P> smaller) {
    return select(EntityType.of(smaller));
  }

  /** Returns this query for values of a smaller type: see {@link #select(Class)}. */
  public <P> TypedQuery<P> select(EntityType<P> smaller) {
    return new TypedQuery<>(service, table, smaller, query.select(smaller.selection()));
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
