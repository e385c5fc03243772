package io.weir.client.pattern.view;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import java.util.Map;

/**
 * The content of a contribution: the view's row to which an entity contributes, and the values that it gives. Immutable; any thread.
 *
 * @param row the key of the view's row
 * @param values by property of the entity
 */
record Contributed(EntityKey row, Map<String, EdmValue> values) {}
