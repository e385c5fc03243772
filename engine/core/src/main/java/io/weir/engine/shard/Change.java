package io.weir.engine.shard;

import io.weir.engine.tree.WriteGroup;
import org.jspecify.annotations.Nullable;

/** The change of one key: a new stored form, or its removal. The arrays are not copied and must not be written to. */
final class Change {

  private final byte[] key;
  private final byte @Nullable [] stored;

  private Change(byte[] key, byte @Nullable [] stored) {
    this.key = key;
    this.stored = stored;
  }

  /** Returns a change that stores a form under a key. */
  static Change put(byte[] key, byte[] stored) {
    return new Change(key, stored);
  }

  /** Returns a change that removes a key. */
  static Change remove(byte[] key) {
    return new Change(key, null);
  }

  byte[] key() {
    return key;
  }

  byte @Nullable [] stored() {
    return stored;
  }

  /** Adds the change to the changes of a turn. */
  void addTo(WriteGroup group) {
    if (stored == null) {
      group.remove(key);
    } else {
      group.put(key, stored);
    }
  }
}
