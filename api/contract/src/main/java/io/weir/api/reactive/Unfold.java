package io.weir.api.reactive;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;

/**
 * A stream that asks for its items one step after another: a step begins when the subscriber has
 * requested its item and the step before it has ended.
 *
 * <p>Reactor's {@code expand} and {@code repeat} begin the next step at once, whether or not
 * anything was requested.
 */
public final class Unfold {

  /**
   * The outcome of a step.
   *
   * @param item the item of the stream
   * @param next where the next step begins; empty after the last item
   */
  public record Step<S, T>(T item, Optional<S> next) {}

  private Unfold() {}

  /**
   * Returns the items of the steps from the first state on. A step that returns nothing ends the
   * stream.
   */
  public static <S, T> Flux<T> from(S first, Function<S, Mono<Step<S, T>>> step) {
    return Flux.defer(() -> new Walk<>(first, step).items());
  }

  /** One subscription. The steps run one after another, so the state needs no guard. */
  private static final class Walk<S, T> {

    private final Function<S, Mono<Step<S, T>>> step;
    private @Nullable S at;

    Walk(S first, Function<S, Mono<Step<S, T>>> step) {
      this.at = first;
      this.step = step;
    }

    Flux<T> items() {
      return Flux.<Boolean>generate(turns -> next(turns))
          .concatMap(turn -> whenRequested(), 0)
          .map(Step::item);
    }

    private void next(SynchronousSink<Boolean> turns) {
      if (at == null) {
        turns.complete();
      } else {
        turns.next(true);
      }
    }

    /**
     * deliberate: without prefetch, the inner operator asks for its only element when it is itself
     * asked for one. The element is hidden, because Reactor would subscribe to the step of a known
     * element at once.
     */
    private Flux<Step<S, T>> whenRequested() {
      return Flux.just(true).hide().concatMap(turn -> one(), 0);
    }

    private Mono<Step<S, T>> one() {
      var from = at;
      at = null;
      return from == null
          ? Mono.empty()
          : step.apply(from).doOnNext(done -> at = done.next().orElse(null));
    }
  }
}
