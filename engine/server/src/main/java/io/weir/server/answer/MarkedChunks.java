package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
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
 * The chunks of a body, of which the first is known for the whole if the body ends in the turn of the loop that brought it.
 *
 * <p>The first chunk waits for the tasks that the loop has before it, and for nothing else. No chunk but the first is held, and none is
 * asked for ahead.
 *
 * <p>Subscribed to once, on the loop, where all signals come and chunks are asked for; {@code cancel} may come from anywhere. Pieces
 * belong to the subscriber; one that is still held when it cancels is released.
 */
final class MarkedChunks extends FluxOperator<ByteBuf, MarkedChunks.Piece> {

  private final Executor loop;

  MarkedChunks(Flux<ByteBuf> chunks, Executor loop) {
    super(chunks);
    this.loop = loop;
  }

  /**
   * A chunk that is not the transport's yet. It has a type of its own because the transport releases buffers that are discarded on its
   * side, and says so to this side as well.
   *
   * @param whole whether there is nothing before and nothing behind it
   */
  record Piece(ByteBuf chunk, boolean whole) {
    void release() {
      chunk.release();
    }
  }

  @Override
  public void subscribe(CoreSubscriber<? super Piece> downstream) {
    source.subscribe(new Marking(downstream, loop));
  }

  private static final class Marking implements CoreSubscriber<ByteBuf>, Subscription {

    private final CoreSubscriber<? super Piece> downstream;
    private final Executor loop;
    private final AtomicReference<@Nullable ByteBuf> first = new AtomicReference<>();
    private Subscription chunks = Operators.emptySubscription();
    private boolean begun;
    private boolean ended;
    private volatile boolean cancelled;

    Marking(CoreSubscriber<? super Piece> downstream, Executor loop) {
      this.downstream = downstream;
      this.loop = loop;
    }

    @Override
    public Context currentContext() {
      return downstream.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      if (chunks != Operators.emptySubscription()) {
        subscription.cancel(); // there is one already
        return;
      }
      chunks = subscription;
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
        downstream.onNext(new Piece(chunk, false));
        return;
      }
      begun = true;
      first.set(chunk);
      if (cancelled) {
        releaseFirst(); // it may have been before there was one
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
        downstream.onNext(new Piece(chunk, whole));
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
