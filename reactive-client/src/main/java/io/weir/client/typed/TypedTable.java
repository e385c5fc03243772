package io.weir.client.typed;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.encryption.EncryptingTableService;
import io.weir.client.encryption.HiddenProperties;
import io.weir.client.encryption.KeyRing;
import io.weir.client.filter.Condition;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table whose entities are values of a Java type, over any table service.
 *
 * <p>A write answers the value as it is now stored, with its new {@link ETag} and {@link Timestamp}; the one that was given is not
 * changed. Replace, merge and delete are carried out only while the version of the value's ETag is stored, and on any version where it
 * is null.
 *
 * <p>Everything else is as the service has it: nothing happens before subscription, demand and cancellation go through, failures are
 * those of {@link TableService}; and {@link MappingException}, which comes before anything is sent where a value is at fault. Immutable;
 * any thread. Values are mapped on the thread of the service's signals.
 */
public final class TypedTable<T> {

  private final TableService service;
  private final TableName name;
  private final EntityType<T> type;

  private TypedTable(TableService service, TableName name, EntityType<T> type) {
    this.service = service;
    this.name = name;
    this.type = type;
  }

  /** Fails with {@link IllegalArgumentException} for a type with {@link Encrypted} properties: they take a key ring. */
  public static <T> TypedTable<T> of(TableService service, String name, EntityType<T> type) {
    if (!type.encrypted().isEmpty()) {
      throw new IllegalArgumentException(
          "A type with @Encrypted properties needs a key ring: TypedTable.encrypted. properties="
              + type.encrypted());
    }
    return new TypedTable<>(service, new TableName(name), type);
  }

  /** As {@link #of(TableService, String, EntityType)}, of a class. */
  public static <T> TypedTable<T> of(TableService service, String name, Class<T> type) {
    return of(service, name, EntityType.of(type));
  }

  /** A table whose {@link Encrypted} properties are hidden from the service: see {@link EncryptingTableService}. */
  public static <T> TypedTable<T> encrypted(
      TableService service, String name, EntityType<T> type, KeyRing keys) {
    var hidden = HiddenProperties.of(type.encrypted());
    return new TypedTable<>(
        EncryptingTableService.over(service, keys, hidden), new TableName(name), type);
  }

  /** Creates the table where there is none. */
  public Mono<Void> createIfAbsent() {
    return service.createTable(name).onErrorComplete(ConflictException.class);
  }

  /** A value. Empty when it is absent. */
  public Mono<T> get(String partitionKey, String rowKey) {
    return Mono.defer(() -> get(new EntityKey(partitionKey, rowKey)));
  }

  /** A value. Empty when it is absent. */
  public Mono<T> get(EntityKey key) {
    return service.get(name, key).map(type::fromEntity);
  }

  /** What is stored under the key of a value, whatever its other fields hold. Empty when it is absent. */
  public Mono<T> reread(T value) {
    return Mono.fromCallable(() -> type.keyOf(value)).flatMap(this::get);
  }

  /** All values, in the order of their keys. */
  public Flux<T> query() {
    return query(Query.ALL);
  }

  /** The values that match, in the order of their keys. */
  public Flux<T> query(Condition condition) {
    return Flux.defer(() -> query(Query.ALL.where(condition.filter())));
  }

  /** The answer of a query, whose selection is not used: values are read whole. */
  public Flux<T> query(Query query) {
    return service.query(name, query.select(Selection.ALL)).map(type::fromEntity);
  }

  /** The same entities as values of a smaller type, which are read and not written. */
  public <P> Projection<P> as(Class<P> smaller) {
    return as(EntityType.of(smaller));
  }

  /** The same entities as values of a smaller type, which are read and not written. */
  public <P> Projection<P> as(EntityType<P> smaller) {
    return new Projection<>(service, name, smaller);
  }

  /** Stores a new value; {@code EntityAlreadyExists} where one of its key is. */
  public Mono<T> insert(T value) {
    return write(value, Write.Insert::new);
  }

  /** Stores a value, whatever was there. */
  public Mono<T> upsert(T value) {
    return write(value, entity -> new Write.Upsert(entity, WriteMode.REPLACE));
  }

  /** Stores a value; properties that were there and that it lacks, or does not know, stay. */
  public Mono<T> upsertMerging(T value) {
    return write(value, entity -> new Write.Upsert(entity, WriteMode.MERGE));
  }

  /** Stores a value in place of the version that it names. */
  public Mono<T> replace(T value) {
    return write(value, entity -> new Write.Update(entity, WriteMode.REPLACE, type.ifMatch(value)));
  }

  /**
   * Stores a value over the version that it names; properties that were there and that it lacks, or does not know, stay. The answer is
   * the value, not all that is now stored.
   */
  public Mono<T> merge(T value) {
    return write(value, entity -> new Write.Update(entity, WriteMode.MERGE, type.ifMatch(value)));
  }

  /** Removes the version that a value names. */
  public Mono<Void> delete(T value) {
    return Mono.defer(() -> delete(type.keyOf(value), type.ifMatch(value)));
  }

  /** Removes whatever version of an entity is stored. */
  public Mono<Void> delete(EntityKey key) {
    return delete(key, IfMatch.ANY);
  }

  private Mono<Void> delete(EntityKey key, IfMatch version) {
    return service.write(name, new Write.Delete(key, version)).then();
  }

  private Mono<T> write(T value, Function<Entity, Write> kind) {
    return Mono.fromCallable(() -> type.toEntity(value))
        .flatMap(entity -> service
            .write(name, kind.apply(entity))
            .map(result -> entity.withTimestamp(result.timestampTicks())))
        .map(type::fromEntity);
  }
}
