package io.weir.pattern.migration;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.follow.FeedChunk;
import io.weir.pattern.migration.SideBySide.Pair;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Copies a region of keys from a source to a target. Each step can be repeated. Immutable; any
 * thread.
 *
 * @param region the keys to copy
 * @param filter matches the entities of the region and may match others
 */
public record RegionCopy(
    TableService source, CopyTarget target, Predicate<TableKey> region, Filter filter) {

  /** Differences that are written together. */
  private static final int GROUP = 64;

  /** Stores those of some entities of a table that are in the region. The table is ready. */
  public Mono<Void> store(TableName table, Collection<Entity> entities) {
    var states = new LinkedHashMap<TableKey, Optional<Entity>>();
    entities.forEach(entity -> states.put(new TableKey(table, entity.key()), Optional.of(entity)));
    return write(states).then();
  }

  /**
   * Gives each entity of the region that a chunk of the source's feed has changed the state that
   * the chunk leaves. Returns their number. Removed ranges and dropped tables are left to the
   * caller.
   *
   * <p>A change that is older than the copied entity takes it back, until the chunk of a later
   * change brings it forward again.
   */
  public Mono<Long> repeat(FeedChunk chunk) {
    var states = chunk.lastStates();
    states.keySet().removeIf(region.negate());
    return Flux.fromStream(() -> states.keySet().stream().map(TableKey::table).distinct())
        .filterWhen(target::ready)
        .collect(Collectors.toSet())
        .flatMap(tables -> write(of(states, key -> tables.contains(key.table()))))
        .thenReturn((long) states.size());
  }

  /**
   * Makes a table of the target equal to that of the source within the region. Returns the number
   * of entities that differed.
   */
  public Mono<Long> repair(TableName table) {
    return correct(table, Query.ALL.where(filter), Pair::differs);
  }

  /**
   * Removes the entities of the region that only the target has, and returns their number. Reads
   * keys only.
   */
  public Mono<Long> removeExtra(TableName table) {
    return correct(
        table,
        Query.ALL.where(filter).select("PartitionKey", "RowKey"),
        pair -> pair.source().isEmpty());
  }

  private Mono<Long> correct(TableName table, Query query, Predicate<Pair> isWrong) {
    return new SideBySide(source, target.service(), table)
        .pairs(query)
        .filter(isWrong)
        .filter(pair -> region.test(new TableKey(table, pair.key())))
        .buffer(GROUP)
        .concatMap(
            group -> write(group.stream()
                .collect(Collectors.toMap(pair -> new TableKey(table, pair.key()), Pair::source))),
            1)
        .reduce(0L, Long::sum);
  }

  private Mono<Long> write(Map<TableKey, Optional<Entity>> states) {
    var inside = of(states, region);
    return (inside.isEmpty() ? Mono.<Void>empty() : target.write(inside))
        .thenReturn((long) inside.size());
  }

  private static Map<TableKey, Optional<Entity>> of(
      Map<TableKey, Optional<Entity>> states, Predicate<TableKey> keys) {
    var some = new LinkedHashMap<>(states);
    some.keySet().removeIf(keys.negate());
    return some;
  }
}
