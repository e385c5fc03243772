package io.weir.client.call;

import io.micrometer.observation.ObservationRegistry;
import io.weir.api.TableService;
import io.weir.client.options.HedgeOptions;
import io.weir.client.resolution.Resolution;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Carries requests out: as often as it takes, until their deadline, as long as the client is open.
 *
 * <p>Any thread. Fails with {@link io.weir.api.error.TableServiceException}s only.
 */
public final class Calls {

  private final Attempts attempts;
  private final RetryPolicy retries;
  private final Optional<Duration> allowed;
  private final Optional<Hedges> hedges;
  private final Observations observations;
  private final DeadlineWatch deadlines = new DeadlineWatch();
  private final InFlight inFlight = new InFlight();

  /**
   * Nothing is sent yet.
   *
   * @param allowed time for a request that is answered as a whole, all its attempts included; absent for as long as they take
   * @param hedging when reads are sent a second time; absent for never
   */
  public Calls(
      Attempts attempts,
      RetryPolicy retries,
      Optional<Duration> allowed,
      Optional<HedgeOptions> hedging,
      ObservationRegistry observations) {
    this.attempts = attempts;
    this.retries = retries;
    this.allowed = allowed;
    this.hedges = hedging.map(Hedges::new);
    this.observations = new Observations(observations);
  }

  /** Something that changes nothing: sent again after any failure that may pass. */
  public <T> Mono<T> read(String operation, Function<TableService, Mono<T>> work) {
    return inTime(operation, call -> {
      Function<ConnectionGroup, Mono<T>> attempt = group -> attempts.attempt(call, group, work);
      var read = hedges
          .map(hedge -> hedge.read(attempt))
          .orElseGet(() -> attempt.apply(ConnectionGroup.MAIN));
      return RetryPolicy.retry(read, retries.ofRead());
    });
  }

  /** Something that changes what is stored, and may be sent again only as its resolution says. */
  public <T> Mono<T> write(
      String operation, Function<TableService, Mono<T>> work, Resolution<T> resolution) {
    return inTime(operation, call -> {
      var attempt = attempts.attempt(call, ConnectionGroup.MAIN, work);
      var write = new WriteAttempts<>(call, attempt, resolution, attempts::serviceTicks);
      return RetryPolicy.retry(write.once(), retries.ofWrite()).onErrorMap(write::givenUp);
    });
  }

  /** A stream, which sees to its own attempts. It has the deadline of its context, or none. */
  public <T> Flux<T> stream(String operation, Function<Call, Flux<T>> stream) {
    return upload(operation, stream).onErrorMap(Failures::translated);
  }

  /** The same of a stream whose failures need not be the service's: they are left as they come. */
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

  /** Lets no more begin; completes when none is under way. */
  public Mono<Void> close() {
    return inFlight.close();
  }

  /** How many requests have begun and not ended, streams included. */
  public long underWay() {
    return inFlight.count();
  }

  /** How many second attempts of reads there were. */
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

  /** Cancels the stream when the time is over, and fails. */
  private static <T> Flux<T> bound(Flux<T> stream, Duration left, Call call) {
    var isOver = new AtomicBoolean();
    var over = Mono.delay(left).doOnNext(now -> isOver.set(true));
    return stream
        .takeUntilOther(over)
        .concatWith(Mono.defer(() -> isOver.get() ? Mono.error(call.late()) : Mono.empty()));
  }
}
