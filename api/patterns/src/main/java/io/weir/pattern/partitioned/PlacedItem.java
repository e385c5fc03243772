package io.weir.pattern.partitioned;

import io.weir.api.Direction;
import io.weir.api.StreamItem;
import io.weir.api.entity.EntityKey;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An item, or the failure, of a shard's stream and its position: before, at or after a key.
 *
 * @param shard the number of the shard
 * @param key null for a failure or an end before any other item, which comes first of all
 * @param rank {@link #BEFORE}, {@link #AT} or {@link #AFTER}
 * @param item null for a failure
 * @param failure null for an item
 */
record PlacedItem(
    int shard,
    @Nullable EntityKey key,
    int rank,
    @Nullable StreamItem item,
    @Nullable Throwable failure) {

  static final int BEFORE = 0;
  static final int AT = 1;
  static final int AFTER = 2;

  static Comparator<PlacedItem> order(Direction direction) {
    Comparator<EntityKey> keys =
        direction == Direction.DESCENDING ? Comparator.reverseOrder() : Comparator.naturalOrder();
    return (one, other) -> {
      if (one.key == null || other.key == null) {
        return Boolean.compare(one.key != null, other.key != null);
      }
      var byKey = keys.compare(one.key, other.key);
      return byKey != 0 ? byKey : Integer.compare(one.rank, other.rank);
    };
  }
}
