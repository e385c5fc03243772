package io.weir.server.request;

import java.util.Objects;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The middle of an operator: the subscriber of its source and the subscription of its downstream. A
 * subclass adds one rule.
 *
 * <p>The stage keeps the first subscription and cancels any later one: Reactive Streams, rule 2.5.
 * It hands itself downstream only afterwards, so no demand is lost; before that, {@link #request}
 * and {@link #cancel} do not reach the source.
 *
 * <p>Threads: the thread that subscribes writes {@link #source}, and then hands the stage
 * downstream. That publishes the field to the threads that request or cancel.
 */
public abstract class OperatorStage<I, O> implements CoreSubscriber<I>, Subscription {

  protected final CoreSubscriber<? super O> downstream;
  protected Subscription source = Operators.emptySubscription();
  protected volatile boolean cancelled;

  protected OperatorStage(CoreSubscriber<? super O> downstream) {
    this.downstream = downstream;
  }

  @Override
  public final Context currentContext() {
    return downstream.currentContext();
  }

  /** Fails with {@link NullPointerException} for null: rule 2.13. */
  @Override
  public final void onSubscribe(Subscription subscription) {
    Objects.requireNonNull(subscription);
    if (source != Operators.emptySubscription()) {
      subscription.cancel();
      return;
    }
    source = subscription;
    beforeStart();
    downstream.onSubscribe(this);
    afterStart();
  }

  @Override
  public void request(long n) {
    source.request(n);
  }

  @Override
  public void cancel() {
    cancelled = true;
    source.cancel();
  }

  /** Runs before the downstream gets its subscription. */
  protected void beforeStart() {}

  /** Runs after the downstream got its subscription. The stage may have ended already. */
  protected void afterStart() {}
}
