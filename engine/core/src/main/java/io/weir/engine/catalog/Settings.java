package io.weir.engine.catalog;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings in a catalog row: texts by name. Each is a property of its own, so that a merge can
 * change some and keep the others.
 *
 * @param texts texts by name; none is empty
 */
record Settings(Map<String, String> texts) {

  static final Settings NONE = new Settings(Map.of());

  /** The prefix of the properties that hold settings. No other property of a row begins with it. */
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

  /** Returns a copy with some texts changed. An empty text removes a setting. */
  Settings with(Map<String, String> changed) {
    var merged = new HashMap<>(texts);
    changed.forEach((name, text) -> put(merged, name, text));
    return new Settings(merged);
  }

  /** Sets the properties of a row. */
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
