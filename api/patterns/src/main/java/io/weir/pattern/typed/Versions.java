package io.weir.pattern.typed;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The versions of a type. Immutable; any thread.
 *
 * @param upgrades from version 1 on; empty if the type has no versions
 */
record Versions(Optional<List<EntityType.Upgrade>> upgrades) {

  static final Versions NONE = new Versions(Optional.empty());

  private static final int FIRST = 1;

  /** Returns the version that is written. */
  Optional<Integer> current() {
    return upgrades.map(steps -> FIRST + steps.size());
  }

  /** Returns whether an upgrade may need properties that the type lacks. */
  boolean needsAll() {
    return upgrades.filter(steps -> !steps.isEmpty()).isPresent();
  }

  /**
   * Returns an entity's properties in the current form, in a map that the caller may change. Fails
   * with {@link MappingException} for a later version.
   */
  Map<String, EdmValue> upgraded(Entity entity) {
    var properties = new LinkedHashMap<>(entity.toMap());
    upgrades.ifPresent(steps -> {
      properties.remove(EntityType.VERSION_PROPERTY);
      var version = version(entity, FIRST + steps.size());
      steps.subList(version - FIRST, steps.size()).forEach(step -> step.upgrade(properties));
      properties.values().removeIf(Objects::isNull);
    });
    return properties;
  }

  /** Returns a condition that is true exactly for an entity that needs no upgrade and is known. */
  Filter isCurrent() {
    return upgrades
        .map(steps -> steps.isEmpty()
            ? new Filter.Not(compared(Operator.GREATER, FIRST))
            : compared(Operator.EQUAL, FIRST + steps.size()))
        .orElse(Filter.ALL);
  }

  private static Filter compared(Operator operator, int version) {
    return new Filter.Comparison(EntityType.VERSION_PROPERTY, operator, new EdmInt32(version));
  }

  /**
   * Returns an entity as it is to be stored in the current version; empty if it needs no upgrade.
   * Fails as {@link #upgraded} does.
   */
  Optional<Entity> replacement(Entity entity) {
    if (Filter.matches(isCurrent(), entity)) {
      return Optional.empty();
    }
    var replacement = Entity.builder(entity.partitionKey(), entity.rowKey());
    current().ifPresent(version -> replacement.set(EntityType.VERSION_PROPERTY, version));
    upgraded(entity).forEach(replacement::set);
    return Optional.of(replacement.build());
  }

  private static int version(Entity entity, int current) {
    var version = entity.getInt32(EntityType.VERSION_PROPERTY).orElse(FIRST);
    if (version < FIRST || version > current) {
      throw new MappingException(
          "The entity has a version that this program does not know.",
          "version=" + version + " known=" + FIRST + ".." + current + " key=" + entity.key(),
          null);
    }
    return version;
  }
}
