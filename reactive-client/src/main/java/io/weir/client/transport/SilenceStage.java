package io.weir.client.transport;

import io.weir.api.reactive.RelayStage;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Passes on the answer of one request until {@link SilenceWatch} finds the service silent.
 *
 * <p>Signals run on the connection's loop, {@link #giveUpIfSilentSince} on the timer. The thread
 * that moves the phase from IDLE may signal. The timer therefore never signals while an item is
 * passed on, and nothing is signalled after the timer.
 */
final class SilenceStage<T> extends RelayStage<T> {

  private static final int IDLE = 0;
  private static final int SIGNALLING = 1;
  private static final int ENDED = 2;

  private final Set<SilenceStage<?>> watched;
  private final OutstandingAnswer outstanding;
  private final LongSupplier nanoTime;
  private final AtomicInteger phase = new AtomicInteger(IDLE);

  /** Items that the subscriber has asked for and not got. */
  private final AtomicLong requestedItems = new AtomicLong();

  /**
   * When an item last came or was last asked for. Loop and subscriber write it, the timer reads it;
   * a late read is harmless.
   */
  private volatile long heardNanos;

  SilenceStage(
      CoreSubscriber<? super T> downstream,
      Set<SilenceStage<?>> watched,
      OutstandingAnswer outstanding,
      LongSupplier nanoTime) {
    super(downstream);
    this.watched = watched;
    this.outstanding = outstanding;
    this.nanoTime = nanoTime;
  }

  @Override
  protected void beforeStart() {
    heardNanos = nanoTime.getAsLong();
    watched.add(this);
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      heardNanos = nanoTime.getAsLong();
      requestedItems.accumulateAndGet(n, Operators::addCap);
      super.request(n);
    }
  }

  @Override
  public void cancel() {
    watched.remove(this);
    super.cancel();
  }

  @Override
  public void onNext(T item) {
    // The subscriber may ask for an item while it takes the one before.
    var isNested = phase.get() == SIGNALLING;
    if (!isNested && !phase.compareAndSet(IDLE, SIGNALLING)) {
      Operators.onNextDropped(item, currentContext());
      return;
    }
    heardNanos = nanoTime.getAsLong();
    requestedItems.decrementAndGet();
    downstream.onNext(item);
    if (!isNested) {
      phase.compareAndSet(SIGNALLING, IDLE);
    }
  }

  /** Fails the request if the service has been silent since then. Runs on: timer. */
  void giveUpIfSilentSince(long nanos) {
    var isSilent =
        requestedItems.get() > 0 && heardNanos - nanos < 0 && outstanding.isOutstandingSince(nanos);
    if (isSilent && phase.compareAndSet(IDLE, ENDED)) {
      watched.remove(this);
      fail(new TimeoutException("The service fell silent."));
    }
  }

  @Override
  protected boolean end() {
    watched.remove(this);
    return phase.getAndSet(ENDED) != ENDED;
  }
}
