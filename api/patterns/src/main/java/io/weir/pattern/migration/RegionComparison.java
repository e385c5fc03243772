package io.weir.pattern.migration;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Compares a table's region in the frozen source with the target, property by property, and makes the target equal.
 *
 * <p>Both are read in the order of keys, side by side, {@value #AHEAD} entities ahead. Memory: a group of {@value #GROUP} differences. Immutable;
 * any thread.
 */
record RegionComparison(TableService source, RegionWriter target) {

  private static final int AHEAD = 32;
  private static final int GROUP = 64;

  private record Side(boolean isSource, Entity entity) {
    EntityKey key() {
      return entity.key();
    }
  }

  /** Repairs the differences, and returns their number. */
  Mono<Long> repair(TableName table) {
    return Flux.mergeComparing(
            AHEAD,
            Comparator.comparing(Side::key),
            sides(source, table, true),
            sides(target.service(), table, false))
        .bufferUntilChanged(Side::key)
        .flatMapIterable(sides -> correction(table, sides).stream().toList(), AHEAD)
        .buffer(GROUP)
        .concatMap(group -> target.write(group).thenReturn((long) group.size()), 1)
        .reduce(0L, Long::sum);
  }

  private Flux<Side> sides(TableService service, TableName table, boolean isSource) {
    return service
        .query(table, Query.ALL.where(target.region().filter()))
        .filter(entity -> target.region().contains(entity.partitionKey()))
        .map(entity -> new Side(isSource, entity));
  }

  private static Optional<TableWrite> correction(TableName table, List<Side> sides) {
    var wanted = entity(sides, true);
    var found = entity(sides, false);
    if (wanted.map(Entity::toMap).equals(found.map(Entity::toMap))) {
      return Optional.empty();
    }
    return Optional.of(wanted
        .map(entity -> RegionWriter.storing(table, entity))
        .orElseGet(
            () -> RegionWriter.removing(new TableKey(table, found.orElseThrow().key()))));
  }

  private static Optional<Entity> entity(List<Side> sides, boolean isSource) {
    return sides.stream()
        .filter(side -> side.isSource() == isSource)
        .map(Side::entity)
        .findFirst();
  }
}
