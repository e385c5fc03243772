package io.weir.client;

import io.weir.api.wire.Frame;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One attempt that waits to leave with others, and then for its answer.
 *
 * <p>Any thread: whoever waits may leave at any time; everything else is done by one thread after the other.
 */
final class Gathered<T> {

  private final Call call;
  private final byte[] frame;
  private final Expected<T> expected;
  private final Mono<T> alone;
  private final Sinks.One<T> outcome = Sinks.one();

  /** What is to be done when whoever waits has left. */
  private final AtomicReference<Runnable> onLeave = new AtomicReference<>(Nothing.TO_BE_DONE);

  /**
   * An attempt.
   *
   * @param frame what it asks
   * @param expected what it is answered with
   * @param alone the same attempt by itself
   */
  Gathered(Call call, byte[] frame, Expected<T> expected, Mono<T> alone) {
    this.call = call;
    this.frame = frame;
    this.expected = expected;
    this.alone = alone;
  }

  /** For whoever waits. */
  Mono<T> outcome() {
    return outcome.asMono().doOnCancel(this::leave);
  }

  Call call() {
    return call;
  }

  byte[] frame() {
    return frame;
  }

  boolean hasLeft() {
    return onLeave.get() == Nothing.LEFT;
  }

  /** It departs; what is to be done when whoever waits leaves, or has left. */
  void departs(Runnable whenLeaving) {
    var before = onLeave.getAndUpdate(now -> now == Nothing.LEFT ? now : whenLeaving);
    if (before == Nothing.LEFT) {
      whenLeaving.run();
    }
  }

  /** It goes by itself after all; {@code end} is called when that has ended, however. */
  void goAlone(Runnable end) {
    var going = alone
        .doFinally(signal -> end.run())
        .subscribe(outcome::tryEmitValue, outcome::tryEmitError, outcome::tryEmitEmpty);
    departs(going::dispose);
  }

  void answered(Frame answer) {
    try {
      outcome.tryEmitValue(answer.dispatch(expected));
    } catch (RuntimeException e) {
      outcome.tryEmitError(e);
    }
  }

  void failed(Throwable failure) {
    outcome.tryEmitError(failure);
  }

  private void leave() {
    onLeave.getAndSet(Nothing.LEFT).run();
  }

  private enum Nothing implements Runnable {
    TO_BE_DONE,
    LEFT;

    @Override
    public void run() {}
  }
}
