package io.weir.pattern.view;

import io.weir.api.TableWrite;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.view.GroupState.First;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The writes to one row of a view, its state and its ranks, in one commit.
 *
 * <p>The first of a list is known without reading the list, unless it goes: then the first of the
 * others is looked up. Belongs to the planning of one commit.
 */
final class GroupPlan {

  /** The contributions that a row loses and gains in one commit. */
  static final class Change {

    private final List<Contribution> removed = new ArrayList<>();
    private final List<Contribution> added = new ArrayList<>();

    void remove(Contribution contribution) {
      removed.add(contribution);
    }

    void add(Contribution contribution) {
      added.add(contribution);
    }
  }

  private final StoredView stored;
  private final ViewShape shape;
  private final EntityKey row;
  private final Change change;
  private final Map<String, Rank> removed = new TreeMap<>();
  private final Map<String, Rank> added = new TreeMap<>();

  GroupPlan(StoredView stored, ViewShape shape, EntityKey row, Change change) {
    this.stored = stored;
    this.shape = shape;
    this.row = row;
    this.change = change;
    change.removed.forEach(each -> put(removed, each));
    change.added.forEach(each -> put(added, each));
  }

  private void put(Map<String, Rank> ranks, Contribution contribution) {
    shape.ranks(contribution).forEach(rank -> ranks.put(rank.rowKey(), rank));
  }

  /**
   * Returns the writes.
   *
   * @param contributions returns the contribution of an entity as it is after the commit
   */
  Mono<List<TableWrite>> writes(Function<EntityKey, Mono<Optional<Contribution>>> contributions) {
    var ofRow = stored
        .state(row)
        .flatMapMany(before ->
            firsts(next(before)).flatMapMany(after -> writesOfRow(before, after, contributions)));
    return Flux.concat(writesOfRanks(false), ofRow).collectList();
  }

  /** Returns the writes of all ranks, without those of the row and its state. */
  Mono<List<TableWrite>> corrections() {
    return writesOfRanks(true).collectList();
  }

  private GroupState next(Optional<GroupState> before) {
    var state = before.orElse(GroupState.EMPTY);
    for (var each : change.removed) {
      state = shape.minus(state, each);
    }
    for (var each : change.added) {
      state = shape.plus(state, each);
    }
    return state;
  }

  private Flux<TableWrite> writesOfRanks(boolean all) {
    var upserts = Flux.fromIterable(added.values())
        .filter(rank -> all || !rank.equals(removed.get(rank.rowKey())))
        .map(rank ->
            stored.toGroups(new Write.Upsert(ViewTables.rank(row, rank), WriteMode.REPLACE)));
    var deletes = Flux.fromIterable(removed.values())
        .filter(rank -> !added.containsKey(rank.rowKey()))
        .map(rank -> ViewTables.rankKey(row, rank))
        .concatMap(key -> stored.existingInGroups(key))
        .map(key -> stored.toGroups(new Write.Delete(key, IfMatch.ANY)));
    return upserts.concatWith(deletes);
  }

  /** Returns the state with the first of each list. */
  private Mono<GroupState> firsts(GroupState state) {
    if (state.isEmpty()) {
      return Mono.just(state.withFirsts(Map.of()));
    }
    return Flux.fromIterable(shape.decidingLists())
        .concatMap(list -> first(list, Optional.ofNullable(state.firsts().get(list)))
            .map(first -> Map.entry(list, first)))
        .collectMap(Map.Entry::getKey, Map.Entry::getValue)
        .map(state::withFirsts);
  }

  private Mono<First> first(String list, Optional<First> known) {
    var ofAdded = added.values().stream()
        .filter(rank -> rank.list().equals(list))
        .findFirst()
        .map(First::of);
    var stays = known.filter(first -> !removed.containsKey(first.rowKey()));
    var ofOthers = known.isPresent() && stays.isEmpty()
        ? stored.firstRank(row, list, removed.keySet())
        : Mono.justOrEmpty(stays);
    return ofOthers
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(other -> Mono.justOrEmpty(lower(other, ofAdded)));
  }

  private static Optional<First> lower(Optional<First> one, Optional<First> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    var isLower = one.get().rowKey().compareTo(other.get().rowKey()) < 0;
    return isLower ? one : other;
  }

  private Flux<TableWrite> writesOfRow(
      Optional<GroupState> before,
      GroupState after,
      Function<EntityKey, Mono<Optional<Contribution>>> contributions) {
    if (after.isEmpty()) {
      return removal(before);
    }
    var state = stored.toGroups(new Write.Upsert(ViewTables.state(row, after), WriteMode.REPLACE));
    var isSameState = before.filter(after::equals).isPresent();
    if (isSameState && !isCopiedChanged(after)) {
      return Flux.empty();
    }
    return copied(after, contributions)
        .map(copied ->
            stored.toRows(new Write.Upsert(shape.row(row, after, copied), WriteMode.REPLACE)))
        .flux()
        .concatWith(isSameState ? Mono.empty() : Mono.just(state));
  }

  private Flux<TableWrite> removal(Optional<GroupState> before) {
    var ofState = Mono.justOrEmpty(before)
        .map(state -> stored.toGroups(new Write.Delete(ViewTables.stateKey(row), IfMatch.ANY)));
    return stored
        .existingInRows(row)
        .map(key -> stored.toRows(new Write.Delete(key, IfMatch.ANY)))
        .concatWith(ofState);
  }

  private boolean isCopiedChanged(GroupState after) {
    return shape
        .copied(after)
        .filter(source -> sources(change.added).contains(source))
        .isPresent();
  }

  private static Set<EntityKey> sources(List<Contribution> contributions) {
    var sources = new HashSet<EntityKey>();
    contributions.forEach(each -> sources.add(each.source()));
    return sources;
  }

  private Mono<Optional<Contribution>> copied(
      GroupState state, Function<EntityKey, Mono<Optional<Contribution>>> contributions) {
    return shape
        .copied(state)
        .map(source -> contributions
            .apply(source)
            .filter(Optional::isPresent)
            .switchIfEmpty(Mono.error(() -> ViewFailedException.damaged(
                "reason=missingContribution row=" + row + " source=" + source))))
        .orElse(Mono.just(Optional.empty()));
  }
}
