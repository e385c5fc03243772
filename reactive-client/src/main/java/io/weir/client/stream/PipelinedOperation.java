package io.weir.client.stream;

import io.weir.api.wire.Frame;
import io.weir.client.call.Call;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * One attempt at an operation that waits for a {@link Pipeline}, and then for its answer.
 *
 * <p>Any thread. The subscriber may cancel at any time; all other steps follow each other.
 */
final class PipelinedOperation<T> {

  private final Call call;
  private final byte[] frame;
  private final ExpectedFrame<T> expected;
  private final Mono<T> alone;
  private final LongSupplier toldTicks;
  private final Sinks.One<T> outcome = Sinks.one();

  /** What happens if the subscriber cancels. */
  private final AtomicReference<Runnable> onCancel = new AtomicReference<>(Stage.WAITING);

  private final AtomicBoolean returned = new AtomicBoolean();

  /**
   * An attempt.
   *
   * @param frame the request
   * @param expected the kind of its answer
   * @param alone the same attempt as a request of its own
   * @param toldTicks returns the time that the node which gets the operation has told last
   */
  PipelinedOperation(
      Call call, byte[] frame, ExpectedFrame<T> expected, Mono<T> alone, LongSupplier toldTicks) {
    this.call = call;
    this.frame = frame;
    this.expected = expected;
    this.alone = alone;
    this.toldTicks = toldTicks;
  }

  /** Returns the answer, for the subscriber. */
  Mono<T> outcome() {
    return outcome.asMono().doOnCancel(this::cancel);
  }

  byte[] frame() {
    return frame;
  }

  /**
   * Notes that the operation waits, unless a pipeline has taken it already. Returns false if the
   * subscriber has cancelled.
   *
   * @param task runs if the subscriber cancels before the operation is sent
   */
  boolean markWaiting(Runnable task) {
    onCancel.compareAndSet(Stage.WAITING, task);
    return onCancel.get() != Stage.CANCELLED;
  }

  /**
   * Notes that the operation is sent. Returns false if the subscriber has cancelled.
   *
   * @param task runs if the subscriber cancels before the answer
   */
  boolean markSent(Runnable task) {
    // First: a deadline that passes from now on must not report that nothing was sent.
    call.markSent(toldTicks.getAsLong());
    return onCancel.getAndUpdate(now -> now == Stage.CANCELLED ? now : task) != Stage.CANCELLED;
  }

  /**
   * Notes that the service has not processed the operation. Returns whether it may wait once more:
   * true once.
   */
  boolean markWaitingAgain() {
    return returned.compareAndSet(false, true)
        && onCancel.getAndUpdate(now -> now == Stage.CANCELLED ? now : Stage.WAITING)
            != Stage.CANCELLED;
  }

  /** Sends the operation as a request of its own, unless the subscriber has cancelled. */
  void sendAlone() {
    if (onCancel.get() == Stage.CANCELLED) {
      return;
    }
    var going =
        alone.subscribe(outcome::tryEmitValue, outcome::tryEmitError, outcome::tryEmitEmpty);
    var before =
        onCancel.getAndUpdate(now -> now == Stage.CANCELLED ? now : (Runnable) going::dispose);
    if (before == Stage.CANCELLED) {
      going.dispose();
    }
  }

  /**
   * Passes the answer to the subscriber. Returns whether there was one. A subscriber that throws
   * does not affect the caller.
   */
  boolean answered(Frame answer) {
    var isWanted = settle();
    try {
      outcome.tryEmitValue(answer.dispatch(expected));
    } catch (RuntimeException e) {
      fail(e);
    }
    return isWanted;
  }

  /** Passes a failure to the subscriber. Returns whether there was one. */
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
    return onCancel.getAndSet(Stage.ANSWERED) != Stage.CANCELLED;
  }

  private void cancel() {
    onCancel.getAndSet(Stage.CANCELLED).run();
  }

  private enum Stage implements Runnable {
    WAITING,
    CANCELLED,
    ANSWERED;

    @Override
    public void run() {}
  }
}
