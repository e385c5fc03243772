package io.weir.pattern.encryption;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The wrapping keys of a user: one that writes new versions, and all that may have written older
 * ones.
 *
 * <p>To change the key, make a new one current and keep the old one. An entity moves to the new key
 * when it is next written as a whole. Both methods are called on threads that must not block.
 */
public interface KeyRing {

  /** Returns the key to write with; called for every write. Empty fails the write. */
  Mono<KeyWrappingKey> current();

  /**
   * Returns the key with an id. Empty if there is none:
   * {@link DecryptionException.Reason#UNKNOWN_KEY}.
   */
  Mono<KeyWrappingKey> find(String id);

  /**
   * Returns a ring that never changes. Fails with {@link IllegalArgumentException} if two keys have
   * the same id.
   */
  static KeyRing of(KeyWrappingKey current, KeyWrappingKey... older) {
    var byId = new HashMap<String, KeyWrappingKey>();
    byId.put(current.id(), current);
    for (var key : older) {
      if (byId.put(key.id(), key) != null) {
        throw new IllegalArgumentException("Two keys have the same id. id=" + key.id());
      }
    }
    return new Fixed(current, Map.copyOf(byId));
  }

  /** Holds its keys in memory. */
  record Fixed(KeyWrappingKey key, Map<String, KeyWrappingKey> byId) implements KeyRing {
    @Override
    public Mono<KeyWrappingKey> current() {
      return Mono.just(key);
    }

    @Override
    public Mono<KeyWrappingKey> find(String id) {
      return Mono.justOrEmpty(Optional.ofNullable(byId.get(id)));
    }
  }
}
