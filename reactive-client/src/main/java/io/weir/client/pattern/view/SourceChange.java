package io.weir.client.pattern.view;

import io.weir.api.FeedItem;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Optional;

/**
 * A change of the source that a view has to apply.
 *
 * @param after the entity; empty when it is gone
 * @param ticks the Timestamp of the change
 */
record SourceChange(EntityKey key, Optional<Entity> after, long ticks, int partitionGroup) {

  static SourceChange of(FeedItem.Change item) {
    return new SourceChange(
        item.key(), item.after(), item.timestamp().ticks(), item.partitionGroup());
  }
}
