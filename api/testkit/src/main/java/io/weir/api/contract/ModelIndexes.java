package io.weir.api.contract;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexPosition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The indexes of a table of the model. They have no entries: an ordered query sorts the table. */
final class ModelIndexes {

  private final TreeMap<String, IndexDefinition> definitions = new TreeMap<>();

  /** The entities for which a unique index has failed, by its name. */
  private final Map<String, Duplicate> failed = new HashMap<>();

  /** @param entities the entities that the table has now */
  void create(IndexDefinition definition, List<Entity> entities) {
    var present = definitions.get(definition.name().value());
    if (present != null && !present.equals(definition)) {
      throw new ConflictException(ErrorCode.RESOURCE_ALREADY_EXISTS, "index=" + definition.name());
    }
    if (present == null && definitions.size() == IndexDefinition.MAX_PER_TABLE) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "indexLimit=" + IndexDefinition.MAX_PER_TABLE);
    }
    definitions.put(definition.name().value(), definition);
    if (present == null && definition.unique()) {
      var duplicate = duplicate(definition, entities);
      if (duplicate != null) {
        failed.put(definition.name().value(), duplicate);
      }
    }
  }

  private static @Nullable Duplicate duplicate(IndexDefinition definition, List<Entity> entities) {
    for (var first : entities) {
      for (var second : entities) {
        if (!first.key().equals(second.key()) && share(definition, first, second)) {
          return new Duplicate(first.key(), second.key());
        }
      }
    }
    return null;
  }

  /** Returns the unique indexes that refuse writes. */
  List<IndexDefinition> refusing() {
    return definitions.values().stream()
        .filter(each -> each.unique() && !failed.containsKey(each.name().value()))
        .toList();
  }

  /** Whether an index covers two entities and they have equal values in it. */
  static boolean share(IndexDefinition definition, Entity first, Entity second) {
    return covers(definition, first)
        && covers(definition, second)
        && definition.properties().stream()
            .allMatch(each -> 0
                == ModelOrder.compare(
                    ModelOrder.valueOf(first, each.name()),
                    ModelOrder.valueOf(second, each.name())));
  }

  void drop(IndexName name) {
    failed.remove(name.value());
    if (definitions.remove(name.value()) == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + name);
    }
  }

  List<IndexStatus> statuses(Collection<Entity> entities) {
    return definitions.values().stream()
        .map(definition -> new IndexStatus(
            definition,
            failed.containsKey(definition.name().value()) ? IndexState.FAILED : IndexState.READABLE,
            1,
            entities.stream().filter(entity -> covers(definition, entity)).count(),
            0,
            failed.get(definition.name().value())))
        .toList();
  }

  private static boolean covers(IndexDefinition definition, Entity entity) {
    return ModelFilter.ofEntity(entity).matches(definition.where())
        && (!definition.sparse()
            || definition.properties().stream()
                .allMatch(each -> ModelOrder.valueOf(entity, each.name()).isPresent()));
  }

  /** Fails with {@code InvalidInput} when the query demands an index that cannot answer it. */
  void require(Query query) {
    var forced = query.hint().forced();
    if (forced != null && !definitions.containsKey(forced.value())) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "index=" + forced);
    }
    if (!query.order().isEmpty()) {
      Objects.requireNonNull(serving(query));
    }
  }

  /**
   * Returns the entities of an ordered query after its continuation, in its order, matching or not.
   */
  List<Entity> ordered(Collection<Entity> entities, Query query) {
    var serving = serving(query);
    var from = query.from();
    if (from != null && (from.index() == null || !from.index().index().equals(serving.name()))) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "continuation=ofDroppedIndex");
    }
    var backwards = !beginsWith(serving.properties(), query.order());
    Comparator<Entity> order = ModelOrder.of(serving.properties());
    var inOrder = backwards ? order.reversed() : order;
    var place = from == null ? null : Entity.decode(from.index().values().toByteArray());
    return entities.stream()
        .filter(entity -> covers(serving, entity))
        .filter(entity -> place == null
            || inOrder.compare(entity, place) > 0
            || from.inclusive() && inOrder.compare(entity, place) == 0)
        .sorted(inOrder)
        .toList();
  }

  /** Returns the continuation of an ordered query at or after an entity. */
  Continuation place(Query query, Entity entity, boolean inclusive) {
    var position =
        new IndexPosition(serving(query).name(), new EdmBinary(entity.encoded().clone()));
    return new Continuation(entity.key(), inclusive, Direction.ASCENDING, position);
  }

  private IndexDefinition serving(Query query) {
    return definitions.values().stream()
        .filter(definition -> query.hint().allowed()
            && (query.hint().forced() == null || query.hint().forced().equals(definition.name())))
        .filter(definition -> serves(definition, query))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "orderBy=" + query.order() + " index=none"));
  }

  private static boolean serves(IndexDefinition definition, Query query) {
    var order = query.order();
    var conjuncts =
        query.filter() instanceof Filter.And and ? and.operands() : List.of(query.filter());
    return (beginsWith(definition.properties(), order)
            || beginsWith(definition.properties(), reversed(order)))
        && (definition.where().equals(Filter.ALL) || conjuncts.contains(definition.where()))
        && (!definition.sparse()
            || definition.properties().stream()
                .allMatch(property -> isRequired(property.name(), conjuncts)));
  }

  private static boolean isRequired(String property, List<Filter> conjuncts) {
    return EntityBuilder.isSystemProperty(property)
        || conjuncts.stream()
            .anyMatch(conjunct -> conjunct instanceof Filter.OfProperty condition
                && condition.property().equals(property));
  }

  private static boolean beginsWith(List<SortProperty> properties, List<SortProperty> order) {
    return properties.size() >= order.size()
        && properties.subList(0, order.size()).equals(order);
  }

  private static List<SortProperty> reversed(List<SortProperty> order) {
    var reversed = new ArrayList<SortProperty>();
    order.forEach(property -> reversed.add(property.reversed()));
    return reversed;
  }
}
