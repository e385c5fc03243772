package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A body that fails with {@link ReadTimeoutException} when its client stalls, or when it takes too long as a whole.
 *
 * <p>A plain timeout between two reads cannot tell a client that stalls from one that was stopped by flow control. This one runs only
 * while a chunk is owed.
 *
 * <p>deliberate: not the transport's own timeouts. Those begin with every request, though most have no body, and the one of a
 * whole request cannot be stopped for those that may take long.
 *
 * <p>Belongs to the loop of the connection, where all signals and requests come; {@code cancel} may come from anywhere.
 */
public final class TimedBody extends FluxOperator<ByteBuf, ByteBuf> {

  private final EventLoop loop;
  private final Duration patience;
  private final Duration whole;
  private final LongSupplier nanoClock;

  /**
   * @param patience how long a chunk that is owed may take
   * @param whole how long all of it may take
   */
  public TimedBody(
      Flux<ByteBuf> body,
      EventLoop loop,
      Duration patience,
      Duration whole,
      LongSupplier nanoClock) {
    super(body);
    this.loop = loop;
    this.patience = patience;
    this.whole = whole;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
    source.subscribe(new Awaiting(this, downstream));
  }

  private static final class Awaiting implements CoreSubscriber<ByteBuf>, Subscription {

    private final CoreSubscriber<? super ByteBuf> downstream;
    private final EventLoop loop;
    private final long patienceNanos;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long wholeNanos;
    private Subscription body = Operators.emptySubscription();
    private long owed;
    private long heardNanos;
    private boolean ended;
    private volatile boolean cancelled;
    private volatile @Nullable Future<?> timer;

    Awaiting(TimedBody all, CoreSubscriber<? super ByteBuf> downstream) {
      this.downstream = downstream;
      loop = all.loop;
      patienceNanos = all.patience.toNanos();
      nanoClock = all.nanoClock;
      startNanos = nanoClock.getAsLong();
      wholeNanos = all.whole.toNanos();
    }

    @Override
    public Context currentContext() {
      return downstream.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      if (body != Operators.emptySubscription()) {
        subscription.cancel(); // there is one already
        return;
      }
      body = subscription;
      heardNanos = nanoClock.getAsLong();
      downstream.onSubscribe(this);
      lookIn(Math.min(patienceNanos, wholeNanos));
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        if (owed == 0) {
          heardNanos = nanoClock.getAsLong();
        }
        owed = Operators.addCap(owed, n);
        body.request(n);
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      body.cancel();
      stopWatching();
    }

    @Override
    public void onNext(ByteBuf chunk) {
      heardNanos = nanoClock.getAsLong();
      owed--;
      downstream.onNext(chunk);
    }

    @Override
    public void onError(Throwable failure) {
      if (ended) {
        Operators.onErrorDropped(failure, currentContext());
      } else {
        ended = true;
        stopWatching();
        downstream.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (!ended) {
        ended = true;
        stopWatching();
        downstream.onComplete();
      }
    }

    private void lookIn(long nanos) {
      if (!ended) {
        timer = loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
        if (cancelled) {
          stopWatching(); // it may have been before there was a timer
        }
      }
    }

    /** A timer would keep what it watches for as long as it waits. */
    private void stopWatching() {
      var last = timer;
      if (last != null) {
        last.cancel(false);
      }
    }

    /** Once each while, whatever came in between: cheaper than a timer for each chunk. */
    private void look() {
      if (ended || cancelled) {
        return;
      }
      var nowNanos = nanoClock.getAsLong();
      var silentNanos = owed == 0 ? 0 : nowNanos - heardNanos;
      var leftNanos = Math.min(patienceNanos - silentNanos, wholeNanos - (nowNanos - startNanos));
      if (leftNanos > 0) {
        lookIn(leftNanos);
      } else {
        ended = true;
        body.cancel();
        downstream.onError(ReadTimeoutException.INSTANCE);
      }
    }
  }
}
