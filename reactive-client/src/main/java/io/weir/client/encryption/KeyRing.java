package io.weir.client.encryption;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The wrapping keys that there are: one that new versions are written with, and all that older ones may have been.
 *
 * <p>To change the key, make a new one current and keep the old one; an entity moves to it when it is next written as a whole. Both methods
 * are called on threads that must not block.
 */
public interface KeyRing {

  /** The key to write with; asked anew for every write. Empty counts as a failure of the write. */
  Mono<KeyWrappingKey> current();

  /** The key of an id. Empty when there is none: {@link DecryptionException.Reason#UNKNOWN_KEY}. */
  Mono<KeyWrappingKey> find(String id);

  /** A ring that never changes. Fails with {@link IllegalArgumentException} when two keys have one id. */
  static KeyRing of(KeyWrappingKey current, KeyWrappingKey... older) {
    var byId = new HashMap<String, KeyWrappingKey>();
    byId.put(current.id(), current);
    for (var key : older) {
      if (byId.put(key.id(), key) != null) {
        throw new IllegalArgumentException("Two keys have one id. id=" + key.id());
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
