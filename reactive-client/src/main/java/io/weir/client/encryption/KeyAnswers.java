package io.weir.client.encryption;

import reactor.core.publisher.Mono;

/** A wrapping key answers, or fails: silence is a fault of the key and not an entity that is absent. */
final class KeyAnswers {

  private KeyAnswers() {}

  /** The answer; {@link IllegalStateException} where there is none. */
  static <T> Mono<T> required(KeyWrappingKey key, Mono<T> answer) {
    return answer.switchIfEmpty(Mono.error(
        () -> new IllegalStateException("The wrapping key answered nothing. keyId=" + key.id())));
  }
}
