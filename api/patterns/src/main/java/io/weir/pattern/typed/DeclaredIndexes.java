package io.weir.pattern.typed;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Collects the indexes that a type, and the types of its family, declare. Used by one thread while
 * the type is mapped.
 */
final class DeclaredIndexes {

  private final Class<?> type;
  private final Set<String> encrypted = new TreeSet<>();
  private final TreeMap<String, IndexDefinition> found = new TreeMap<>();

  private DeclaredIndexes(Class<?> type, Collection<BoundType> family) {
    this.type = type;
    family.forEach(bound -> encrypted.addAll(bound.encrypted()));
  }

  /**
   * Returns the indexes, sorted by name. Fails with {@link IllegalArgumentException} for an index
   * that is not valid, that covers an encrypted property, or that another declaration of its name
   * contradicts.
   */
  static List<IndexDefinition> of(Class<?> type, Hierarchy hierarchy) {
    var family = hierarchy.types().values();
    var indexes = new DeclaredIndexes(type, family);
    if (family.stream().noneMatch(bound -> bound.type() == type)) {
      indexes.add(type, PropertyOrder.of(type, family, hierarchy.property()));
    }
    for (var bound : family) {
      var order = PropertyOrder.of(bound.type(), List.of(bound), hierarchy.property());
      indexes.add(bound.type(), order);
      bound.indexed().forEach(property -> indexes.add(property, order));
    }
    if (indexes.found.size() > IndexDefinition.MAX_PER_TABLE) {
      throw indexes.refused(
          "A table has at most " + IndexDefinition.MAX_PER_TABLE + " indexes.", "all");
    }
    return List.copyOf(indexes.found.values());
  }

  /**
   * Returns the declared indexes that a table lacks. Fails with {@code ResourceAlreadyExists} if
   * the table has an index of the name and another definition.
   */
  static List<IndexDefinition> missing(List<IndexDefinition> declared, List<IndexStatus> present) {
    var missing = new ArrayList<IndexDefinition>();
    for (var definition : declared) {
      var same = present.stream()
          .map(IndexStatus::definition)
          .filter(stored -> stored.name().equals(definition.name()))
          .findFirst();
      same.filter(stored -> !stored.equals(definition)).ifPresent(stored -> {
        throw new ConflictException(
            ErrorCode.RESOURCE_ALREADY_EXISTS,
            "index=" + definition.name() + " declared=[" + text(definition) + "] stored=["
                + text(stored) + "] do=dropItOrRenameTheDeclaredOne");
      });
      if (same.isEmpty()) {
        missing.add(definition);
      }
    }
    return missing;
  }

  private void add(Class<?> declaring, PropertyOrder order) {
    for (var index : declaring.getAnnotationsByType(Index.class)) {
      add(index, () -> order.of(index.properties()));
    }
  }

  private void add(BoundType.IndexedProperty property, PropertyOrder order) {
    var index = property.index();
    if (index.properties().length > 0) {
      throw refused("An index on a property has no other properties.", index.name());
    }
    add(index, () -> order.of(property.name()));
  }

  private void add(Index index, Supplier<List<SortProperty>> properties) {
    if (index.sparse() && index.withMissing()) {
      throw refused("An index is sparse or covers missing values, not both.", index.name());
    }
    try {
      var definition = new IndexDefinition(
          new IndexName(index.name()),
          properties.get(),
          index.where().isEmpty() ? Filter.ALL : plain(FilterParser.parse(index.where()), index),
          index.unique(),
          index.sparse() || index.unique() && !index.withMissing());
      var other = found.putIfAbsent(index.name(), definition);
      if (other != null && !other.equals(definition)) {
        throw refused("Two indexes have the same name.", index.name());
      }
    } catch (InvalidRequestException e) {
      throw refused("The index is not valid: " + e.facts() + ".", index.name());
    }
  }

  /**
   * Returns the filter if it compares no encrypted property, whose ciphertexts have no order and
   * are never equal.
   */
  private Filter plain(Filter where, Index index) {
    if (where instanceof Filter.Comparison comparison
        && encrypted.contains(comparison.property())) {
      throw refused(
          "An index cannot select entities by an encrypted property, because the service sees it encrypted.",
          index.name());
    }
    where.operands().forEach(operand -> plain(operand, index));
    return where;
  }

  private static String text(IndexDefinition definition) {
    return "properties=" + definition.properties() + " where="
        + FilterPrinter.print(definition.where()) + " unique="
        + definition.unique() + " sparse=" + definition.sparse();
  }

  private IllegalArgumentException refused(String text, String index) {
    return new IllegalArgumentException(text + " type=" + type.getName() + " index=" + index);
  }
}
