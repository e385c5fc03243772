package io.weir.client.call;

import io.weir.client.options.RetryOptions;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** How often, and after which pauses, something is asked again, by what it is. Any thread. */
public record RetryPolicy(RetryOptions options, DoubleSupplier random) {

  public static RetryPolicy of(RetryOptions options) {
    return new RetryPolicy(options, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * The same, begun again after a failure as the retry says.
   *
   * <p>deliberate: what it takes to begin again is made when the first attempt has failed. Of a request that succeeds it would be
   * a tenth of the cost.
   */
  public static <T> Mono<T> retry(Mono<T> attempt, Retry retry) {
    return attempt.onErrorResume(first -> {
      var next = new AtomicReference<>(Mono.<T>error(first));
      return Mono.defer(() -> next.getAndSet(attempt)).retryWhen(retry);
    });
  }

  /** Of a request that is answered as a whole and changes nothing. */
  public Retry ofRead() {
    return new Backoff(options, random, Failures::isTransient, false);
  }

  /** Of a stream: whatever is received proves that trying helps, and the count starts over. */
  public Retry ofStream() {
    return new Backoff(options, random, Failures::isTransient, true);
  }

  /** Of an upload, which says itself after which failures it may go on; counted as a stream's. */
  public Retry ofUpload(Predicate<Throwable> repeatable) {
    return new Backoff(options, random, repeatable, true);
  }

  /** Of a write that says itself when it may be sent {@link RetryableFailure}. */
  Retry ofWrite() {
    return new Backoff(options, random, RetryableFailure.class::isInstance, false);
  }
}
