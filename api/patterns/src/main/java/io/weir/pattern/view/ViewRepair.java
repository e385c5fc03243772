package io.weir.pattern.view;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.filter.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Corrections of a version of a view. Each is a commit like the view's own, with the stored
 * position as it is, so it and the view's commits are one after another.
 *
 * <p>A correction of a contribution also checks that the entity of the source is as it was read. A
 * change that the view applies later is older than that and is ignored, or newer and is right. Any
 * thread.
 */
record ViewRepair(
    StoredView stored, ViewDefinition definition, ViewVersions versions, ViewCommits commits) {

  /**
   * Makes the contribution of an entity, and its ranks, follow from the entity as it is stored now.
   */
  Mono<Void> contribution(EntityKey source) {
    return position()
        .flatMap(position -> Mono.zip(
                stored
                    .service()
                    .get(definition.source(), source)
                    .map(Optional::of)
                    .defaultIfEmpty(Optional.empty()),
                stored.contribution(source))
            .flatMap(read -> ChangePlan.ofRepair(stored, definition)
                .writes(List.of(change(source, read.getT1(), read.getT2())))
                .flatMap(writes -> commit(position, writes, unchanged(source, read.getT1())))))
        .retryWhen(Conflicts.retry(ViewRepair::isOvertaken));
  }

  private static ChangePlan.SourceChange change(
      EntityKey source, Optional<Entity> now, Optional<Contribution> held) {
    return new ChangePlan.SourceChange(
        source,
        now,
        now.map(Entity::timestampTicks).or(() -> held.map(Contribution::ticks)).orElse(0L),
        held.map(Contribution::partitionGroup).orElse(Contribution.UNKNOWN_GROUP));
  }

  private TableWrite unchanged(EntityKey source, Optional<Entity> now) {
    TableName table = definition.source();
    return now.map(entity ->
            TableWrite.present(table, source, IfMatch.version(entity.etag().orElseThrow())))
        .orElseGet(() -> TableWrite.absent(table, source));
  }

  /**
   * Makes a row and its state follow from the contributions, and removes ranks without a
   * contribution.
   */
  Mono<Void> group(EntityKey row) {
    return position()
        .flatMap(position -> new GroupFolds(stored, definition.shape())
            .of(Query.ALL.where(
                Condition.partitionKey().is(ViewTables.partition(row)).filter()))
            .next()
            .defaultIfEmpty(new GroupFold(definition.shape(), row))
            .flatMap(this::writes)
            .flatMap(writes -> commit(position, writes)))
        .retryWhen(Conflicts.retry(ViewRepair::isOvertaken));
  }

  private Mono<List<TableWrite>> writes(GroupFold fold) {
    var row = fold.row();
    var ranks = Flux.fromIterable(fold.dangling())
        .take(commits.mostChanges()) // more of them remain for the next repair
        .map(key -> stored.toGroups(new Write.Delete(key, IfMatch.ANY)));
    var expected = fold.expected();
    if (expected.isPresent()) {
      return ranks
          .concatWithValues(
              stored.toRows(new Write.Upsert(expected.get(), WriteMode.REPLACE)),
              stored.toGroups(
                  new Write.Upsert(ViewTables.state(row, fold.state()), WriteMode.REPLACE)))
          .collectList();
    }
    var ofRow =
        stored.existingInRows(row).map(key -> stored.toRows(new Write.Delete(key, IfMatch.ANY)));
    var ofState = stored
        .existingInGroups(ViewTables.stateKey(row))
        .map(key -> stored.toGroups(new Write.Delete(key, IfMatch.ANY)));
    return Flux.concat(ranks, ofRow, ofState).collectList();
  }

  /**
   * Returns the stored position. Empty for a version that follows no source: there is nothing to
   * repair.
   */
  private Mono<ViewPosition> position() {
    return Mono.defer(() -> versions.position(stored.tables().version()))
        .filter(position -> position.state() == ViewPosition.State.FOLLOWING);
  }

  private Mono<Void> commit(ViewPosition position, List<TableWrite> writes, TableWrite... checks) {
    var all = new ArrayList<>(writes);
    all.addAll(List.of(checks));
    return commits.store(position, all).then();
  }

  /** Whether the position or the entity has changed since it was read. */
  private static boolean isOvertaken(Throwable failure) {
    return failure instanceof ViewCommits.PositionTaken
        || Conflicts.hasMovedOn(failure)
        || failure instanceof ConflictException;
  }
}
