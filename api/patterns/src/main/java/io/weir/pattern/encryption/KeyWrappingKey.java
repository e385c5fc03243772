package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import java.time.Duration;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A key that encrypts keys, in memory, in a vault or in a hardware module.
 *
 * <p>Both methods are called on threads that must not block, such as event loops. They do nothing
 * before subscription. {@link #blocking} adapts an implementation that blocks.
 */
public interface KeyWrappingKey {

  /** Returns the id that wrapped keys carry; never reused for another key. */
  String id();

  /** Wraps a content key. A failure becomes the failure of the write. */
  Mono<EdmBinary> wrap(SecretKey contentKey);

  /**
   * Unwraps a content key, an AES key of 32 bytes. A {@link java.security.GeneralSecurityException}
   * means that another key wrapped it ({@link DecryptionException.Reason#WRONG_KEY}); any other
   * failure becomes the failure of the read.
   */
  Mono<SecretKey> unwrap(EdmBinary wrapped);

  /**
   * Returns a wrapping key that calls a blocking one on the threads of a scheduler that may be
   * blocked, such as {@code boundedElastic}.
   */
  static KeyWrappingKey blocking(BlockingKeyWrappingKey key, Scheduler scheduler) {
    return new ScheduledWrappingKey(key, scheduler);
  }

  /**
   * Returns a wrapping key that asks another, possibly remote one, the root, once for many
   * entities.
   *
   * <p>It draws a branch key, has the root wrap it, and wraps content keys with it in this process
   * until the lifetime ends; then it draws another. A reader asks the root once for each branch
   * key, and remembers up to 1,000 unwrapped branch keys for the same time. If the root is revoked,
   * or its use is recorded, this therefore takes effect up to one lifetime later. Branch keys in
   * this process's memory unwrap everything that they wrapped.
   *
   * <p>Its id is the root's id plus {@code /branch}, so a ring may also hold the root, for keys
   * that it wrapped before. Seeds a generator, which may block. Fails with
   * {@link IllegalArgumentException} for a lifetime that is not positive.
   */
  static KeyWrappingKey branching(KeyWrappingKey root, Duration lifetime) {
    return BranchingWrappingKey.open(root, lifetime, System::nanoTime);
  }

  /** A wrapping key that may block the calling thread and throw any exception. */
  interface BlockingKeyWrappingKey {

    /** As {@link KeyWrappingKey#id}; does not block. */
    String id();

    /** Wraps a content key. */
    EdmBinary wrap(SecretKey contentKey) throws Exception;

    /** Unwraps a content key. */
    SecretKey unwrap(EdmBinary wrapped) throws Exception;
  }
}
