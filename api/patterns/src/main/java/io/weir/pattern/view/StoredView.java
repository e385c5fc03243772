package io.weir.pattern.view;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Write;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The stored rows of one version of a view. Any thread; fails as the service does. */
record StoredView(TableService service, ViewTables tables) {

  /** Most reads that the planning of a commit runs at once. */
  static final int READS = 16;

  Mono<Optional<Contribution>> contribution(EntityKey source) {
    return service
        .get(tables.sources(), source)
        .map(ViewTables::contribution)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty());
  }

  Mono<Optional<GroupState>> state(EntityKey row) {
    return service
        .get(tables.groups(), ViewTables.stateKey(row))
        .map(ViewTables::state)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty());
  }

  /** Returns the first rank of a list that is not among the given ones. Reads the list up to it. */
  Mono<GroupState.First> firstRank(EntityKey row, String list, Set<String> except) {
    return Flux.defer(() -> service.query(
            tables.groups(),
            Query.ALL.where(Condition.partitionKey()
                .is(ViewTables.partition(row))
                .and(Condition.rowKey().within(CompoundKey.of(list).prefix()))
                .filter())))
        .filter(rank -> !except.contains(rank.rowKey()))
        .next()
        .map(ViewTables::first);
  }

  /** Returns a key of the table of groups if it is stored. */
  Mono<EntityKey> existingInGroups(EntityKey key) {
    return existing(tables.groups(), key);
  }

  /** Returns a key of the view's rows if it is stored. */
  Mono<EntityKey> existingInRows(EntityKey key) {
    return existing(tables.rows(), key);
  }

  private Mono<EntityKey> existing(TableName table, EntityKey key) {
    return service.get(table, key, Selection.of("Timestamp")).map(Entity::key);
  }

  TableWrite toRows(Write write) {
    return TableWrite.of(tables.rows(), write);
  }

  TableWrite toSources(Write write) {
    return TableWrite.of(tables.sources(), write);
  }

  TableWrite toGroups(Write write) {
    return TableWrite.of(tables.groups(), write);
  }
}
