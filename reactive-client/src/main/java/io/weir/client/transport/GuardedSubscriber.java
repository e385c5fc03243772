package io.weir.client.transport;

import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One watched request: see {@link SilenceWatch}.
 *
 * <p>Signals come from the connection's loop, {@link #giveUpIfSilentSince} from the timer. The phase decides between them: only who
 * moves it from IDLE may signal, so the timer never speaks while an item is handed on, and after it spoke nobody does.
 */
final class GuardedSubscriber<T> implements CoreSubscriber<T>, Subscription {

  private static final int IDLE = 0;
  private static final int SIGNALLING = 1;
  private static final int ENDED = 2;

  private final CoreSubscriber<? super T> downstream;
  private final Set<GuardedSubscriber<?>> watched;
  private final OutstandingAnswer outstanding;
  private final LongSupplier nanoTime;
  private final AtomicInteger phase = new AtomicInteger(IDLE);
  private final AtomicLong owed = new AtomicLong();

  /** When an item last came or became owed. Written by loop and subscriber, read by the timer: late is harmless. */
  private volatile long heardNanos;

  private volatile Subscription upstream = Operators.emptySubscription();

  GuardedSubscriber(
      CoreSubscriber<? super T> downstream,
      Set<GuardedSubscriber<?>> watched,
      OutstandingAnswer outstanding,
      LongSupplier nanoTime) {
    this.downstream = downstream;
    this.watched = watched;
    this.outstanding = outstanding;
    this.nanoTime = nanoTime;
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
    heardNanos = nanoTime.getAsLong();
    watched.add(this);
    downstream.onSubscribe(this);
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      heardNanos = nanoTime.getAsLong();
      owed.accumulateAndGet(n, Operators::addCap);
      upstream.request(n);
    }
  }

  @Override
  public void cancel() {
    watched.remove(this);
    upstream.cancel();
  }

  @Override
  public void onNext(T item) {
    var isNested =
        phase.get() == SIGNALLING; // the subscriber asked for it while it took the one before
    if (!isNested && !phase.compareAndSet(IDLE, SIGNALLING)) {
      Operators.onNextDropped(item, currentContext());
      return;
    }
    heardNanos = nanoTime.getAsLong();
    owed.decrementAndGet();
    downstream.onNext(item);
    if (!isNested) {
      phase.compareAndSet(SIGNALLING, IDLE);
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

  /** Runs on: timer. */
  void giveUpIfSilentSince(long nanos) {
    var isSilent =
        owed.get() > 0 && heardNanos - nanos < 0 && outstanding.isOutstandingSince(nanos);
    if (isSilent && phase.compareAndSet(IDLE, ENDED)) {
      watched.remove(this);
      upstream.cancel();
      downstream.onError(new TimeoutException("The service fell silent."));
    }
  }

  private boolean end() {
    watched.remove(this);
    return phase.getAndSet(ENDED) != ENDED;
  }
}
