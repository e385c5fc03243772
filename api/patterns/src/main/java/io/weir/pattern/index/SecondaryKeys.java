package io.weir.pattern.index;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.Lookups;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Entities with several unique keys in their partition: a copy under each,
 * {@code EmployeeId!000223} and {@code Email!ada@contoso.com}.
 *
 * <p>Each key is a string property. The first one names the primary copy, which decides between
 * writers. Every change of an entity is one batch that contains all its copies. The row key of an
 * entity that is given is ignored. Immutable; any thread.
 */
public final class SecondaryKeys {

  private final TableService service;
  private final TableName table;
  private final String primary;
  private final List<String> secondary;

  private SecondaryKeys(
      TableService service, TableName table, String primary, List<String> secondary) {
    this.service = service;
    this.table = table;
    this.primary = primary;
    this.secondary = secondary;
  }

  /** Returns the entities of a table, which exists, with these keys. */
  public static SecondaryKeys of(
      TableService service, TableName table, String primary, String... secondary) {
    return new SecondaryKeys(service, table, primary, List.of(secondary));
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists} if one of its keys is taken. */
  public Mono<Void> insert(Entity entity) {
    return Mono.defer(() -> service.submit(
            table,
            new Batch(properties()
                .<Write>map(property -> new Write.Insert(copy(entity, property)))
                .toList())))
        .then();
  }

  /** Reads an entity by one of its keys. Empty if it is absent. */
  public Mono<Entity> get(String partitionKey, String property, String value) {
    return Mono.defer(() -> service.get(table, key(partitionKey, property, value)));
  }

  /** Reads the entities of a partition in the order of one of their keys. */
  public Flux<Entity> query(String partitionKey, String property) {
    return Flux.defer(() -> service.query(
        table,
        Query.ALL.where(Condition.partitionKey()
            .is(partitionKey)
            .and(Condition.rowKey().within(CompoundKey.of(property).prefix()))
            .filter())));
  }

  /**
   * Reads an entity by one of its keys, changes it, and replaces all its copies; begins again if it
   * has changed meanwhile. The keys may change, the partition may not. Empty if the entity is
   * absent. Fails with {@code EntityAlreadyExists} if a new key is taken.
   */
  public Mono<Entity> update(
      String partitionKey, String property, String value, UnaryOperator<Entity> change) {
    return primaryOf(partitionKey, property, value)
        .flatMap(before -> {
          var after = change.apply(before);
          return service.submit(table, replacement(before, after)).thenReturn(after);
        })
        .retryWhen(Conflicts.retry(Conflicts::isFirst));
  }

  /** Removes an entity by one of its keys. Does nothing if it is absent. */
  public Mono<Void> delete(String partitionKey, String property, String value) {
    return primaryOf(partitionKey, property, value)
        .flatMap(before -> service.submit(
            table,
            new Batch(Stream.<Write>concat(
                    Stream.of(new Write.Delete(before.key(), version(before))),
                    secondary.stream()
                        .map(other -> new Write.Delete(keyOf(before, other), IfMatch.ANY)))
                .toList())))
        .retryWhen(Conflicts.retry(Conflicts::isFirst))
        .then();
  }

  /**
   * Reads all copies of a partition and emits those that differ from their primary copies. Writers
   * that use this class cause none.
   */
  public Flux<Divergence> verify(String partitionKey) {
    return Flux.fromIterable(secondary)
        .concatMap(property ->
            Flux.concat(missing(partitionKey, property), dangling(partitionKey, property)));
  }

  /**
   * Repairs the copies of a partition from the primary copies, and emits what it has repaired.
   * Leaves a copy alone that has changed since it was read.
   */
  public Flux<Divergence> repair(String partitionKey) {
    return verify(partitionKey)
        .concatMap(found -> repair(found)
            .thenReturn(found)
            .onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty()));
  }

  /**
   * Writes a copy together with its unchanged primary copy, so that a writer of either notices;
   * removes a copy without a primary one.
   */
  private Mono<?> repair(Divergence found) {
    return found
        .source()
        .<Mono<?>>map(source -> service.submit(
            table,
            Batch.of(
                new Write.Update(source, WriteMode.REPLACE, version(source)),
                new Write.Upsert(Rekeyed.of(source, found.row().key()), WriteMode.REPLACE))))
        .orElseGet(() -> service.write(
            table, new Write.Delete(found.row().key(), version(found.stored().orElseThrow()))));
  }

  private Flux<Divergence> missing(String partitionKey, String property) {
    return Lookups.of(
            service, table, query(partitionKey, primary), entity -> keyOf(entity, property))
        .filter(
            found -> found.entity().filter(copy -> isCopy(copy, found.item())).isEmpty())
        .map(found -> new Divergence(
            found.entity().isPresent() ? Divergence.Kind.STALE : Divergence.Kind.MISSING,
            new TableKey(table, keyOf(found.item(), property)),
            found.entity(),
            Optional.of(found.item())));
  }

  private Flux<Divergence> dangling(String partitionKey, String property) {
    return Lookups.of(
            service, table, query(partitionKey, property), entity -> keyOf(entity, primary))
        .filter(found -> found
            .entity()
            .filter(source -> keyOf(source, property).equals(found.item().key()))
            .isEmpty())
        .map(found -> Divergence.dangling(table, found.item()));
  }

  private static boolean isCopy(Entity copy, Entity source) {
    return copy.toMap().equals(source.toMap());
  }

  private Mono<Entity> primaryOf(String partitionKey, String property, String value) {
    return get(partitionKey, property, value)
        .flatMap(found -> property.equals(primary)
            ? Mono.just(found)
            : service.get(table, keyOf(found, primary)));
  }

  private Batch replacement(Entity before, Entity after) {
    var writes = new ArrayList<Write>();
    if (keyOf(before, primary).equals(keyOf(after, primary))) {
      writes.add(new Write.Update(copy(after, primary), WriteMode.REPLACE, version(before)));
    } else {
      writes.add(new Write.Delete(before.key(), version(before)));
      writes.add(new Write.Insert(copy(after, primary)));
    }
    for (var property : secondary) {
      if (keyOf(before, property).equals(keyOf(after, property))) {
        writes.add(new Write.Upsert(copy(after, property), WriteMode.REPLACE));
      } else {
        writes.add(new Write.Delete(keyOf(before, property), IfMatch.ANY));
        writes.add(new Write.Insert(copy(after, property)));
      }
    }
    return new Batch(writes);
  }

  private Stream<String> properties() {
    return Stream.concat(Stream.of(primary), secondary.stream());
  }

  private static Entity copy(Entity entity, String property) {
    return Rekeyed.of(entity, keyOf(entity, property));
  }

  private static EntityKey keyOf(Entity entity, String property) {
    var value = entity
        .getString(property)
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "missing=" + property + " type=String"));
    return key(entity.partitionKey(), property, value);
  }

  private static EntityKey key(String partitionKey, String property, String value) {
    return new EntityKey(partitionKey, CompoundKey.of(property).then(value).text());
  }

  private static IfMatch version(Entity entity) {
    return IfMatch.version(entity.etag().orElseThrow());
  }
}
