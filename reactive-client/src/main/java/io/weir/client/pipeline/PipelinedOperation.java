package io.weir.client.pipeline;

import io.weir.api.wire.Frame;
import io.weir.client.call.Call;
import io.weir.client.frame.ExpectedFrame;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * One attempt that waits to leave by a {@link Pipeline}, and then for its answer.
 *
 * <p>Any thread: whoever waits may leave at any time; everything else is done by one thread after the other.
 */
final class PipelinedOperation<T> {

  private final Call call;
  private final byte[] frame;
  private final ExpectedFrame<T> expected;
  private final Mono<T> alone;
  private final Sinks.One<T> outcome = Sinks.one();

  /** What is to be done when whoever waits leaves. */
  private final AtomicReference<Runnable> onLeave = new AtomicReference<>(Stage.WAITING);

  private final AtomicBoolean returned = new AtomicBoolean();

  /**
   * An attempt.
   *
   * @param frame what it asks
   * @param expected what it is answered with
   * @param alone the same attempt by itself
   */
  PipelinedOperation(Call call, byte[] frame, ExpectedFrame<T> expected, Mono<T> alone) {
    this.call = call;
    this.frame = frame;
    this.expected = expected;
    this.alone = alone;
  }

  /** For whoever waits. */
  Mono<T> outcome() {
    return outcome.asMono().doOnCancel(this::leave);
  }

  byte[] frame() {
    return frame;
  }

  /**
   * It waits for a pipeline, unless one has come for it by now; answers false where whoever waits has left.
   *
   * @param whenLeaving what is to be done when whoever waits leaves before it departs
   */
  boolean waits(Runnable whenLeaving) {
    onLeave.compareAndSet(Stage.WAITING, whenLeaving);
    return onLeave.get() != Stage.LEFT;
  }

  /**
   * It departs, unless whoever waited has left.
   *
   * @param whenLeaving what is to be done when whoever waits leaves before there is an answer
   */
  boolean departs(Runnable whenLeaving) {
    // First: who is late from here on must not hear that nothing was sent.
    call.markSent();
    return onLeave.getAndUpdate(now -> now == Stage.LEFT ? now : whenLeaving) != Stage.LEFT;
  }

  /** It was not looked at, and waits again; true once only. */
  boolean waitsAgain() {
    return returned.compareAndSet(false, true)
        && onLeave.getAndUpdate(now -> now == Stage.LEFT ? now : Stage.WAITING) != Stage.LEFT;
  }

  /** It goes by itself after all, unless whoever waited has left. */
  void goAlone() {
    if (onLeave.get() == Stage.LEFT) {
      return;
    }
    var going =
        alone.subscribe(outcome::tryEmitValue, outcome::tryEmitError, outcome::tryEmitEmpty);
    var before = onLeave.getAndUpdate(now -> now == Stage.LEFT ? now : (Runnable) going::dispose);
    if (before == Stage.LEFT) {
      going.dispose();
    }
  }

  /** It is answered; whether anybody was still waiting. What whoever waits throws is no matter of who answers. */
  boolean answered(Frame answer) {
    var isWanted = settle();
    try {
      outcome.tryEmitValue(answer.dispatch(expected));
    } catch (RuntimeException e) {
      fail(e);
    }
    return isWanted;
  }

  /** The same of a failure. */
  boolean failed(Throwable failure) {
    var isWanted = settle();
    fail(failure);
    return isWanted;
  }

  private void fail(Throwable failure) {
    try {
      outcome.tryEmitError(failure);
    } catch (RuntimeException e) {
      Operators.onErrorDropped(e, Context.empty());
    }
  }

  private boolean settle() {
    return onLeave.getAndSet(Stage.ANSWERED) != Stage.LEFT;
  }

  private void leave() {
    onLeave.getAndSet(Stage.LEFT).run();
  }

  private enum Stage implements Runnable {
    WAITING,
    LEFT,
    ANSWERED;

    @Override
    public void run() {}
  }
}
