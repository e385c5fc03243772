package io.weir.pattern.migration;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Repeats the source's changes in the target, in rounds: a round writes a mark to the source, and ends when the feed has reported the mark.
 *
 * <p>Changes are repeated in the feed's order, from a place before the copy. A change that is older than the copied entity takes it back for a
 * while, and a later change of the round brings it forward again: after the round, the target has each entity as it was at the mark, or later.
 * Timestamps are not compared, because those of the two shards come from different clocks.
 *
 * <p>Demand: the changes between two checkpoints are applied before the next ones are taken. Immutable; any thread.
 *
 * @param ready makes a table in the target; false if the source has dropped it
 */
record ChangeFollower(
    MovableShards shards,
    TableService source,
    RegionWriter target,
    Function<TableName, Mono<Boolean>> ready) {

  private static final int READS_IN_FLIGHT = 16;

  /**
   * The end of a round.
   *
   * @param place where the next round begins
   * @param changes number of changed entities in it
   */
  record Round(FeedToken place, long changes) {}

  /** Follows the feed from a place to a mark of this text, which no earlier round has used. */
  Mono<Round> follow(FeedToken from, String markText) {
    var key = shards.mark();
    var mark = Entity.builder(key.key().partitionKey(), key.key().rowKey())
        .set("Mark", markText)
        .build();
    return source
        .write(key.table(), new Write.Upsert(mark, WriteMode.REPLACE))
        .thenMany(source.changes(scope(), FeedStart.after(from)))
        .bufferUntil(item -> item instanceof FeedItem.Checkpoint)
        .map(items -> new FollowedChanges(shards, target.region(), mark, items))
        .concatMap(changes -> repeat(changes.last()).thenReturn(changes), 1)
        .takeUntil(FollowedChanges::isMarked)
        .reduce(new Round(from, 0), ChangeFollower::after);
  }

  private static Round after(Round before, FollowedChanges changes) {
    return new Round(
        changes.place().orElse(before.place()),
        before.changes() + changes.last().size());
  }

  /** Returns the scope of the region's changes and the marks. */
  FeedScope scope() {
    var region = target.region().filter();
    return region.equals(Filter.ALL)
        ? FeedScope.ACCOUNT
        : FeedScope.ACCOUNT.where(new Filter.Or(List.of(
            region,
            new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(shards.name())))));
  }

  private Mono<Void> repeat(Map<TableKey, Optional<Entity>> last) {
    var tables = last.keySet().stream().map(TableKey::table).collect(Collectors.toSet());
    return Flux.fromIterable(tables)
        .filterWhen(ready)
        .collect(Collectors.toSet())
        .flatMap(existing -> writes(last, existing))
        .flatMap(target::write);
  }

  private Mono<List<TableWrite>> writes(
      Map<TableKey, Optional<Entity>> last, Set<TableName> existing) {
    var stored = new ArrayList<TableWrite>();
    var removed = new ArrayList<TableKey>();
    last.forEach((key, after) -> {
      if (existing.contains(key.table())) {
        after.ifPresentOrElse(
            entity -> stored.add(RegionWriter.storing(key.table(), entity)),
            () -> removed.add(key));
      }
    });
    return Flux.fromIterable(removed)
        .flatMapSequential(this::present, READS_IN_FLIGHT)
        .map(RegionWriter::removing)
        .collectList()
        .map(removals -> {
          stored.addAll(removals);
          return stored;
        });
  }

  /** Returns the key if the target has its entity. Nothing else writes to the region there, so this stays true until the commit. */
  private Mono<TableKey> present(TableKey key) {
    return target
        .service()
        .get(
            key.table(),
            new EntityKey(key.key().partitionKey(), key.key().rowKey()),
            Selection.of("PartitionKey"))
        .map(found -> key);
  }
}
