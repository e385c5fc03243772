package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import java.util.concurrent.Callable;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Calls a blocking key on threads that may block. Any thread.
 *
 * <p>The key is called on demand. A subscriber that requests nothing, or cancels before a thread is
 * free, causes no call. Cancelling later drops the answer, and interrupts the key if the scheduler
 * does.
 */
record ScheduledWrappingKey(BlockingKeyWrappingKey key, Scheduler scheduler)
    implements KeyWrappingKey {

  @Override
  public String id() {
    return key.id();
  }

  @Override
  public Mono<EdmBinary> wrap(SecretKey contentKey) {
    return elsewhere(() -> key.wrap(contentKey));
  }

  @Override
  public Mono<SecretKey> unwrap(EdmBinary wrapped) {
    return elsewhere(() -> key.unwrap(wrapped));
  }

  private <T> Mono<T> elsewhere(Callable<T> question) {
    return Mono.fromCallable(question)
        .hide() // the scheduler would call a visible callable without demand
        .subscribeOn(scheduler);
  }
}
