package io.weir.client.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The requests that are under way, from subscription to end; once closed it lets no more begin, and tells when the last has ended.
 *
 * <p>A request that another makes on its behalf, to look at what became of it, belongs to that one and begins even then. Any thread.
 */
final class InFlight {

  private static final long CLOSED = 1L << 62;
  private static final Class<InFlight> WITHIN = InFlight.class;

  /** How many there are, and the mark of having been closed. */
  private final AtomicLong state = new AtomicLong();

  private final Sinks.Empty<Void> ended = Sinks.empty();

  /** The same, counted; or refused with {@code client=closed}. */
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

  /** The same, counted; or refused with {@code client=closed}. */
  <T> Flux<T> track(Flux<T> stream) {
    return Flux.defer(() -> enter() ? stream.doFinally(signal -> leave()) : Flux.error(closed()));
  }

  /** Lets no more begin; completes when none is left. */
  Mono<Void> close() {
    return Mono.defer(() -> {
      var before = state.getAndUpdate(now -> now | CLOSED);
      if ((before & ~CLOSED) == 0) {
        end();
      }
      return ended.asMono();
    });
  }

  /** How many there are now. */
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

  /** Told more than once, it is heard once. */
  private void end() {
    var unused = ended.tryEmitEmpty();
  }

  private static ServiceFailedException closed() {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "client=closed outcome=notSent", null);
  }
}
