package io.weir.client.encryption;

import io.weir.api.edm.EdmBinary;
import java.util.concurrent.Callable;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Has a key that waits wait on threads that may. Any thread.
 *
 * <p>The key is asked when the answer is: whoever asks for nothing, or leaves before a thread is free, spares it. Leaving later drops
 * the answer, and interrupts the key where the scheduler does.
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
        .hide() // a callable that the scheduler can see is called without demand
        .subscribeOn(scheduler);
  }
}
