package io.weir.pattern.encryption;

import reactor.core.publisher.Mono;

/**
 * Requires an answer from a wrapping key: an empty answer is a fault of the key, not an absent
 * entity.
 */
final class KeyAnswers {

  private KeyAnswers() {}

  /** Passes the answer on; fails with {@link IllegalStateException} if it is empty. */
  static <T> Mono<T> required(KeyWrappingKey key, Mono<T> answer) {
    return answer.switchIfEmpty(Mono.error(
        () -> new IllegalStateException("The wrapping key returned no answer. keyId=" + key.id())));
  }
}
