package io.weir.client.encryption;

import io.weir.api.edm.EdmBinary;
import java.time.Duration;
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

  /**
   * A wrapping key that asks another one, which may be far away, for few keys and not for each entity.
   *
   * <p>It draws a branch key, has the root wrap that, and wraps content keys by it here, for as long as the lifetime says; then it draws
   * another. Whoever reads asks the root once for each branch key, and remembers what it opened for the same time, a thousand branch keys
   * at most. So a root that is taken away, or whose use is to be recorded, is missed or asked a lifetime later at the latest; and what
   * stands in this process's memory opens whatever its branch keys wrapped.
   *
   * <p>Its id is the root's and {@code /branch}, so a ring may hold the root itself as well, for what it wrapped before. Seeds a generator,
   * which may block. Fails with {@link IllegalArgumentException} for a lifetime that is not positive.
   */
  static KeyWrappingKey branching(KeyWrappingKey root, Duration lifetime) {
    return BranchingWrappingKey.open(root, lifetime, System::nanoTime);
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
