package io.weir.engine.plan;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The conditions that a filter joins by {@code and}: all of them hold for an entity that matches.
 * Immutable.
 */
record Conjuncts(List<Filter> all) {

  Conjuncts {
    all = List.copyOf(all);
  }

  static Conjuncts of(Filter filter) {
    var found = new ArrayList<Filter>();
    add(filter, found);
    return new Conjuncts(found);
  }

  private static void add(Filter filter, List<Filter> target) {
    if (filter instanceof Filter.And and) {
      and.operands().forEach(operand -> add(operand, target));
    } else {
      target.add(filter);
    }
  }

  /** Returns these conditions without one, and with those of a filter. */
  Conjuncts replacing(Filter old, Filter by) {
    var replaced = new ArrayList<>(all);
    replaced.remove(old);
    add(by, replaced);
    return new Conjuncts(replaced);
  }

  /** Whether each entity that satisfies the conditions is covered by an index. */
  boolean areCoveredBy(IndexDefinition definition) {
    return imply(definition) && lacking(definition).isEmpty();
  }

  /** Whether each entity that satisfies the conditions is one of those that an index is about. */
  boolean imply(IndexDefinition definition) {
    return definition.where().equals(Filter.ALL)
        || of(definition.where()).all().stream().allMatch(this::imply);
  }

  /**
   * Returns a property that an entity can lack although it satisfies the conditions; a sparse index
   * leaves that entity out.
   */
  Optional<SortProperty> lacking(IndexDefinition definition) {
    return definition.sparse()
        ? definition.properties().stream()
            .filter(property -> !require(property))
            .findFirst()
        : Optional.empty();
  }

  private boolean imply(Filter demanded) {
    return all.stream().anyMatch(condition -> Implication.holds(condition, demanded));
  }

  /** Whether an entity that lacks a property fails the conditions. */
  private boolean require(SortProperty property) {
    return EntityBuilder.isSystemProperty(property.name())
        || all.stream()
            .anyMatch(condition -> alternatives(condition, property.name()).isPresent());
  }

  /**
   * Returns the intervals of encoded values that a property can have; {@link ByteInterval#ALL} when
   * no condition bounds them.
   */
  List<ByteInterval> intervals(SortProperty property, int properties) {
    var values = new ValueIntervals(property.descending(), properties);
    var intervals = ByteInterval.ALL;
    for (var condition : all) {
      var alternatives = alternatives(condition, property.name());
      if (alternatives.isPresent()) {
        var union = ByteInterval.union(alternatives.get().stream()
            .flatMap(each -> values.of(each).stream())
            .toList());
        intervals = intervals.equals(ByteInterval.ALL)
            ? union
            : ByteInterval.intersection(intervals, union);
      }
    }
    return intervals;
  }

  /**
   * Returns the alternatives of a condition on nothing but one property. Each is false for an
   * entity that lacks the property.
   */
  private static Optional<List<Filter.OfProperty>> alternatives(Filter condition, String property) {
    if (condition instanceof Filter.OfProperty one) {
      return one.property().equals(property) ? Optional.of(List.of(one)) : Optional.empty();
    }
    if (!(condition instanceof Filter.Or or)) {
      return Optional.empty();
    }
    var all = new ArrayList<Filter.OfProperty>();
    for (var operand : or.operands()) {
      var found = alternatives(operand, property);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      all.addAll(found.get());
    }
    return Optional.of(all);
  }
}
