package io.weir.engine.shard;

import io.weir.engine.tree.WriteGroup;
import org.jspecify.annotations.Nullable;

/** What a command does to one key. Immutable as long as nobody writes to the arrays, which are not copied. */
final class Change {

  private final byte[] key;
  private final byte @Nullable [] stored;

  private Change(byte[] key, byte @Nullable [] stored) {
    this.key = key;
    this.stored = stored;
  }

  /** The key has this stored form from now on. */
  static Change put(byte[] key, byte[] stored) {
    return new Change(key, stored);
  }

  /** The key is gone. */
  static Change remove(byte[] key) {
    return new Change(key, null);
  }

  byte[] key() {
    return key;
  }

  byte @Nullable [] stored() {
    return stored;
  }

  /** Adds the change to what a turn does. */
  void addTo(WriteGroup group) {
    if (stored == null) {
      group.remove(key);
    } else {
      group.put(key, stored);
    }
  }
}
