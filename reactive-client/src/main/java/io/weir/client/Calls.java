package io.weir.client;

import io.weir.api.TableService;
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
final class Calls {

  private final Transport transport;
  private final Dialects dialects;
  private final Retries retries;
  private final Optional<Duration> allowed;
  private final Optional<Hedges> hedges;
  private final Observations observations;
  private final DeadlineWatch deadlines = new DeadlineWatch();
  private final UnderWay underWay = new UnderWay();

  Calls(Transport transport, Dialects dialects, ClientOptions options) {
    this.transport = transport;
    this.dialects = dialects;
    this.retries = Retries.of(options);
    this.allowed = options.deadline();
    this.hedges = options.hedging().map(Hedges::new);
    this.observations = new Observations(options.observations());
  }

  /** Something that changes nothing: sent again after any failure that may pass. */
  <T> Mono<T> read(String operation, Function<TableService, Mono<T>> work) {
    return inTime(operation, call -> {
      Function<Lane, Mono<T>> attempt = lane -> attempt(call, lane, work);
      var read = hedges.map(hedge -> hedge.read(attempt)).orElseGet(() -> attempt.apply(Lane.MAIN));
      return Retries.again(read, retries.ofRead());
    });
  }

  /** Something that changes what is stored, and may be sent again only as its resolution says. */
  <T> Mono<T> write(
      String operation, Function<TableService, Mono<T>> work, Resolution<T> resolution) {
    return inTime(operation, call -> {
      var attempt = attempt(call, Lane.MAIN, work);
      var attempts = new WriteAttempts<>(call, attempt, resolution, transport.time());
      return Retries.again(attempts.once(), retries.ofWrite()).onErrorMap(attempts::givenUp);
    });
  }

  /** A stream, which sees to its own attempts. It has the deadline of its context, or none. */
  <T> Flux<T> stream(String operation, Function<Call, Flux<T>> stream) {
    return upload(operation, stream).onErrorMap(Failures::translated);
  }

  /** The same of a stream whose failures need not be the service's: they are left as they come. */
  <T> Flux<T> upload(String operation, Function<Call, Flux<T>> stream) {
    Flux<T> carried = Flux.deferContextual(context -> {
      var call = Call.under(context);
      var whole = call.deadline()
          .left()
          .map(left -> bound(stream.apply(call), left, call))
          .orElseGet(() -> stream.apply(call));
      return observations.observe(operation, call, context, whole);
    });
    return underWay.track(carried);
  }

  /** The dialect that the service speaks, asked for as often as a read. */
  Mono<SpokenDialect> dialect() {
    return Retries.again(dialects.spoken(), retries.ofRead()).onErrorMap(Failures::translated);
  }

  /** The service at the other end of one attempt of a call: what is asked of it is sent once. */
  Mono<TableService> tables(Call call, Lane lane) {
    return attempt(call, lane, Mono::just);
  }

  /** Lets no more begin; completes when none is under way. */
  Mono<Void> close() {
    return underWay.close().doOnSuccess(ended -> dialects.close());
  }

  ClientStatistics statistics() {
    return new ClientStatistics(
        underWay.count(), transport.attempts(), hedges.map(Hedges::sent).orElse(0L));
  }

  private <T> Mono<T> inTime(String operation, Function<Call, Mono<T>> work) {
    Mono<T> carried = Mono.<T>deferContextual(context -> {
          var call = Call.under(context);
          var whole = deadlines.guard(work.apply(call), call);
          return observations.observe(operation, call, context, whole);
        })
        .contextWrite(
            context -> allowed.map(time -> Deadline.in(time).putInto(context)).orElse(context));
    return underWay.track(carried).onErrorMap(Failures::translated);
  }

  private <T> Mono<T> attempt(Call call, Lane lane, Function<TableService, Mono<T>> work) {
    return dialects
        .spoken()
        .flatMap(dialect -> work.apply(dialect.tables().apply(transport.attempt(call, lane))));
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
