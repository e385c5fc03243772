package io.weir.pattern;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.ETag;
import io.weir.api.entity.EntityKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An entity of any number of properties.
 *
 * @param key where it is stored
 * @param properties in their order
 * @param version the stored version; empty for an entity that was not read or written
 */
public record WideEntity(EntityKey key, Map<String, EdmValue> properties, Optional<ETag> version) {

  public WideEntity {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /** Returns a new entity. */
  public static WideEntity of(EntityKey key, Map<String, ? extends EdmValue> properties) {
    return new WideEntity(key, new LinkedHashMap<>(properties), Optional.empty());
  }

  /** Returns the entity with a property added or replaced. */
  public WideEntity with(String name, EdmValue value) {
    var changed = new LinkedHashMap<>(properties);
    changed.put(name, value);
    return new WideEntity(key, changed, version);
  }

  /** Returns the entity without a property. */
  public WideEntity without(String name) {
    var changed = new LinkedHashMap<>(properties);
    changed.remove(name);
    return new WideEntity(key, changed, version);
  }

  WideEntity stored(Optional<ETag> as) {
    return new WideEntity(key, properties, as);
  }
}
