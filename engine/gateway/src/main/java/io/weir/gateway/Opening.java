package io.weir.gateway;

import io.weir.server.operator.NotReady;
import io.weir.server.operator.Readiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/**
 * The attempts to open a store in a cluster that may be slow to answer, with growing pauses, until
 * one succeeds. Any thread.
 *
 * @param <S> the store
 */
final class Opening<S> {

  private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

  /** The pauses between two attempts. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final LongSupplier nanoClock;
  private final long beganNanos;
  private final Sinks.Empty<Void> given = Sinks.empty();
  private final AtomicReference<@Nullable S> opened = new AtomicReference<>();
  private final Mono<S> outcome;

  private Opening(Mono<S> attempt, Optional<Duration> patience, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.beganNanos = nanoClock.getAsLong();
    var attempts = attempt.retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
        .maxBackoff(LONGEST_PAUSE)
        .filter(failure -> !(failure instanceof DoNotRetryIOException))
        .doBeforeRetry(signal -> note(signal.failure())));
    this.outcome = patience
        .map(attempts::timeout)
        .orElse(attempts)
        .doOnNext(opened::set)
        .takeUntilOther(given.asMono())
        .cache();
  }

  /**
   * Begins the attempts.
   *
   * @param attempt opens the store, once for each subscription
   * @param patience after which the opening fails; empty for never
   */
  static <S> Opening<S> begin(
      Mono<S> attempt, Optional<Duration> patience, LongSupplier nanoClock) {
    var opening = new Opening<>(attempt, patience, nanoClock);
    opening.outcome.subscribe(store -> {}, failure -> {}); // told by await and whenFailed
    return opening;
  }

  private void note(Throwable failure) {
    LOG.warn(
        "the store does not open yet seconds={} cause={}", age().toSeconds(), failure.toString());
  }

  /** Waits for the outcome, or for a time if that is shorter. Fails as the opening does. Blocks. */
  void await(Duration most) {
    outcome.then().timeout(most, Mono.empty()).block();
  }

  /** Calls back when the opening fails, perhaps at once. */
  void whenFailed(Consumer<Throwable> callback) {
    outcome.subscribe(store -> {}, callback);
  }

  /** Returns the store; empty until it is open. */
  Optional<S> store() {
    return Optional.ofNullable(opened.get());
  }

  /** Returns the time since the first attempt began. */
  Duration age() {
    return Duration.ofNanos(nanoClock.getAsLong() - beganNanos);
  }

  /**
   * Returns the readiness of a gateway: not before the store is open, and then as the store's own
   * says.
   */
  Readiness readiness(Function<S, Readiness> ofStore) {
    return () -> store()
        .map(ofStore)
        .map(Readiness::reasons)
        .orElseGet(() -> List.of(new NotReady("clusterOpening", age(), false, "store=hbase")));
  }

  /** Ends the attempts. */
  void giveUp() {
    given.tryEmitEmpty();
  }
}
