package io.weir.server.flow;

import java.util.Objects;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * The subscription of an operator to its source.
 *
 * <p>Before the source has subscribed, {@link #request} and {@link #cancel} do nothing. Operators hand out their own subscription
 * only after {@link #accept}, so no demand is lost.
 *
 * <p>Threads: {@link #accept} runs on the thread that subscribes. The operator hands its own subscription downstream afterwards, which
 * publishes the field to the threads that request or cancel.
 */
public final class Upstream implements Subscription {

  private Subscription source = Operators.emptySubscription();

  /**
   * Keeps the first subscription and returns true. Cancels any later one and returns false: Reactive Streams, rule 2.5.
   *
   * <p>Fails with {@link NullPointerException} for null: rule 2.13.
   */
  public boolean accept(Subscription subscription) {
    Objects.requireNonNull(subscription);
    if (source != Operators.emptySubscription()) {
      subscription.cancel();
      return false;
    }
    source = subscription;
    return true;
  }

  @Override
  public void request(long n) {
    source.request(n);
  }

  @Override
  public void cancel() {
    source.cancel();
  }
}
