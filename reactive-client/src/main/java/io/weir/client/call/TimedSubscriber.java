package io.weir.client.call;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One request that is to be answered, with one item at most, by its deadline: see {@link DeadlineWatch}.
 *
 * <p>Signals come from where the answer does, {@link #giveUp} from the timer. Whoever sets {@code ended} may signal, and nobody behind.
 */
final class TimedSubscriber<T> implements CoreSubscriber<T>, Subscription {

  private final CoreSubscriber<? super T> downstream;
  private final DeadlineWatch watch;
  private final long deadlineNanos;
  private final Supplier<Throwable> late;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Subscription upstream = Operators.emptySubscription();

  /**
   * For one subscription.
   *
   * @param deadlineNanos by the clock of {@link Deadline}
   * @param late what it then fails with, asked for when the request was cancelled
   */
  TimedSubscriber(
      CoreSubscriber<? super T> downstream,
      DeadlineWatch watch,
      long deadlineNanos,
      Supplier<Throwable> late) {
    this.downstream = downstream;
    this.watch = watch;
    this.deadlineNanos = deadlineNanos;
    this.late = late;
  }

  @Override
  public Context currentContext() {
    return downstream.currentContext();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (upstream != Operators.emptySubscription()) {
      subscription.cancel(); // there is one already
      return;
    }
    upstream = subscription;
    downstream.onSubscribe(this);
    watch.enter(this);
    if (ended.get()) {
      watch.leave(this); // it ended meanwhile, and was not there to leave
    }
  }

  @Override
  public void request(long n) {
    upstream.request(n);
  }

  @Override
  public void cancel() {
    end();
    upstream.cancel();
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

  @Override
  public void onError(Throwable failure) {
    if (end()) {
      downstream.onError(failure);
    } else {
      Operators.onErrorDropped(failure, currentContext());
    }
  }

  @Override
  public void onComplete() {
    if (end()) {
      downstream.onComplete();
    }
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Runs on: timer. */
  void giveUp() {
    if (end()) {
      upstream.cancel();
      downstream.onError(late.get());
    }
  }

  private boolean end() {
    watch.leave(this);
    return !ended.getAndSet(true);
  }
}
