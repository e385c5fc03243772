package io.weir.client.key;

import io.weir.api.entity.EntityKey;

/** The rule for the text of a key. */
final class KeyRule {

  private KeyRule() {}

  /**
   * Returns the text if it may be a key; fails as {@link EntityKey} does. Whether it becomes the PartitionKey or the RowKey is not
   * known yet.
   */
  static String require(String text) {
    EntityKey.requireKey("CompoundKey", text);
    return text;
  }
}
