package io.weir.client.encryption;

import io.weir.api.edm.EdmBinary;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A key that encrypts keys, wherever it is kept: here, in a vault, in a hardware module.
 *
 * <p>Both methods are called on threads that must not block, event loops among them; nothing happens before subscription. One that has to
 * wait is made with {@link #blocking}.
 */
public interface KeyWrappingKey {

  /** What the key is called, in what it has wrapped; never reused for another key. */
  String id();

  /** The content key, wrapped. What it fails with, the write fails with. */
  Mono<EdmBinary> wrap(SecretKey contentKey);

  /**
   * The content key, an AES key of 32 bytes. A {@link java.security.GeneralSecurityException} means that it is not this key that wrapped it
   * ({@link DecryptionException.Reason#WRONG_KEY}); with anything else the read fails as it is.
   */
  Mono<SecretKey> unwrap(EdmBinary wrapped);

  /** A wrapping key whose methods wait, called on the threads of a scheduler that may be blocked, such as {@code boundedElastic}. */
  static KeyWrappingKey blocking(BlockingKeyWrappingKey key, Scheduler scheduler) {
    return new ScheduledWrappingKey(key, scheduler);
  }

  /** A wrapping key that may block its caller's thread and throw what it likes. */
  interface BlockingKeyWrappingKey {

    /** As {@link KeyWrappingKey#id}; does not block. */
    String id();

    /** The content key, wrapped. */
    EdmBinary wrap(SecretKey contentKey) throws Exception;

    /** The content key. */
    SecretKey unwrap(EdmBinary wrapped) throws Exception;
  }
}
