package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * A body that fails with {@link ReadTimeoutException} if its client stalls or if the whole of it
 * takes too long.
 *
 * <p>A plain timeout between two reads cannot tell a stalled client from one that flow control has
 * stopped. This timeout runs only while requested bytes are outstanding.
 *
 * <p>deliberate: not the transport's own timeouts. They start with every request, although most
 * have no body, and the timeout for a whole request cannot be stopped for uploads.
 *
 * <p>Belongs to the loop of the connection, where all signals and requests run; {@code cancel} may
 * come from any thread.
 */
final class TimedBody extends FluxOperator<ByteBuf, ByteBuf> {

  private final EventLoop loop;
  private final Duration chunkTimeout;
  private final Duration totalTimeout;
  private final LongSupplier nanoClock;

  /**
   * Creates a timed body.
   *
   * @param chunkTimeout longest time for a requested chunk
   * @param totalTimeout longest time for the whole body
   */
  TimedBody(
      Flux<ByteBuf> body,
      EventLoop loop,
      Duration chunkTimeout,
      Duration totalTimeout,
      LongSupplier nanoClock) {
    super(body);
    this.loop = loop;
    this.chunkTimeout = chunkTimeout;
    this.totalTimeout = totalTimeout;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
    source.subscribe(new Awaiting(this, downstream));
  }

  private static final class Awaiting extends OperatorStage<ByteBuf, ByteBuf> {

    private final EventLoop loop;
    private final long chunkNanos;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long totalNanos;
    private long outstanding;
    private long receivedNanos;
    private boolean ended;
    private volatile @Nullable Future<?> timer;

    Awaiting(TimedBody all, CoreSubscriber<? super ByteBuf> downstream) {
      super(downstream);
      loop = all.loop;
      chunkNanos = all.chunkTimeout.toNanos();
      nanoClock = all.nanoClock;
      startNanos = nanoClock.getAsLong();
      totalNanos = all.totalTimeout.toNanos();
    }

    @Override
    protected void beforeStart() {
      receivedNanos = nanoClock.getAsLong();
    }

    @Override
    protected void afterStart() {
      checkAfter(Math.min(chunkNanos, totalNanos));
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        if (outstanding == 0) {
          receivedNanos = nanoClock.getAsLong();
        }
        outstanding = Operators.addCap(outstanding, n);
        super.request(n);
      }
    }

    @Override
    public void cancel() {
      super.cancel();
      stopWatching();
    }

    @Override
    public void onNext(ByteBuf chunk) {
      receivedNanos = nanoClock.getAsLong();
      outstanding--;
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

    private void checkAfter(long nanos) {
      if (!ended) {
        timer = loop.schedule(this::check, nanos, TimeUnit.NANOSECONDS);
        if (cancelled) {
          stopWatching(); // a cancellation may have run before the timer was stored
        }
      }
    }

    /** Cancels the timer, which would otherwise keep this body reachable until it fires. */
    private void stopWatching() {
      var last = timer;
      if (last != null) {
        last.cancel(false);
      }
    }

    /** Checks the deadlines. One periodic timer is cheaper than a timer for each chunk. */
    private void check() {
      if (ended || cancelled) {
        return;
      }
      var nowNanos = nanoClock.getAsLong();
      var silentNanos = outstanding == 0 ? 0 : nowNanos - receivedNanos;
      var leftNanos = Math.min(chunkNanos - silentNanos, totalNanos - (nowNanos - startNanos));
      if (leftNanos > 0) {
        checkAfter(leftNanos);
      } else {
        ended = true;
        source.cancel();
        downstream.onError(ReadTimeoutException.INSTANCE);
      }
    }
  }
}
