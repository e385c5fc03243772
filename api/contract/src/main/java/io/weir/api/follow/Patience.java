package io.weir.api.follow;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Repeats what fails and may succeed later, without end. A pause doubles from one failure to the
 * next, and varies by half. Any thread.
 *
 * @param first middle of the first pause
 * @param longest middle of the longest pause
 * @param random returns numbers from 0 (inclusive) to 1 (exclusive)
 * @param listener receives each failure that is followed by a pause; must not block
 */
public record Patience(
    Duration first,
    Duration longest,
    DoubleSupplier random,
    Scheduler timers,
    Consumer<? super Throwable> listener) {

  private static final int MOST_DOUBLINGS = 30;

  /** Returns a patience with random pauses. */
  public static Patience of(
      Duration first, Duration longest, Scheduler timers, Consumer<? super Throwable> listener) {
    return new Patience(
        first, longest, () -> ThreadLocalRandom.current().nextDouble(), timers, listener);
  }

  /**
   * Whether the same request may succeed later: the service was busy, or has failed or not
   * answered.
   */
  public static boolean mayPass(Throwable failure) {
    return failure instanceof ServiceBusyException || failure instanceof ServiceFailedException;
  }

  /** Repeats after failures that {@linkplain #mayPass may pass}. */
  public Retry retry() {
    return retry(Patience::mayPass);
  }

  /** Repeats after some failures. Attempts count from the last item. */
  public Retry retry(Predicate<Throwable> mayPass) {
    return Retry.from(failures -> failures.concatMap(signal -> {
      var failure = signal.failure();
      if (!mayPass.test(failure)) {
        return Mono.error(failure);
      }
      listener.accept(failure);
      return pause(signal.totalRetriesInARow() + 1);
    }));
  }

  /** Completes after the pause that follows a number of failed attempts. */
  public Mono<Long> pause(long failedAttempts) {
    return Mono.defer(() -> Mono.delay(length(failedAttempts), timers));
  }

  private Duration length(long failedAttempts) {
    var doublings = Math.min(failedAttempts - 1, MOST_DOUBLINGS);
    var growing = (double) first.toNanos() * (1L << doublings);
    var middle = Math.min(growing, (double) longest.toNanos());
    return Duration.ofNanos((long) (middle * (0.5 + random.getAsDouble())));
  }
}
