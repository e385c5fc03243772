package io.weir.pattern.index;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import io.weir.pattern.Lookups;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.KeyRange;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table with index tables, which any table service can have.
 *
 * <p>All programs that write the table use this class with the same indexes. {@link #find} reads
 * the entities that an index names, and returns those that really have the value. It misses an
 * entity only if the row is missing: see {@link IndexedWrite}. {@link #covered} returns the rows of
 * the index itself.
 *
 * <p>By default a write takes several steps; see {@link IndexedWrite}. With {@link #jointly} it is
 * one joint commit, which Weir offers, and no divergence arises. Immutable; any thread.
 */
public final class IndexedTable {

  private final TableService service;
  private final TableName table;
  private final List<IndexTable> indexes;
  private final boolean joint;
  private final InstantSource clock;

  private IndexedTable(
      TableService service,
      TableName table,
      List<IndexTable> indexes,
      boolean joint,
      InstantSource clock) {
    this.service = service;
    this.table = table;
    this.indexes = indexes;
    this.joint = joint;
    this.clock = clock;
  }

  /** Returns a table, which exists, with indexes, whose tables exist. */
  public static IndexedTable of(TableService service, TableName table, IndexTable... indexes) {
    return new IndexedTable(service, table, List.of(indexes), false, Clock.systemUTC());
  }

  /**
   * Returns this table with joint commits in place of steps. Writes fail with
   * {@code NotImplemented} if the service has none.
   */
  public IndexedTable jointly() {
    return new IndexedTable(service, table, indexes, true, clock);
  }

  /** Returns this table with another clock for {@link #repair}. */
  public IndexedTable withClock(InstantSource other) {
    return new IndexedTable(service, table, indexes, joint, other);
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists}. */
  public Mono<WriteResult> insert(Entity entity) {
    return Mono.defer(
        () -> carryOut(Optional.empty(), Optional.of(entity), new Write.Insert(entity)));
  }

  /**
   * Replaces an entity. Fails with {@code ResourceNotFound} and
   * {@code UpdateConditionNotSatisfied}.
   */
  public Mono<WriteResult> replace(Entity entity, IfMatch ifMatch) {
    return change(
        entity.key(),
        ifMatch,
        before -> carryOut(
            Optional.of(before),
            Optional.of(entity),
            new Write.Update(entity, WriteMode.REPLACE, version(before))));
  }

  /** Removes an entity. Fails as {@link #replace} does. */
  public Mono<Void> delete(EntityKey key, IfMatch ifMatch) {
    return change(
            key,
            ifMatch,
            before -> carryOut(
                Optional.of(before), Optional.empty(), new Write.Delete(key, version(before))))
        .then();
  }

  private Mono<WriteResult> carryOut(Optional<Entity> before, Optional<Entity> after, Write write) {
    var indexed = new IndexedWrite(table, indexes, before, after, write);
    return joint ? indexed.jointly(service) : indexed.inSteps(service);
  }

  private Mono<WriteResult> change(
      EntityKey key, IfMatch ifMatch, Function<Entity, Mono<WriteResult>> change) {
    return Mono.defer(() -> service.get(table, key))
        .switchIfEmpty(Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")))
        .doOnNext(before -> {
          if (!ifMatch.matches(before.timestampTicks())) {
            throw new PreconditionFailedException("");
          }
        })
        .flatMap(change)
        .retryWhen(Conflicts.retry(
            failure -> ifMatch == IfMatch.ANY && isOvertaken(failure) || isOvertakenRow(failure)));
  }

  /** Whether the entity has changed since it was read. An entity that is absent was not read. */
  private static boolean isOvertaken(Throwable failure) {
    return failure instanceof PreconditionFailedException refused && refused.failedOperation() <= 0;
  }

  /** Whether a row of an index has changed since a joint commit has read it. */
  private static boolean isOvertakenRow(Throwable failure) {
    return Conflicts.hasMovedOn(failure) && ((TableServiceException) failure).failedOperation() > 0;
  }

  /** Returns the entities with a value, in the order of their keys. */
  public Flux<Entity> find(IndexTable index, String value) {
    return found(index, Condition.partitionKey().is(value));
  }

  /** Returns the entities with a value in a range, in the order of their values. */
  public Flux<Entity> find(IndexTable index, KeyRange values) {
    return found(index, Condition.partitionKey().within(values));
  }

  private Flux<Entity> found(IndexTable index, Condition values) {
    return Lookups.of(service, table, rows(index, values), IndexTable::entityOf)
        .mapNotNull(found -> found
            .entity()
            .filter(entity -> index.hasRow(entity, found.item().key()))
            .orElse(null));
  }

  /**
   * Returns the included properties of the entities with a value, under the keys of the entities,
   * without reading the entities. Without joint commits, a row may be out of date, without an
   * entity, or missing as for {@link #find}, until it is repaired.
   */
  public Flux<Entity> covered(IndexTable index, String value) {
    return rows(index, Condition.partitionKey().is(value))
        .map(row -> Rekeyed.of(row, IndexTable.entityOf(row)));
  }

  private Flux<Entity> rows(IndexTable index, Condition values) {
    return Flux.defer(() -> service.query(index.table(), Query.ALL.where(values.filter())));
  }

  /**
   * Reads the table and its indexes, and emits the rows that differ. Without joint commits, this
   * includes rows of writes that are under way.
   */
  public Flux<Divergence> verify() {
    return Flux.fromIterable(indexes)
        .concatMap(index -> new IndexVerification(service, table, index).divergences());
  }

  /**
   * Repairs the rows that differ, and emits what it has repaired. Leaves rows without an entity
   * alone that were written since the time; their writer may be about to write the entity. The time
   * must exceed the longest write, plus the difference between this clock and the service's. Leaves
   * rows alone that change meanwhile.
   */
  public Flux<Divergence> repair(Duration settled) {
    return Flux.defer(() -> {
      var before = clock.instant().minus(settled);
      return Flux.fromIterable(indexes).concatMap(index -> {
        var verification = new IndexVerification(service, table, index);
        return verification.divergences().concatMap(found -> verification.repair(found, before), 1);
      });
    });
  }

  private static IfMatch version(Entity before) {
    return IfMatch.version(before.etag().orElseThrow());
  }
}
