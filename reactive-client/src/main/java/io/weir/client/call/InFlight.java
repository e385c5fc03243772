package io.weir.client.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Counts the calls in flight, from subscription to end. After {@link #close} it refuses new calls,
 * and completes when the last one has ended.
 *
 * <p>A call that another call makes, to find out its outcome, is part of that call and is not
 * refused. Any thread.
 */
final class InFlight {

  private static final long CLOSED = 1L << 62;
  private static final Class<InFlight> WITHIN = InFlight.class;

  /** The number of calls, plus {@link #CLOSED} after closing. */
  private final AtomicLong state = new AtomicLong();

  private final Sinks.Empty<Void> ended = Sinks.empty();

  /** Counts the call while it runs; refuses it with {@code client=closed} after closing. */
  <T> Mono<T> track(Mono<T> request) {
    return Mono.deferContextual(context -> {
      if (context.hasKey(WITHIN)) {
        return request;
      }
      return enter()
          ? request.doFinally(signal -> leave()).contextWrite(inner -> inner.put(WITHIN, true))
          : Mono.error(closed());
    });
  }

  /** Counts the stream while it runs; refuses it with {@code client=closed} after closing. */
  <T> Flux<T> track(Flux<T> stream) {
    return Flux.defer(() -> enter() ? stream.doFinally(signal -> leave()) : Flux.error(closed()));
  }

  /** Refuses new calls; completes when none is left. */
  Mono<Void> close() {
    return Mono.defer(() -> {
      var before = state.getAndUpdate(now -> now | CLOSED);
      if ((before & ~CLOSED) == 0) {
        end();
      }
      return ended.asMono();
    });
  }

  /** Returns the calls in flight. */
  long count() {
    return state.get() & ~CLOSED;
  }

  private boolean enter() {
    var before = state.getAndUpdate(now -> (now & CLOSED) == 0 ? now + 1 : now);
    return (before & CLOSED) == 0;
  }

  private void leave() {
    if (state.decrementAndGet() == CLOSED) {
      end();
    }
  }

  /** May be called more than once; only the first call has an effect. */
  private void end() {
    var unused = ended.tryEmitEmpty();
  }

  private static ServiceFailedException closed() {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "client=closed outcome=notSent", null);
  }
}
