package io.weir.pattern.index;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.Lookups;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The comparison of an index table with its table, in both directions, and the repair of one row.
 * Any thread.
 */
record IndexVerification(TableService service, TableName table, IndexTable index) {

  /**
   * Emits the rows that differ: first those of entities, in the order of the table, then those
   * without an entity.
   */
  Flux<Divergence> divergences() {
    return Flux.concat(ofEntities(), withoutEntity());
  }

  private Flux<Divergence> ofEntities() {
    return Lookups.of(
            service,
            index.table(),
            service.query(table, Query.ALL).mapNotNull(this::expected),
            expected -> expected.row().key())
        .filter(found -> found
            .entity()
            .filter(row -> row.toMap().equals(found.item().row().toMap()))
            .isEmpty())
        .map(found -> new Divergence(
            found.entity().isPresent() ? Divergence.Kind.STALE : Divergence.Kind.MISSING,
            new TableKey(index.table(), found.item().row().key()),
            found.entity(),
            Optional.of(found.item().entity())));
  }

  /** An entity and the row that it should have. */
  private record Expected(Entity entity, Entity row) {}

  private @Nullable Expected expected(Entity entity) {
    return index.row(entity).map(row -> new Expected(entity, row)).orElse(null);
  }

  private Flux<Divergence> withoutEntity() {
    return Lookups.of(service, table, service.query(index.table(), Query.ALL), IndexTable::entityOf)
        .filter(found -> found
            .entity()
            .filter(entity -> index.hasRow(entity, found.item().key()))
            .isEmpty())
        .map(found -> Divergence.dangling(index.table(), found.item()));
  }

  /**
   * Repairs a row if it is as it was read, and, without an entity, was written before the moment.
   * Empty if it leaves the row alone.
   */
  Mono<Divergence> repair(Divergence found, Instant before) {
    if (found.kind() == Divergence.Kind.DANGLING && !found.isStoredBefore(before)) {
      return Mono.empty();
    }
    return service
        .write(index.table(), correction(found))
        .thenReturn(found)
        .onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty())
        .onErrorResume(ConflictException.class, failure -> Mono.empty());
  }

  private Write correction(Divergence found) {
    var stored = found.stored().flatMap(Entity::etag).map(IfMatch::version);
    var expected = found.source().flatMap(index::row);
    return switch (found.kind()) {
      case MISSING -> new Write.Insert(expected.orElseThrow());
      case STALE ->
        new Write.Update(expected.orElseThrow(), WriteMode.REPLACE, stored.orElseThrow());
      case DANGLING -> new Write.Delete(found.row().key(), stored.orElseThrow());
    };
  }
}
