package io.weir.client.typed;

import io.weir.api.edm.EdmValue;
import java.util.Map;

/** Upgrades an entity's properties from one version of a type to the next. */
@FunctionalInterface
public interface Upgrade {

  /** Changes the properties in place; a null counts as an absent property. Must not block. */
  void upgrade(Map<String, EdmValue> properties);
}
