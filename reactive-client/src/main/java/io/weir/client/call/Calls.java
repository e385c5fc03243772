package io.weir.client.call;

import io.micrometer.observation.ObservationRegistry;
import io.weir.client.options.HedgeOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Carries calls out: repeats attempts, until the deadline of the call, while the client is open.
 *
 * <p>Any thread. Fails only with {@link io.weir.api.error.TableServiceException}.
 *
 * @param <S> the service that calls are made of
 */
public final class Calls<S> {

  private final Attempts<S> attempts;
  private final RetryPolicy retries;
  private final Optional<Duration> allowed;
  private final Optional<Hedges> hedges;
  private final Observations observations;
  private final DeadlineWatch deadlines;
  private final InFlight inFlight;

  /**
   * Sends nothing yet.
   *
   * @param allowed time for a call that is answered as a whole, all attempts included; absent for
   *     no limit
   * @param hedging when a read is sent a second time; absent for never
   */
  public Calls(
      Attempts<S> attempts,
      RetryPolicy retries,
      Optional<Duration> allowed,
      Optional<HedgeOptions> hedging,
      ObservationRegistry observations) {
    this.attempts = attempts;
    this.retries = retries;
    this.allowed = allowed;
    this.hedges = hedging.map(Hedges::new);
    this.observations = new Observations(observations);
    this.deadlines = new DeadlineWatch();
    this.inFlight = new InFlight();
  }

  private Calls(Attempts<S> attempts, Calls<?> shared) {
    this.attempts = attempts;
    this.retries = shared.retries;
    this.allowed = shared.allowed;
    this.hedges = shared.hedges;
    this.observations = shared.observations;
    this.deadlines = shared.deadlines;
    this.inFlight = shared.inFlight;
  }

  /**
   * Returns the calls of another service with the same options. They end with these: both are
   * closed and counted together.
   */
  public <R> Calls<R> of(Attempts<R> others) {
    return new Calls<>(others, this);
  }

  /** Carries out a read: repeats it after every transient failure. */
  public <T> Mono<T> read(String operation, Function<S, Mono<T>> work) {
    return inTime(operation, call -> {
      Function<ConnectionGroup, Mono<T>> attempt = group -> attempts.attempt(call, group, work);
      var read = hedges
          .map(hedge -> hedge.read(attempt))
          .orElseGet(() -> attempt.apply(ConnectionGroup.MAIN));
      return RetryPolicy.retry(read, retries.ofRead());
    });
  }

  /** Carries out a write: repeats it only if the resolution allows that. */
  public <T> Mono<T> write(String operation, Function<S, Mono<T>> work, Resolution<T> resolution) {
    return inTime(operation, call -> {
      var attempt = attempts.attempt(call, ConnectionGroup.MAIN, work);
      var write = new WriteAttempts<>(call, attempt, resolution);
      return RetryPolicy.retry(write.once(), write.again(), retries.ofWrite())
          .onErrorMap(write::givenUp);
    });
  }

  /**
   * Carries out a stream, which repeats its own attempts. Only the deadline of its context applies.
   */
  public <T> Flux<T> stream(String operation, Function<Call, Flux<T>> stream) {
    return upload(operation, stream).onErrorMap(Failures::translated);
  }

  /**
   * Carries out a stream as {@link #stream} does, but leaves its failures as they come: they may be
   * the caller's own.
   */
  public <T> Flux<T> upload(String operation, Function<Call, Flux<T>> stream) {
    Flux<T> carried = Flux.deferContextual(context -> {
      var call = Call.under(context);
      var whole = call.deadline()
          .left()
          .map(left -> bound(stream.apply(call), left, call))
          .orElseGet(() -> stream.apply(call));
      return observations.observe(operation, call, context, whole);
    });
    return inFlight.track(carried);
  }

  /** Refuses new calls; completes when none is in flight. */
  public Mono<Void> close() {
    return inFlight.close();
  }

  /** Returns how many calls have begun and not ended, streams included. */
  public long underWay() {
    return inFlight.count();
  }

  /** Returns how many second attempts of reads were made. */
  public long hedges() {
    return hedges.map(Hedges::sent).orElse(0L);
  }

  private <T> Mono<T> inTime(String operation, Function<Call, Mono<T>> work) {
    Mono<T> carried = Mono.<T>deferContextual(context -> {
          var call = Call.under(context);
          var whole = deadlines.guard(work.apply(call), call);
          return observations.observe(operation, call, context, whole);
        })
        .contextWrite(
            context -> allowed.map(time -> Deadline.in(time).putInto(context)).orElse(context));
    return inFlight.track(carried).onErrorMap(Failures::translated);
  }

  /** Cancels the stream and fails when the time has passed. */
  private static <T> Flux<T> bound(Flux<T> stream, Duration left, Call call) {
    var isOver = new AtomicBoolean();
    var over = Mono.delay(left).doOnNext(now -> isOver.set(true));
    return stream
        .takeUntilOther(over)
        .concatWith(Mono.defer(() -> isOver.get() ? Mono.error(call.late()) : Mono.empty()));
  }
}
