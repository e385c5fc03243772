package io.weir.api.reactive;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A stage between a publisher and its subscriber that passes demand and terminal signals on. A
 * subclass adds one rule.
 *
 * <p>The stage accepts one subscription and cancels every further one. It passes on the one
 * terminal signal that {@link #end} admits, and drops the others.
 */
public abstract class RelayStage<T> extends Operators.DeferredSubscription
    implements CoreSubscriber<T> {

  protected final CoreSubscriber<? super T> downstream;

  protected RelayStage(CoreSubscriber<? super T> downstream) {
    this.downstream = downstream;
  }

  @Override
  public final Context currentContext() {
    return downstream.currentContext();
  }

  @Override
  public final void onSubscribe(Subscription subscription) {
    if (set(subscription)) {
      beforeStart();
      downstream.onSubscribe(this);
      afterStart();
    }
  }

  @Override
  public final void onError(Throwable failure) {
    if (end()) {
      downstream.onError(failure);
    } else {
      Operators.onErrorDropped(failure, currentContext());
    }
  }

  @Override
  public final void onComplete() {
    if (end()) {
      downstream.onComplete();
    }
  }

  /** Runs before the subscriber gets its subscription. */
  protected void beforeStart() {}

  /** Runs after the subscriber got its subscription. The stage may have ended already. */
  protected void afterStart() {}

  /** Ends the stage. Returns whether the caller may send the terminal signal: true once. */
  protected abstract boolean end();

  /**
   * Cancels the publisher and fails the subscriber. Only for a caller that may send the terminal
   * signal.
   */
  protected final void fail(Throwable failure) {
    super.cancel();
    downstream.onError(failure);
  }
}
