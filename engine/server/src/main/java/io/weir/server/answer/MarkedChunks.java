package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.weir.server.flow.Upstream;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The chunks of a body, each marked whether it is the whole body. That is known if the body ends in the same turn of the
 * loop in which its first chunk arrives.
 *
 * <p>The first chunk waits only for the tasks already queued on the loop. No other chunk is held, and none is requested
 * ahead.
 *
 * <p>Subscribed to once, on the loop, where all signals and requests run; {@code cancel} may come from any thread. The
 * subscriber owns the chunks; cancelling releases a chunk that is still held.
 */
final class MarkedChunks extends FluxOperator<ByteBuf, MarkedChunks.MarkedChunk> {

  private final Executor loop;

  MarkedChunks(Flux<ByteBuf> chunks, Executor loop) {
    super(chunks);
    this.loop = loop;
  }

  /**
   * A chunk that the transport does not own yet.
   *
   * <p>It has its own type because the transport's discard hook releases buffers, and that hook reaches this side of the
   * operator too.
   *
   * @param whole whether it is the only chunk of the body
   */
  record MarkedChunk(ByteBuf chunk, boolean whole) {
    void release() {
      chunk.release();
    }
  }

  @Override
  public void subscribe(CoreSubscriber<? super MarkedChunk> downstream) {
    source.subscribe(new Marking(downstream, loop));
  }

  private static final class Marking implements CoreSubscriber<ByteBuf>, Subscription {

    private final CoreSubscriber<? super MarkedChunk> downstream;
    private final Executor loop;
    private final AtomicReference<@Nullable ByteBuf> first = new AtomicReference<>();
    private final Upstream chunks = new Upstream();
    private boolean begun;
    private boolean ended;
    private volatile boolean cancelled;

    Marking(CoreSubscriber<? super MarkedChunk> downstream, Executor loop) {
      this.downstream = downstream;
      this.loop = loop;
    }

    @Override
    public Context currentContext() {
      return downstream.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      if (!chunks.accept(subscription)) {
        return;
      }
      downstream.onSubscribe(this);
    }

    @Override
    public void request(long n) {
      chunks.request(n);
    }

    @Override
    public void cancel() {
      cancelled = true;
      chunks.cancel();
      releaseFirst();
    }

    @Override
    public void onNext(ByteBuf chunk) {
      Objects.requireNonNull(chunk);
      if (begun) {
        passFirst(false);
        downstream.onNext(new MarkedChunk(chunk, false));
        return;
      }
      begun = true;
      first.set(chunk);
      if (cancelled) {
        releaseFirst(); // a cancellation may have run before the chunk was stored
        return;
      }
      try {
        loop.execute(() -> passFirst(false));
      } catch (RejectedExecutionException e) {
        chunks.cancel();
        onError(e);
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (ended) {
        Operators.onErrorDropped(failure, currentContext());
        return;
      }
      ended = true;
      releaseFirst();
      downstream.onError(failure);
    }

    @Override
    public void onComplete() {
      if (!ended) {
        ended = true;
        passFirst(true);
        downstream.onComplete();
      }
    }

    private void passFirst(boolean whole) {
      var chunk = first.getAndSet(null);
      if (chunk != null) {
        downstream.onNext(new MarkedChunk(chunk, whole));
      }
    }

    private void releaseFirst() {
      var chunk = first.getAndSet(null);
      if (chunk != null) {
        chunk.release();
      }
    }
  }
}
