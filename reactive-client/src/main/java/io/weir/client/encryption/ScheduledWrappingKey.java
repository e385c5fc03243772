package io.weir.client.encryption;

import io.weir.api.edm.EdmBinary;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Has a key that waits wait on threads that may. Any thread. */
record ScheduledWrappingKey(BlockingKeyWrappingKey key, Scheduler scheduler)
    implements KeyWrappingKey {

  @Override
  public String id() {
    return key.id();
  }

  @Override
  public Mono<EdmBinary> wrap(SecretKey contentKey) {
    return Mono.fromCallable(() -> key.wrap(contentKey)).subscribeOn(scheduler);
  }

  @Override
  public Mono<SecretKey> unwrap(EdmBinary wrapped) {
    return Mono.fromCallable(() -> key.unwrap(wrapped)).subscribeOn(scheduler);
  }
}
