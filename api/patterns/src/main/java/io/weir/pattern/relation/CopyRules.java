package io.weir.pattern.relation;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which properties of a parent are repeated in its children.
 *
 * @param names the property of a child by that of the parent; each is the name in the entity
 */
record CopyRules(Map<String, String> names) {

  CopyRules {
    names = Map.copyOf(names);
    if (names.isEmpty() || Set.copyOf(names.values()).size() != names.size()) {
      throw new IllegalArgumentException(
          "Name at least one property, and each property of a child once. copies=" + names);
    }
  }

  /** Returns a child with the properties of its parent in place of those that it has. */
  Entity copied(Entity child, Entity parent) {
    var copy = new EntityBuilder().key(child.key());
    child.toMap().forEach((name, value) -> {
      if (!names.containsValue(name)) {
        copy.set(name, value);
      }
    });
    var values = parent.toMap();
    names.forEach((ofParent, ofChild) -> {
      var value = values.get(ofParent);
      if (value != null) {
        copy.set(ofChild, value);
      }
    });
    return copy.build();
  }

  /** Whether a child has the properties of its parent. */
  boolean agree(Entity child, Entity parent) {
    return sameValues(child.toMap(), parent.toMap());
  }

  private boolean sameValues(Map<String, EdmValue> child, Map<String, EdmValue> parent) {
    return names.entrySet().stream()
        .allMatch(name -> Objects.equals(child.get(name.getValue()), parent.get(name.getKey())));
  }

  /** Whether two versions of a parent are repeated in the same way. */
  boolean repeatAlike(Entity parent, Entity other) {
    var values = parent.toMap();
    var others = other.toMap();
    return names.keySet().stream()
        .allMatch(name -> Objects.equals(values.get(name), others.get(name)));
  }
}
