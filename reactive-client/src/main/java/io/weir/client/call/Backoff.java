package io.weir.client.call;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.options.RetryOptions;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Pauses between attempts. A pause doubles from one attempt to the next, and lasts at least as long
 * as a busy service asked for. It varies by half, so that clients whose connections broke together
 * do not return together.
 *
 * <p>Gives up with the original failure if the request may not be repeated, if no attempt is left,
 * or if the pause would outlast the deadline. Any thread; pauses run on Reactor's parallel
 * scheduler.
 */
final class Backoff extends Retry {

  private static final int MOST_DOUBLINGS = 30;

  private final RetryOptions options;
  private final DoubleSupplier random;
  private final Predicate<Throwable> repeatable;
  private final boolean inARow;

  /**
   * A policy for one kind of request.
   *
   * @param random returns numbers from 0 (inclusive) to 1 (exclusive)
   * @param repeatable whether the request may be repeated after a failure
   * @param inARow counts only attempts since the last received item
   */
  Backoff(
      RetryOptions options,
      DoubleSupplier random,
      Predicate<Throwable> repeatable,
      boolean inARow) {
    this.options = options;
    this.random = random;
    this.repeatable = repeatable;
    this.inARow = inARow;
  }

  @Override
  public Publisher<?> generateCompanion(Flux<RetrySignal> failures) {
    return failures.concatMap(signal ->
        pause(signal.failure(), inARow ? signal.totalRetriesInARow() : signal.totalRetries()));
  }

  private Mono<Long> pause(Throwable failure, long attemptsBefore) {
    if (!repeatable.test(failure) || attemptsBefore >= options.limit()) {
      return Mono.error(failure);
    }
    var pause = lengthOf(attemptsBefore, failure);
    return Mono.deferContextual(
        context -> Deadline.of(context).isWithin(pause) ? Mono.delay(pause) : Mono.error(failure));
  }

  /** Package-private for its test. */
  Duration lengthOf(long attemptsBefore, Throwable failure) {
    var doublings = Math.min(attemptsBefore, MOST_DOUBLINGS);
    var growing = (double) options.firstBackoff().toNanos() * (1L << doublings);
    var middle = Math.min(growing, (double) options.longestBackoff().toNanos());
    var varied = Duration.ofNanos((long) (middle * (0.5 + random.getAsDouble())));
    return RetryableFailure.unwrapped(failure) instanceof ServiceBusyException busy
        ? busy.retryAfter().filter(asked -> asked.compareTo(varied) > 0).orElse(varied)
        : varied;
  }
}
