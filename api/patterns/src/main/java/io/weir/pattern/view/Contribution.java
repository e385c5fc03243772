package io.weir.pattern.view;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import java.util.Map;

/**
 * The contribution of an entity to a view, as the view has applied it. Immutable; any thread.
 *
 * @param source the key of the entity
 * @param ticks the Timestamp of the entity's version
 * @param partitionGroup the entity's partition group, for the removal of a range;
 *     {@link #UNKNOWN_GROUP} after a repair
 * @param content what the entity contributes
 */
record Contribution(EntityKey source, long ticks, int partitionGroup, Content content) {

  /** Stands for a group that no change has named yet. */
  static final int UNKNOWN_GROUP = -1;

  /**
   * The values that an entity contributes.
   *
   * @param row the key of the view's row to which the entity contributes
   * @param values by property of the entity
   */
  record Content(EntityKey row, Map<String, EdmValue> values) {}

  EntityKey row() {
    return content.row();
  }
}
