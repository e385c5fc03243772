package io.weir.client.call;

import io.weir.client.options.RetryOptions;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * How often, and after which pauses, each kind of request is repeated. Any thread.
 *
 * @param nodes how many nodes of the service there are to try
 */
public record RetryPolicy(RetryOptions options, int nodes, DoubleSupplier random) {

  public static RetryPolicy of(RetryOptions options, int nodes) {
    return new RetryPolicy(options, nodes, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Repeats an attempt after a failure, as the retry decides.
   *
   * <p>deliberate: the retry is assembled after the first failure only. It would be a tenth of the
   * cost of a request that succeeds.
   */
  public static <T> Mono<T> retry(Mono<T> attempt, Retry retry) {
    return retry(attempt, attempt, retry);
  }

  /** Repeats the first attempt as {@link #retry(Mono, Retry)}, by other attempts. */
  static <T> Mono<T> retry(Mono<T> first, Mono<T> again, Retry retry) {
    return first.onErrorResume(failure -> {
      var next = new AtomicReference<>(Mono.<T>error(failure));
      return Mono.defer(() -> next.getAndSet(again)).retryWhen(retry);
    });
  }

  /** Returns the retry of a request that is answered as a whole and changes nothing. */
  public Retry ofRead() {
    return new Backoff(options, nodes, random, Failures::isTransient, false);
  }

  /** Returns the retry of a stream. Each received item restarts the count. */
  public Retry ofStream() {
    return new Backoff(options, nodes, random, Failures::isTransient, true);
  }

  /**
   * Returns the retry of an upload, which decides itself after which failures it may continue. Each
   * received item restarts the count.
   */
  public Retry ofUpload(Predicate<Throwable> repeatable) {
    return new Backoff(options, nodes, random, repeatable, true);
  }

  /**
   * Returns the retry of a write, which marks a failure that allows a repetition as
   * {@link RetryableFailure}.
   */
  Retry ofWrite() {
    return new Backoff(options, nodes, random, RetryableFailure.class::isInstance, false);
  }
}
