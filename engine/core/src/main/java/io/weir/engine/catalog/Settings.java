package io.weir.engine.catalog;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import java.util.HashMap;
import java.util.Map;

/**
 * Texts by name, as a row of the catalog keeps them: each in a property of its own, so that a merge changes some and leaves others.
 *
 * @param texts by name, none of them empty
 */
record Settings(Map<String, String> texts) {

  static final Settings NONE = new Settings(Map.of());

  /** Before the name of every property that is a text; no other property of a row begins so. */
  private static final String PREFIX = "Setting";

  Settings {
    texts = Map.copyOf(texts);
  }

  static Settings ofRow(Entity row) {
    var texts = new HashMap<String, String>();
    for (var property = row.properties(); property.next(); ) {
      var name = property.name();
      if (name.startsWith(PREFIX)) {
        row.getString(name).ifPresent(text -> put(texts, name.substring(PREFIX.length()), text));
      }
    }
    return new Settings(texts);
  }

  /** These with some changed; an empty text goes. */
  Settings with(Map<String, String> changed) {
    var merged = new HashMap<>(texts);
    changed.forEach((name, text) -> put(merged, name, text));
    return new Settings(merged);
  }

  /** Sets the properties that say so. */
  static void set(EntityBuilder row, Map<String, String> texts) {
    texts.forEach((name, text) -> row.set(PREFIX + name, text));
  }

  private static void put(Map<String, String> texts, String name, String text) {
    if (text.isEmpty()) {
      texts.remove(name);
    } else {
      texts.put(name, text);
    }
  }
}
