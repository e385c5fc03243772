package io.weir.client.key;

import io.weir.api.entity.EntityKey;

/** The rule for the text of a key. */
final class KeyRule {

  private KeyRule() {}

  /** The text, when it may be a key; fails as {@link EntityKey} does. Which of the two keys it will be is not known yet. */
  static String require(String text) {
    EntityKey.requireKey("CompoundKey", text);
    return text;
  }
}
