package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import java.util.Arrays;

/** Encodes an entity as the peers store it. */
final class StoredRow {

  private StoredRow() {}

  static byte[] key(Entity entity) {
    return Arrays.copyOfRange(
        entity.encoded(), Integer.BYTES, Integer.BYTES + entity.keyLengthBytes());
  }

  static byte[] value(Entity entity) {
    return entity.storedForm(1);
  }
}
