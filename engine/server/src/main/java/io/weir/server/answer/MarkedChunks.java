package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.weir.server.request.OperatorStage;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;

/**
 * The chunks of a body, each marked whether it is the whole body. That is known if the body ends in
 * the same turn of the loop in which its first chunk arrives.
 *
 * <p>The first chunk waits only for the tasks already queued on the loop. No other chunk is held,
 * and none is requested ahead.
 *
 * <p>Subscribed to once, on the loop, where all signals and requests run; {@code cancel} may come
 * from any thread. The subscriber owns the chunks; cancelling releases a chunk that is still held.
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
   * <p>It has its own type because the transport's discard hook releases buffers, and that hook
   * reaches this side of the operator too.
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

  private static final class Marking extends OperatorStage<ByteBuf, MarkedChunk> {

    private final Executor loop;
    private final AtomicReference<@Nullable ByteBuf> first = new AtomicReference<>();
    private boolean begun;
    private boolean ended;

    Marking(CoreSubscriber<? super MarkedChunk> downstream, Executor loop) {
      super(downstream);
      this.loop = loop;
    }

    @Override
    public void cancel() {
      super.cancel();
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
        source.cancel();
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
