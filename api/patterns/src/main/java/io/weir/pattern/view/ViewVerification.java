package io.weir.pattern.view;

import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.Lookups;
import io.weir.pattern.index.Divergence;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The comparison of one version of a view with its source.
 *
 * <ol>
 *   <li>each entity of the source with its contribution and its ranks;
 *   <li>each contribution with its entity;
 *   <li>each row, and its state, with its contributions;
 *   <li>each row with its state.
 * </ol>
 *
 * <p>Holds no more than {@value Lookups#IN_FLIGHT} entities in memory, and a state. Any thread;
 * fails as the service does.
 */
record ViewVerification(
    StoredView stored, ViewDefinition definition, ViewVersions versions, ViewCommits commits) {

  private static final Query EVERYTHING = Query.ALL;

  /** Emits what differs. */
  Flux<Divergence> divergences() {
    return Flux.concat(
        ofEntities(), withoutEntity(), groups(EVERYTHING).concatMap(this::ofGroup), withoutGroup());
  }

  /** Repairs what differs and emits it: contributions first, because rows follow from them. */
  Flux<Divergence> repairs() {
    var repair = new ViewRepair(stored, definition, versions, commits);
    return Flux.concat(
        Flux.concat(ofEntities(), withoutEntity())
            .concatMap(found -> repair.contribution(sourceOf(found)).thenReturn(found), 1),
        Flux.defer(() -> groups(EVERYTHING))
            .concatMap(
                fold -> ofGroup(fold)
                    .collectList()
                    .filter(found -> !found.isEmpty())
                    .flatMapMany(
                        found -> repair.group(fold.row()).thenMany(Flux.fromIterable(found))),
                1),
        Flux.defer(this::withoutGroup)
            .concatMap(found -> repair.group(found.row().key()).thenReturn(found), 1));
  }

  private static EntityKey sourceOf(Divergence found) {
    return found.source().or(found::stored).orElseThrow().key();
  }

  private TableName rows() {
    return stored.tables().rows();
  }

  private Flux<Divergence> ofEntities() {
    return stored
        .service()
        .query(definition.source(), EVERYTHING)
        .flatMapSequential(
            entity -> Mono.justOrEmpty(definition.contributed(entity))
                .flatMap(content -> ofEntity(entity, content)),
            Lookups.IN_FLIGHT,
            1);
  }

  private Mono<Divergence> ofEntity(Entity entity, Contribution.Content expected) {
    return stored.contribution(entity.key()).flatMap(held -> {
      if (held.filter(known -> known.content().equals(expected)).isPresent()) {
        return missingRank(entity, held.orElseThrow());
      }
      return Mono.just(new Divergence(
          held.isPresent() ? Divergence.Kind.STALE : Divergence.Kind.MISSING,
          new TableKey(rows(), expected.row()),
          held.map(ViewTables::contribution),
          Optional.of(entity)));
    });
  }

  private Mono<Divergence> missingRank(Entity entity, Contribution held) {
    return Flux.fromIterable(definition.shape().ranks(held))
        .map(rank -> ViewTables.rankKey(held.row(), rank))
        .filterWhen(key -> stored.existingInGroups(key).hasElement().map(found -> !found))
        .next()
        .map(key -> new Divergence(
            Divergence.Kind.MISSING,
            new TableKey(stored.tables().groups(), key),
            Optional.empty(),
            Optional.of(entity)));
  }

  private Flux<Divergence> withoutEntity() {
    return Lookups.of(
            stored.service(),
            definition.source(),
            Flux.defer(() -> stored.service().query(stored.tables().sources(), EVERYTHING)),
            Entity::key)
        .filter(found -> found.entity().flatMap(definition::contributed).isEmpty())
        .map(found -> new Divergence(
            Divergence.Kind.DANGLING,
            new TableKey(rows(), ViewTables.contribution(found.item()).row()),
            Optional.of(found.item()),
            Optional.empty()));
  }

  /** Returns the rows of a query of the table of groups, computed again. */
  Flux<GroupFold> groups(Query query) {
    return new GroupFolds(stored, definition.shape()).of(query);
  }

  private Flux<Divergence> ofGroup(GroupFold fold) {
    var ranks = Flux.fromIterable(fold.dangling())
        .map(key -> new Divergence(
            Divergence.Kind.DANGLING,
            new TableKey(stored.tables().groups(), key),
            Optional.empty(),
            Optional.empty()));
    var row = stored
        .service()
        .get(rows(), fold.row())
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(found -> Mono.justOrEmpty(ofRow(fold, found)));
    return ranks.concatWith(row);
  }

  private Optional<Divergence> ofRow(GroupFold fold, Optional<Entity> found) {
    var expected = fold.expected();
    var isRowRight = found.map(Entity::toMap).equals(expected.map(Entity::toMap));
    if (isRowRight && !fold.isStateWrong()) {
      return Optional.empty();
    }
    var kind = expected.isEmpty()
        ? Divergence.Kind.DANGLING
        : found.isEmpty() ? Divergence.Kind.MISSING : Divergence.Kind.STALE;
    return Optional.of(
        new Divergence(kind, new TableKey(rows(), fold.row()), found, Optional.empty()));
  }

  private Flux<Divergence> withoutGroup() {
    return stored
        .service()
        .query(rows(), EVERYTHING)
        .filterWhen(row -> stored
            .existingInGroups(ViewTables.stateKey(row.key()))
            .hasElement()
            .map(found -> !found))
        .map(row -> new Divergence(
            Divergence.Kind.DANGLING,
            new TableKey(rows(), row.key()),
            Optional.of(row),
            Optional.empty()));
  }
}
