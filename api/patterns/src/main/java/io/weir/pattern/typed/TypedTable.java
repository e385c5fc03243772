package io.weir.pattern.typed;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.encryption.EncryptingTableService;
import io.weir.pattern.encryption.HiddenProperties;
import io.weir.pattern.encryption.KeyRing;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.filter.TypedCompared;
import io.weir.pattern.filter.TypedText;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table whose entities are values of a Java type, over any table service.
 *
 * <p>A write returns the value as it is now stored, with its new {@link EntityVersion} and
 * {@link Timestamp}, and leaves the given value unchanged. Replace, merge and delete require the
 * version of the value, or any version if it is null.
 *
 * <p>Otherwise the service decides: nothing happens before subscription, demand and cancellation
 * pass through, failures are those of {@link TableService}. In addition, an invalid value fails
 * with {@link MappingException} before anything is sent. Immutable; any thread. Values are mapped
 * on the thread of the service's signals.
 */
@SuppressWarnings("overloads") // of a reference to a text, the more specific one is chosen
public final class TypedTable<T> {

  private final TableService service;
  private final TableName name;
  private final EntityType<T> type;

  private TypedTable(TableService service, TableName name, EntityType<T> type) {
    this.service = service;
    this.name = name;
    this.type = type;
  }

  /**
   * Returns a table. Fails with {@link IllegalArgumentException} for a type with {@link Encrypted}
   * properties, which need a key ring.
   */
  public static <T> TypedTable<T> of(TableService service, String name, EntityType<T> type) {
    if (!type.encrypted().isEmpty()) {
      throw new IllegalArgumentException(
          "A type with @Encrypted properties needs a key ring: TypedTable.encrypted. properties="
              + type.encrypted());
    }
    return new TypedTable<>(service, new TableName(name), type);
  }

  /** Returns a table of a class, as {@link #of(TableService, String, EntityType)} does. */
  public static <T> TypedTable<T> of(TableService service, String name, Class<T> type) {
    return of(service, name, EntityType.of(type));
  }

  /**
   * Returns a table whose {@link Encrypted} properties are hidden from the service: see
   * {@link EncryptingTableService}.
   */
  public static <T> TypedTable<T> encrypted(
      TableService service, String name, EntityType<T> type, KeyRing keys) {
    var hidden = HiddenProperties.of(type.encrypted());
    return new TypedTable<>(
        EncryptingTableService.over(service, keys, hidden), new TableName(name), type);
  }

  /** Creates the table if it does not exist. */
  public Mono<Void> createIfAbsent() {
    return service.createTable(name).onErrorComplete(ConflictException.class);
  }

  /**
   * Sets the table's rule of expiry as the type declares it, by {@link ExpiresAfter} or
   * {@link ExpiresAt}; removes the rule if the type declares none. Does nothing if the table has
   * the declared rule.
   */
  public Mono<Void> ensureExpiry() {
    return service
        .setting(name, TableSetting.EXPIRY)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(current -> current.equals(type.expiry()) ? Mono.empty() : declareExpiry());
  }

  private Mono<Void> declareExpiry() {
    return type.expiry()
        .map(rule -> service.set(name, TableSetting.EXPIRY, rule))
        .orElseGet(() -> service.clear(name, TableSetting.EXPIRY));
  }

  /**
   * Creates the indexes that the type declares by {@link Index} and the table lacks. Keeps all
   * other indexes of the table, and never drops one. Completes when writes keep the new indexes up
   * to date; queries use them later, see {@link TableService#createIndex}.
   *
   * <p>If the table has an index of a declared name and another definition, fails with
   * {@code ResourceAlreadyExists} and creates none. Sends nothing if the type declares no index.
   */
  public Mono<Void> ensureIndexes() {
    return type.indexes().isEmpty()
        ? Mono.empty()
        : service
            .indexes(name)
            .flatMapIterable(present -> DeclaredIndexes.missing(type.indexes(), present))
            .concatMap(missing -> service.createIndex(name, missing))
            .then();
  }

  /** Reads a value. Empty if it is absent. */
  public Mono<T> get(String partitionKey, String rowKey) {
    return Mono.defer(() -> get(new EntityKey(partitionKey, rowKey)));
  }

  /** Reads a value. Empty if it is absent. */
  public Mono<T> get(EntityKey key) {
    return service.get(name, key).map(type::fromEntity);
  }

  /**
   * Reads the value that is stored under the key of a value, whatever its other fields contain.
   * Empty if it is absent.
   */
  public Mono<T> reread(T value) {
    return Mono.fromCallable(() -> type.keyOf(value)).flatMap(this::get);
  }

  /** Reads all values, in the order of their keys. */
  public Flux<T> query() {
    return query(Query.ALL);
  }

  /** Reads the values that match, in the order of their keys. */
  public Flux<T> query(Condition condition) {
    return Flux.defer(() -> query(Query.ALL.where(condition.filter())));
  }

  /** Reads the answer to a query. Ignores its selection: values are read as a whole. */
  public Flux<T> query(Query query) {
    return service.query(name, query.select(Selection.ALL)).map(type::fromEntity);
  }

  /**
   * Returns one segment of a query's answer, as {@link TableService#page} does. Ignores its
   * selection: values are read as a whole.
   */
  public Mono<Page<T>> page(Query query) {
    return service
        .page(name, query.select(Selection.ALL))
        .map(page -> new Page<>(
            page.items().stream().map(type::fromEntity).toList(), page.next(), page.report()));
  }

  /** Whether an entity is stored under a key. Reads no more than the key. */
  public Mono<Boolean> exists(EntityKey key) {
    return service.get(name, key, Selection.of("PartitionKey")).hasElement();
  }

