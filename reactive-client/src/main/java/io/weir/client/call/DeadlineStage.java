package io.weir.client.call;

import io.weir.api.reactive.RelayStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Passes on the answer of one request, at most one item, unless its deadline passes first: see
 * {@link DeadlineWatch}.
 *
 * <p>Answer and timer race. The one that sets {@code ended} signals; the other does nothing.
 */
final class DeadlineStage<T> extends RelayStage<T> {

  private final DeadlineWatch watch;
  private final long deadlineNanos;
  private final Supplier<Throwable> late;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * A stage for one subscription.
   *
   * @param deadlineNanos by the clock of {@link Deadline}
   * @param late makes the failure for a deadline that passed
   */
  DeadlineStage(
      CoreSubscriber<? super T> downstream,
      DeadlineWatch watch,
      long deadlineNanos,
      Supplier<Throwable> late) {
    super(downstream);
    this.watch = watch;
    this.deadlineNanos = deadlineNanos;
    this.late = late;
  }

  @Override
  protected void afterStart() {
    watch.enter(this);
    if (ended.get()) {
      watch.leave(this); // it ended before it entered
    }
  }

  @Override
  public void cancel() {
    end();
    super.cancel();
  }

  @Override
  public void onNext(T item) {
    if (end()) {
      downstream.onNext(item);
      downstream.onComplete();
    } else {
      Operators.onNextDropped(item, currentContext());
    }
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Fails the request unless it has ended. Runs on: timer. */
  void giveUp() {
    if (end()) {
      fail(late.get());
    }
  }

  @Override
  protected boolean end() {
    watch.leave(this);
    return !ended.getAndSet(true);
  }
}
