package io.weir.client.call;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.options.RetryOptions;
import java.time.Duration;
import java.util.Optional;
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
 * <p>If a node of several refuses a request because it does not lead, or cannot be reached, the
 * next attempt goes to another node, without a pause. When each of them had its turn, a pause
 * follows. Such a round over the nodes counts as one attempt, and its pause does not wait for what
 * a node asked for, because none of them is busy. A received item does not begin a new round: nodes
 * that cut each stream after one item are not asked in a loop without pauses.
 *
 * <p>Gives up with the original failure if the request may not be repeated, if no attempt is left,
 * or if the pause would outlast the deadline. Any thread; pauses run on Reactor's parallel
 * scheduler.
 */
final class Backoff extends Retry {

  private static final int MOST_DOUBLINGS = 30;

  private final RetryOptions options;
  private final int nodes;
  private final DoubleSupplier random;
  private final Predicate<Throwable> repeatable;
  private final boolean inARow;

  /**
   * A policy for one kind of request.
   *
   * @param nodes how many nodes of the service there are to try
   * @param random returns numbers from 0 (inclusive) to 1 (exclusive)
   * @param repeatable whether the request may be repeated after a failure
   * @param inARow counts only attempts since the last received item
   */
  Backoff(
      RetryOptions options,
      int nodes,
      DoubleSupplier random,
      Predicate<Throwable> repeatable,
      boolean inARow) {
    this.options = options;
    this.nodes = nodes;
    this.random = random;
    this.repeatable = repeatable;
    this.inARow = inARow;
  }

  @Override
  public Publisher<?> generateCompanion(Flux<RetrySignal> failures) {
    var count = new Count();
    return failures.concatMap(count::next);
  }

  /** The attempts of one request so far. Signals are serial. */
  private final class Count {

    private long pauses;

    /** Attempts at other nodes since the last pause. */
    private int moves;

    Mono<Long> next(RetrySignal signal) {
      if ((inARow ? signal.totalRetriesInARow() : signal.totalRetries()) == 0) {
        pauses = 0;
      }
      var failure = signal.failure();
      if (!repeatable.test(failure)) {
        return Mono.error(failure);
      }
      if (moves < nodes - 1 && options.limit() > 0 && isElsewhere(failure)) {
        moves++;
        return Mono.just(0L);
      }
      moves = 0;
      return pauses < options.limit() ? pause(failure, pauses++) : Mono.error(failure);
    }
  }

  private Mono<Long> pause(Throwable failure, long pausesBefore) {
    var pause = lengthOf(pausesBefore, failure);
    return Mono.deferContextual(
        context -> Deadline.of(context).isWithin(pause) ? Mono.delay(pause) : Mono.error(failure));
  }

  /** Package-private for its test. */
  Duration lengthOf(long pausesBefore, Throwable failure) {
    var doublings = Math.min(pausesBefore, MOST_DOUBLINGS);
    var growing = (double) options.firstBackoff().toNanos() * (1L << doublings);
    var middle = Math.min(growing, (double) options.longestBackoff().toNanos());
    var varied = Duration.ofNanos((long) (middle * (0.5 + random.getAsDouble())));
    return asked(failure).filter(asked -> asked.compareTo(varied) > 0).orElse(varied);
  }

  /** Returns the pause that a busy service asks for; empty if there are other nodes to ask. */
  private Optional<Duration> asked(Throwable failure) {
    return RetryableFailure.unwrapped(failure) instanceof ServiceBusyException busy
            && !isElsewhere(busy)
        ? busy.retryAfter()
        : Optional.empty();
  }

  private boolean isElsewhere(Throwable failure) {
    return nodes > 1 && Failures.isElsewhere(RetryableFailure.unwrapped(failure));
  }
}
