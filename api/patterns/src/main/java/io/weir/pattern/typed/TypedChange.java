package io.weir.pattern.typed;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import io.weir.pattern.filter.Condition;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A change of one entity in place, by the properties of its type:
 * {@code birds.change(key).add(Bird::seen, 1).apply()}. See {@link Write.Change}.
 *
 * <p>A property is named by a reference to its accessor. Fails with
 * {@link IllegalArgumentException} for a lambda, and for an accessor of a key, of the version, or
 * of no property. A number is converted to the stored type of the property; other values are stored
 * as the type stores them.
 *
 * <p>An entity of an older version of a type that is {@link EntityType#upgradedBy} is stored in the
 * current one first: a read, and a write under the condition that the entity is unchanged. The
 * change requires that version, so it never mixes the properties of two.
 *
 * <p>Nothing is sent before {@link #apply()} is subscribed to. Immutable; any thread.
 */
public final class TypedChange<T> {

  /** An accessor of a property, such as {@code Bird::seen}. */
  public interface Property<T, V> extends Function<T, V>, Serializable {}

  private final TableService service;
  private final TableName table;
  private final EntityType<T> type;
  private final EntityKey key;
  private final List<PropertyOperation> operations;
  private final Filter condition;
  private final Optional<Entity> defaults;

  TypedChange(TableService service, TableName table, EntityType<T> type, EntityKey key) {
    this(service, table, type, key, List.of(), Filter.ALL, Optional.empty());
  }

  private TypedChange(
      TableService service,
      TableName table,
      EntityType<T> type,
      EntityKey key,
      List<PropertyOperation> operations,
      Filter condition,
      Optional<Entity> defaults) {
    this.service = service;
    this.table = table;
    this.type = type;
    this.key = key;
    this.operations = operations;
    this.condition = condition;
    this.defaults = defaults;
  }

  /** Adds to a number. A property that is absent begins at 0. */
  public TypedChange<T> add(Property<T, ? extends Number> property, Number more) {
    return with(property, Operator.ADD, more);
  }

  /** Keeps the smaller one of the stored value and this one. */
  public <V> TypedChange<T> min(Property<T, V> property, V value) {
    return with(property, Operator.MIN, value);
  }

  /** Keeps the greater one of the stored value and this one. */
  public <V> TypedChange<T> max(Property<T, V> property, V value) {
    return with(property, Operator.MAX, value);
  }

  /** Appends text or bytes. */
  public <V> TypedChange<T> append(Property<T, V> property, V value) {
    return with(property, Operator.APPEND, value);
  }

  /** Appends an element to a list in a text, with a separator between its elements. */
  public TypedChange<T> append(Property<T, String> property, String element, String separator) {
    return with(list(property, Operator.APPEND, element, separator));
  }

  /** Removes an element from a list in a text, wherever it occurs. */
  public TypedChange<T> removeFrom(Property<T, String> property, String element, String separator) {
    return with(list(property, Operator.REMOVE_FROM, element, separator));
  }

  /** Sets a value. */
  public <V> TypedChange<T> set(Property<T, V> property, V value) {
    return with(property, Operator.SET, value);
  }

  /** Sets a value if the property is absent. */
  public <V> TypedChange<T> setIfAbsent(Property<T, V> property, V value) {
    return with(property, Operator.SET_IF_ABSENT, value);
  }

  /** Removes a property. */
  public TypedChange<T> remove(Property<T, ?> property) {
    return with(PropertyOperation.remove(type.accessed(property).name()));
  }

  /** Requires that the condition is true for the entity that the change begins with. */
  public TypedChange<T> when(Condition mustHold) {
    return new TypedChange<>(service, table, type, key, operations, mustHold.filter(), defaults);
  }

  /** Begins with a value when none is stored. Its key is that of the change. */
  public TypedChange<T> orCreate(T absent) {
    return new TypedChange<>(
        service, table, type, key, operations, condition, Optional.of(type.toEntity(absent)));
  }

  /**
   * Carries out the change. Returns the value after it. Fails as {@link Write.Change} does, and
   * with {@link MappingException} for an entity of a later version of the type.
   */
  public Mono<T> apply() {
    return sent(Conflicts.ATTEMPTS).map(result -> type.fromEntity(result.after().orElseThrow()));
  }

  private Mono<WriteResult> sent(int attempts) {
    var sent = Mono.defer(() -> service.write(table, change()));
    return attempts == 1 || type.versions().isCurrent().equals(Filter.ALL)
        ? sent
        : sent.onErrorResume(
            PreconditionFailedException.class,
            refused -> upgrade()
                .flatMap(changed -> sent(attempts - 1))
                .switchIfEmpty(Mono.error(refused)));
  }

  private Write.Change change() {
    return new Write.Change(
        key,
        operations,
        IfMatch.ANY,
        required(type.versions().isCurrent()),
        defaults,
        Write.Answer.AFTER,
        Optional.empty());
  }

  private Filter required(Filter isCurrent) {
    if (isCurrent.equals(Filter.ALL) || condition.equals(Filter.ALL)) {
      return isCurrent.equals(Filter.ALL) ? condition : isCurrent;
    }
    return new Filter.And(List.of(isCurrent, condition));
  }

  /** Stores the entity in the current version. Empty if it has that, or is absent. */
  private Mono<Boolean> upgrade() {
    return service
        .get(table, key)
        .flatMap(stored -> Mono.justOrEmpty(type.versions().replacement(stored))
            .flatMap(replacement -> service
                .write(
                    table,
                    new Write.Update(
                        replacement,
                        WriteMode.REPLACE,
                        IfMatch.version(stored.etag().orElseThrow())))
                .thenReturn(true)
                .onErrorResume(Conflicts::hasMovedOn, overtaken -> Mono.just(true))));
  }

  private TypedChange<T> with(Property<T, ?> property, Operator operator, Object value) {
    var accessed = type.accessed(property);
    return with(PropertyOperation.of(accessed.name(), operator, type.stored(accessed, value)));
  }

  private TypedChange<T> with(PropertyOperation operation) {
    var all = new ArrayList<>(operations);
    all.add(operation);
    return new TypedChange<>(service, table, type, key, List.copyOf(all), condition, defaults);
  }

  private PropertyOperation list(
      Property<T, String> property, Operator operator, String element, String separator) {
    return new PropertyOperation(
        type.accessed(property).name(),
        operator,
        Optional.<EdmValue>of(new EdmString(element)),
        separator);
  }
}
