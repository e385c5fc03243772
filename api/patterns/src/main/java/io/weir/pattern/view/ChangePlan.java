package io.weir.pattern.view;

import io.weir.api.FeedItem;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Turns changes of the source into the writes of one joint commit, by the rows that are stored.
 *
 * <p>A contribution is replaced as a whole: its row loses the stored one and gains the new one. A
 * change that is applied already therefore changes nothing. A change that is older than the stored
 * contribution is ignored.
 *
 * <p>The plan is right only if no other commit of the view comes between its reads and its commit;
 * the caller checks that. Writes only remove rows that exist. Any thread.
 */
final class ChangePlan {

  /**
   * Most operations of a commit for a change, apart from ranks: a contribution, and two states and
   * rows.
   */
  private static final int OPERATIONS = 5;

  private final StoredView stored;
  private final ViewDefinition definition;
  private final boolean corrects;

  private ChangePlan(StoredView stored, ViewDefinition definition, boolean corrects) {
    this.stored = stored;
    this.definition = definition;
    this.corrects = corrects;
  }

  /** Returns the plan of changes that the feed reports. */
  static ChangePlan ofFeed(StoredView stored, ViewDefinition definition) {
    return new ChangePlan(stored, definition, false);
  }

  /**
   * Returns the plan of corrections, which also replaces newer contributions and writes all ranks,
   * and leaves rows and states alone.
   */
  static ChangePlan ofRepair(StoredView stored, ViewDefinition definition) {
    return new ChangePlan(stored, definition, true);
  }

  /** Returns how many changes fit in so many operations, however they change the view. */
  static int mostChanges(ViewDefinition definition, int operations) {
    return operations / (OPERATIONS + 2 * definition.shape().mostRanks());
  }

  /** A contribution before and after the commit. */
  private record Step(
      EntityKey source, Optional<Contribution> before, Optional<Contribution> after) {

    /** Whether the row and its lists stay as they are. */
    boolean keepsContent() {
      return before.map(Contribution::content).equals(after.map(Contribution::content));
    }
  }

  /** Returns the writes for some changes in their order. */
  Mono<List<TableWrite>> writes(List<SourceChange> changes) {
    return Flux.fromIterable(changes)
        .map(SourceChange::key)
        .distinct()
        .flatMapSequential(this::stored, StoredView.READS, 1)
        .collectMap(Step::source, step -> step, LinkedHashMap::new)
        .flatMap(steps -> {
          changes.forEach(
              change -> steps.computeIfPresent(change.key(), (key, step) -> apply(change, step)));
          return writes(steps);
        });
  }

  private Mono<Step> stored(EntityKey source) {
    return stored.contribution(source).map(held -> new Step(source, held, held));
  }

  private Step apply(SourceChange change, Step step) {
    var isOutdated = step.after().filter(held -> change.ticks() < held.ticks()).isPresent();
    if (isOutdated && !corrects) {
      return step;
    }
    var after = change
        .after()
        .flatMap(definition::contributed)
        .map(content ->
            new Contribution(change.key(), change.ticks(), change.partitionGroup(), content));
    return new Step(step.source(), step.before(), after);
  }

  private Mono<List<TableWrite>> writes(Map<EntityKey, Step> steps) {
    var writes = new ArrayList<TableWrite>();
    var groups = new LinkedHashMap<EntityKey, GroupPlan.Change>();
    for (var step : steps.values()) {
      if (!step.before().equals(step.after()) || corrects) {
        write(step).ifPresent(write -> writes.add(stored.toSources(write)));
      }
      if (!step.keepsContent() || corrects) {
        step.before().ifPresent(held -> group(groups, held).remove(held));
        step.after().ifPresent(next -> group(groups, next).add(next));
      }
    }
    return Flux.fromIterable(groups.entrySet())
        .flatMapSequential(
            group -> {
              var plan =
                  new GroupPlan(stored, definition.shape(), group.getKey(), group.getValue());
              return corrects ? plan.corrections() : plan.writes(source -> held(steps, source));
            },
            StoredView.READS,
            1)
        .concatMapIterable(each -> each)
        .collectList()
        .map(ofGroups -> {
          writes.addAll(ofGroups);
          return writes;
        });
  }

  private static GroupPlan.Change group(
      Map<EntityKey, GroupPlan.Change> groups, Contribution contribution) {
    return groups.computeIfAbsent(contribution.row(), row -> new GroupPlan.Change());
  }

  private static Optional<Write> write(Step step) {
    return step.after()
        .<Optional<Write>>map(
            next -> Optional.of(new Write.Upsert(ViewTables.contribution(next), WriteMode.REPLACE)))
        .orElseGet(() -> step.before().map(held -> new Write.Delete(step.source(), IfMatch.ANY)));
  }

  /** Returns the contribution of an entity after the commit. */
  private Mono<Optional<Contribution>> held(Map<EntityKey, Step> steps, EntityKey source) {
    var step = steps.get(source);
    return step == null ? stored.contribution(source) : Mono.just(step.after());
  }

  /**
   * A change of the source that a view has to apply.
   *
   * @param after the entity; empty when it is gone
   * @param ticks the Timestamp of the change
   */
  record SourceChange(EntityKey key, Optional<Entity> after, long ticks, int partitionGroup) {

    static SourceChange of(FeedItem.Change item) {
      return new SourceChange(
          item.key(), item.after(), item.timestamp().ticks(), item.partitionGroup());
    }
  }
}
