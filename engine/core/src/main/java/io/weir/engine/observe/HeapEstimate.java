package io.weir.engine.observe;

import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import java.util.Collection;
import java.util.List;

/** Estimates of the memory that records hold, in bytes. Stateless; any thread. */
final class HeapEstimate {

  private static final int OBJECT_BYTES = 64;

  private HeapEstimate() {}

  static long ofUnits(long units) {
    return OBJECT_BYTES + Character.BYTES * units;
  }

  static long ofText(String text) {
    return ofUnits(text.length());
  }

  static long ofNames(Collection<String> names) {
    return OBJECT_BYTES + names.stream().mapToLong(HeapEstimate::ofText).sum();
  }

  static long ofKey(EntityKey key) {
    return ofText(key.partitionKey()) + ofText(key.rowKey());
  }

  static long ofWrites(List<Write> writes) {
    return writes.stream()
        .mapToLong(write -> OBJECT_BYTES + (long) write.weightBytes())
        .sum();
  }
}
