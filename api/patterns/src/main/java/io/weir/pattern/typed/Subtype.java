package io.weir.pattern.typed;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.filter.Condition;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The values of one branch of a family that shares a table: a subtype with all its own subtypes,
 * for reading.
 *
 * <p>In a query the service selects them by the property that names the class, and sends no others.
 * Entities that {@link EntityType#resolvedBy} would find a class for have no such property, and are
 * left out. Values are read as the family's type reads them, with its upgrades.
 *
 * <p>Demand, cancellation and failures are those of {@link TypedTable}. Immutable; any thread.
 */
public final class Subtype<S> {

  private final TableService service;
  private final TableName table;
  private final Function<Entity, S> value;
  private final String property;
  private final List<String> names;

  Subtype(
      TableService service,
      TableName table,
      Function<Entity, S> value,
      String property,
      List<String> names) {
    this.service = service;
    this.table = table;
    this.value = value;
    this.property = property;
    this.names = names;
  }

  /** Reads a value. Empty if it is absent or of another class. */
  public Mono<S> get(EntityKey key) {
    return service.get(table, key).filter(this::isOne).map(value);
  }

  private boolean isOne(Entity entity) {
    return entity.getString(property).filter(names::contains).isPresent();
  }

  /** Reads all values of the branch, in the order of their keys. */
  public Flux<S> query() {
    return Flux.defer(() -> query(ofBranch()));
  }

  /** Reads the values of the branch that match, in the order of their keys. */
  public Flux<S> where(Condition condition) {
    return Flux.defer(() -> query(condition.and(ofBranch())));
  }

  private Flux<S> query(Condition condition) {
    return service.query(table, Query.ALL.where(condition.filter())).map(value);
  }

  /** Counts the values of the branch. */
  public Mono<Long> count() {
    return Mono.defer(() -> service.count(table, Query.ALL.where(ofBranch().filter())))
        .map(QueryReport::returned);
  }

  private Condition ofBranch() {
    return names.stream()
        .map(name -> Condition.where(property).is(name))
        .reduce(Condition::or)
        .orElseThrow();
  }
}
