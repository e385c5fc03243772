package io.weir.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A body of any length that may take as long as it is not asked for, and no longer than a while when it is.
 *
 * <p>A plain timeout between two reads cannot tell a client that stalls from one that was stopped by flow control. This one runs only while a
 * chunk is owed; then it fails with {@link ReadTimeoutException}, as the transport's does.
 *
 * <p>Belongs to the loop of the connection, where all signals and requests come; {@code cancel} may come from anywhere.
 */
final class AwaitedBody extends FluxOperator<ByteBuf, ByteBuf> {

  private final EventLoop loop;
  private final Duration patience;
  private final LongSupplier nanoClock;

  AwaitedBody(Flux<ByteBuf> body, EventLoop loop, Duration patience, LongSupplier nanoClock) {
    super(body);
    this.loop = loop;
    this.patience = patience;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
    source.subscribe(new Awaiting(downstream, loop, patience.toNanos(), nanoClock));
  }

  private static final class Awaiting implements CoreSubscriber<ByteBuf>, Subscription {

    private final CoreSubscriber<? super ByteBuf> downstream;
    private final EventLoop loop;
    private final long patienceNanos;
    private final LongSupplier nanoClock;
    private Subscription body = Operators.emptySubscription();
    private long owed;
    private long heardNanos;
    private boolean ended;
    private volatile boolean cancelled;

    Awaiting(
        CoreSubscriber<? super ByteBuf> downstream,
        EventLoop loop,
        long patienceNanos,
        LongSupplier nanoClock) {
      this.downstream = downstream;
      this.loop = loop;
      this.patienceNanos = patienceNanos;
      this.nanoClock = nanoClock;
    }

    @Override
    public Context currentContext() {
      return downstream.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      body = subscription;
      heardNanos = nanoClock.getAsLong();
      downstream.onSubscribe(this);
      lookIn(patienceNanos);
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
        downstream.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (!ended) {
        ended = true;
        downstream.onComplete();
      }
    }

    private void lookIn(long nanos) {
      var unused = loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }

    /** Once each while, whatever came in between: cheaper than a timer for each chunk. */
    private void look() {
      if (ended || cancelled) {
        return;
      }
      var silentNanos = nanoClock.getAsLong() - heardNanos;
      if (owed == 0) {
        lookIn(patienceNanos);
      } else if (silentNanos < patienceNanos) {
        lookIn(patienceNanos - silentNanos);
      } else {
        ended = true;
        body.cancel();
        downstream.onError(ReadTimeoutException.INSTANCE);
      }
    }
  }
}
