package io.weir.pattern.typed;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
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
