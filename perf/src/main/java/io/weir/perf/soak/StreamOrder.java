package io.weir.perf.soak;

import io.weir.api.entity.EntityKey;
import org.jspecify.annotations.Nullable;

/** Checks the keys of a stream: fails if one does not sort after the one before. */
record StreamOrder(@Nullable EntityKey last) {

  static final StreamOrder NONE = new StreamOrder(null);

  StreamOrder next(EntityKey key) {
    if (last != null && compare(last, key) >= 0) {
      throw new IllegalStateException("stream is out of order before=" + last + " key=" + key);
    }
    return new StreamOrder(key);
  }

  private static int compare(EntityKey one, EntityKey other) {
    var partitions = one.partitionKey().compareTo(other.partitionKey());
    return partitions != 0 ? partitions : one.rowKey().compareTo(other.rowKey());
  }
}
