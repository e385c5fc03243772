package io.weir.pattern.view;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The contents of a view: which entities of its source, under which keys, and which of their
 * properties or which aggregates.
 *
 * <p>The functions are pure: for equal entities they return equal answers, today and after a
 * restart. They look at properties and keys, not at a clock. They do not block. Immutable; any
 * thread.
 */
public final class ViewDefinition {

  /** Most aggregates of a view. */
  public static final int MOST_AGGREGATES = 16;

  private final TableName source;
  private final Predicate<Entity> filter;
  private final ViewShape shape;

  private ViewDefinition(TableName source, Predicate<Entity> filter, ViewShape shape) {
    this.source = source;
    this.filter = filter;
    this.shape = shape;
  }

  /**
   * Returns a view with a row for each key, with all properties of its entity. An entity without a
   * key has no row. If several entities have one key, the first of them by PartitionKey and RowKey
   * has the row, and the next one when it goes.
   *
   * @param key the key of an entity's row
   */
  public static ViewDefinition keyed(TableName source, Function<Entity, Optional<EntityKey>> key) {
    return new ViewDefinition(source, entity -> true, new ProjectedRows(key, Selection.ALL));
  }

  /**
   * Returns a view with a row for each group, with aggregates of its entities. An entity without a
   * group takes part in none.
   *
   * @param group the key of the row of an entity's group
   * @param aggregates 1 to {@value #MOST_AGGREGATES}, of different names
   */
  public static ViewDefinition grouped(
      TableName source, Function<Entity, Optional<EntityKey>> group, Aggregate... aggregates) {
    var all = List.of(aggregates);
    var names = new HashSet<String>();
    if (all.isEmpty()
        || all.size() > MOST_AGGREGATES
        || !all.stream().allMatch(each -> names.add(each.name()))) {
      throw new IllegalArgumentException("A view has 1 to " + MOST_AGGREGATES
          + " aggregates of different names. aggregates=" + all);
    }
    return new ViewDefinition(source, entity -> true, new AggregatedRows(group, all));
  }

  /**
   * Returns this view with fewer entities: those that satisfy the condition, and all earlier ones.
   */
  public ViewDefinition where(Predicate<Entity> condition) {
    return new ViewDefinition(source, filter.and(condition), shape);
  }

  /**
   * Returns this view with some properties of its entities. Fails with
   * {@link IllegalArgumentException} for a view of groups.
   */
  public ViewDefinition select(String... properties) {
    if (shape instanceof ProjectedRows rows) {
      return new ViewDefinition(
          source, filter, new ProjectedRows(rows.key(), Selection.of(properties)));
    }
    throw new IllegalArgumentException("A view of groups has its aggregates only.");
  }

  TableName source() {
    return source;
  }

  ViewShape shape() {
    return shape;
  }

  /**
   * Returns what an entity contributes. Fails with {@link ViewFailedException} if a function fails.
   */
  Optional<Contribution.Content> contributed(Entity entity) {
    try {
      return filter.test(entity) ? shape.contributed(entity) : Optional.empty();
    } catch (RuntimeException failed) {
      throw ViewFailedException.change("source=" + source + " entity=" + entity.key(), failed);
    }
  }
}
