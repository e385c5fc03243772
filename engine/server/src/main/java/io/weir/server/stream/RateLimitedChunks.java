package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.weir.server.request.OperatorStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * Chunks at a limited rate in bytes per second. The next chunk is requested when the time of those
 * before it has passed. Only demand waits here, so a slow stream holds no more memory than a fast
 * one, and its source rests.
 *
 * <p>A pause is not made up for afterwards, so the rate holds in any second, give or take one
 * chunk. Belongs to the loop of the connection, where all signals and requests run; {@code cancel}
 * may come from any thread.
 */
public final class RateLimitedChunks extends FluxOperator<ByteBuf, ByteBuf> {

  private final long bytesPerSecond;
  private final EventLoop loop;
  private final LongSupplier nanoClock;

  public RateLimitedChunks(
      Flux<ByteBuf> chunks, long bytesPerSecond, EventLoop loop, LongSupplier nanoClock) {
    super(chunks);
    this.bytesPerSecond = bytesPerSecond;
    this.loop = loop;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
    source.subscribe(new Paced(downstream));
  }

  private final class Paced extends OperatorStage<ByteBuf, ByteBuf> {

    private long requested;
    private long dueNanos = nanoClock.getAsLong();
    private boolean asked;

    Paced(CoreSubscriber<? super ByteBuf> downstream) {
      super(downstream);
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        requested = Operators.addCap(requested, n);
        askOrWait();
      }
    }

    @Override
    public void onNext(ByteBuf chunk) {
      asked = false;
      requested--;
      var began = Math.max(dueNanos, nanoClock.getAsLong());
      dueNanos = began + chunk.readableBytes() * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
      downstream.onNext(chunk);
      askOrWait();
    }

    @Override
    public void onError(Throwable failure) {
      downstream.onError(failure);
    }

    @Override
    public void onComplete() {
      downstream.onComplete();
    }

    private void askOrWait() {
      if (asked || requested == 0 || cancelled) {
        return;
      }
      asked = true;
      var early = dueNanos - nanoClock.getAsLong();
      if (early <= 0) {
        source.request(1);
      } else {
        var unused = loop.schedule(this::ask, early, TimeUnit.NANOSECONDS);
      }
    }

    private void ask() {
      if (!cancelled) {
        source.request(1);
      }
    }
  }
}