  /**
   * Begins a query for the values that match. Fails as
   * {@link Query#where(io.weir.api.filter.Filter)} does.
   */
  public TypedQuery<T> where(Condition condition) {
    return all().where(condition);
  }

  /**
   * Starts a comparison that begins a query: {@code birds.where(Bird::weight).lt(0.5)}. See
   * {@link TypedQuery#where(TypedChange.Property)}.
   */
  public <V> TypedCompared<V, TypedQuery<T>> where(TypedChange.Property<T, V> property) {
    return all().where(property);
  }

  /** Starts a comparison or a test of a text that begins a query. */
  public TypedText<TypedQuery<T>> where(TypedQuery.TextProperty<T> property) {
    return all().where(property);
  }

  /**
   * Starts a comparison that is a condition by itself, for brackets and for changes:
   * {@code birds.property(Bird::weight).lt(0.5).or(..)}. See
   * {@link TypedQuery#where(TypedChange.Property)}.
   */
  public <V> TypedCompared<V, Condition> property(TypedChange.Property<T, V> property) {
    return type.compared(property, Function.identity());
  }

  /** Starts a comparison or a test of a text that is a condition by itself. */
  public TypedText<Condition> property(TypedQuery.TextProperty<T> property) {
    return type.text(property, Function.identity());
  }

  /** Begins a query for values of a smaller type: see {@link TypedQuery#select(Class)}. */
  public <P> TypedQuery<P> select(Class<P> smaller) {
    return all().select(smaller);
  }

  /** Begins a query in the order of some properties: see {@link TypedQuery#orderBy}. */
  public TypedQuery<T> orderBy(String... properties) {
    return all().orderBy(properties);
  }

  private TypedQuery<T> all() {
    return new TypedQuery<>(service, name, type, Query.ALL);
  }

  /** Counts all values. */
  public Mono<Long> count() {
    return all().count();
  }

  /** Counts the values that match. */
  public Mono<Long> count(Condition condition) {
    return Mono.defer(() -> where(condition).count());
  }

  /** Returns the same entities as values of a smaller type, for reading only. */
  public <P> Projection<P> as(Class<P> smaller) {
    return as(EntityType.of(smaller));
  }

  /** Returns the same entities as values of a smaller type, for reading only. */
  public <P> Projection<P> as(EntityType<P> smaller) {
    return new Projection<>(service, name, smaller);
  }

  /**
   * Returns the values of one branch of the family, for reading. Fails with
   * {@link IllegalArgumentException} if the table's type has no subtypes, or none of them belongs
   * to the branch.
   */
  public <S extends T> Subtype<S> only(Class<S> branch) {
    return new Subtype<>(
        service,
        name,
        entity -> branch.cast(type.fromEntity(entity)),
        type.discriminator(),
        type.namesOf(branch));
  }

  /** Begins a change of the entity of a key in place. */
  public TypedChange<T> change(EntityKey key) {
    return new TypedChange<>(service, name, type, key);
  }

  /** Stores a new value. Fails with {@code EntityAlreadyExists} if its key exists. */
  public Mono<T> insert(T value) {
    return write(value, Write.Insert::new);
  }

  /** Stores a value and replaces what was stored. */
  public Mono<T> upsert(T value) {
    return write(value, entity -> new Write.Upsert(entity, WriteMode.REPLACE));
  }

  /**
   * Stores any number of values in bulk, and replaces what was stored. Returns the stored values,
   * in their order.
   *
   * <p>Fails as the first value does that is refused. Values after it may or may not be stored by
   * then.
   */
  public Flux<T> upsertAll(Publisher<? extends T> values) {
    return Flux.defer(() -> {
      var unanswered =
          new ConcurrentLinkedQueue<Entity>(); // bounded, as the lines of a bulk write are
      var lines = Flux.from(values)
          .map(type::toEntity)
          .doOnNext(unanswered::add)
          .map(entity -> BulkLine.of(new Write.Upsert(entity, WriteMode.REPLACE)));
      return service.bulk(name, lines).<T>handle((result, sink) -> {
        if (result instanceof BulkResult.Done done) {
          sink.next(
              type.fromEntity(unanswered.remove().withTimestamp(done.result().timestampTicks())));
        } else if (result instanceof BulkResult.Refused refused) {
          sink.error(refused.cause());
        }
      });
    });
  }

  /** Stores a value, and keeps stored properties that the value or its type lacks. */
  public Mono<T> upsertMerging(T value) {
    return write(value, entity -> new Write.Upsert(entity, WriteMode.MERGE));
  }

  /** Replaces the version that the value names. */
  public Mono<T> replace(T value) {
    return write(value, entity -> new Write.Update(entity, WriteMode.REPLACE, type.ifMatch(value)));
  }

  /**
   * Merges a value into the version that it names, and keeps stored properties that the value or
   * its type lacks. Returns the value, not everything that is now stored.
   */
  public Mono<T> merge(T value) {
    return write(value, entity -> new Write.Update(entity, WriteMode.MERGE, type.ifMatch(value)));
  }

  /** Removes the version that the value names. */
  public Mono<Void> delete(T value) {
    return Mono.defer(() -> delete(type.keyOf(value), type.ifMatch(value)));
  }

  /** Removes an entity in any version. */
  public Mono<Void> delete(EntityKey key) {
    return delete(key, IfMatch.ANY);
  }

  /**
   * Removes the version that the value names, if an entity is stored under its key. Returns whether
   * one was.
   */
  public Mono<Boolean> deleteIfExists(T value) {
    return Mono.defer(() -> service.deleteIfExists(name, type.keyOf(value), type.ifMatch(value)));
  }

  /** Removes an entity in any version if it exists. Returns whether it did. */
  public Mono<Boolean> deleteIfExists(EntityKey key) {
    return service.deleteIfExists(name, key);
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
