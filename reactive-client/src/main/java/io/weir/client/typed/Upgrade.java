package io.weir.client.typed;

import io.weir.api.edm.EdmValue;
import java.util.Map;

/** Makes of an entity's properties, as one version of a program wrote them, what the next version expects. */
@FunctionalInterface
public interface Upgrade {

  /** Changes the properties in place; a null is as good as a property that is not there. Must not block. */
  void upgrade(Map<String, EdmValue> properties);
}
