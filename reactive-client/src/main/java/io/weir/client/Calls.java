package io.weir.client;

import io.weir.api.wire.Frame;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Carries requests out: as often as it takes, until their deadline.
 *
 * <p>Any thread. Fails with {@link io.weir.api.error.TableServiceException}s only.
 */
final class Calls {

  private final Transport transport;
  private final Retries retries;
  private final Optional<Duration> allowed;

  /**
   * Calls over a transport.
   *
   * @param allowed time for a request that is answered as a whole, where its context does not allow less
   */
  Calls(Transport transport, Retries retries, Optional<Duration> allowed) {
    this.transport = transport;
    this.retries = retries;
    this.allowed = allowed;
  }

  /** Something that changes nothing: sent again after any failure that may pass. */
  <T> Mono<T> read(Supplier<Request> request, Function<Flux<Frame>, Mono<T>> answer) {
    return inTime(call -> attempt(request, answer, call).retryWhen(retries.ofRead()));
  }

  /** Something that changes what is stored, and may be sent again only as its resolution says. */
  <T> Mono<T> write(
      Supplier<Request> request, Function<Flux<Frame>, Mono<T>> answer, Resolution<T> resolution) {
    return inTime(call -> {
      var attempts =
          new WriteAttempts<>(call, attempt(request, answer, call), resolution, transport.time());
      return attempts.once().retryWhen(retries.ofWrite()).onErrorMap(attempts::givenUp);
    });
  }

  /** A stream, which sees to its own attempts. It has the deadline of its context, or none. */
  <T> Flux<T> stream(Function<Call, Flux<T>> stream) {
    return Flux.deferContextual(context -> {
          var call = Call.under(context);
          return call.deadline()
              .left()
              .map(left -> bound(stream.apply(call), left, call))
              .orElseGet(() -> stream.apply(call));
        })
        .onErrorMap(Failures::translated);
  }

  private <T> Mono<T> inTime(Function<Call, Mono<T>> work) {
    return Mono.<T>deferContextual(context -> {
          var call = Call.under(context);
          return call.deadline()
              .left()
              .map(left -> work.apply(call).timeout(left, Mono.error(call::late)))
              .orElseGet(() -> work.apply(call));
        })
        .contextWrite(
            context -> allowed.map(time -> Deadline.in(time).putInto(context)).orElse(context))
        .onErrorMap(Failures::translated);
  }

  /** Cancels the stream when the time is over, and fails. */
  private static <T> Flux<T> bound(Flux<T> stream, Duration left, Call call) {
    var isOver = new AtomicBoolean();
    var over = Mono.delay(left).doOnNext(now -> isOver.set(true));
    return stream
        .takeUntilOther(over)
        .concatWith(Mono.defer(() -> isOver.get() ? Mono.error(call.late()) : Mono.empty()));
  }

  private <T> Mono<T> attempt(
      Supplier<Request> request, Function<Flux<Frame>, Mono<T>> answer, Call call) {
    return Mono.defer(() -> answer.apply(transport.exchange(request.get(), call)));
  }
}
