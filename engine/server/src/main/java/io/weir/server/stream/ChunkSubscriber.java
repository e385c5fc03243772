package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.DrainToken;
import io.weir.engine.loop.Turns;
import io.weir.server.request.OperatorStage;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;

/**
 * The subscriber of a {@link ChunkFlux} to its frames.
 *
 * <p>Threads: signals may come from any thread. The thread that acquires {@link #token} drains, and
 * owns all state that is neither atomic nor volatile, also while the drain waits for a turn. A
 * request drains at once if the current turn has time left. A frame that arrives unrequested is
 * drained together with the others of its burst.
 */
final class ChunkSubscriber extends OperatorStage<Frame, ByteBuf> {

  /** Most frames requested ahead. */
  static final int MOST_FRAMES = 256;

  private static final int USUAL_FRAME_BYTES = 1024;

  private final ChunkEncoder form;
  private final ByteBufAllocator allocator;
  private final Turns turns;
  private final StreamChunkLength length;
  private final Queue<Frame> arrived = Queues.<Frame>get(MOST_FRAMES).get();
  private final DrainToken token = new DrainToken();
  private final AtomicLong requestedChunks = new AtomicLong();

  private long emittedChunks;
  private int outstandingFrames;

  /**
   * Whether this drain has emitted a chunk. Each drain emits at least one, however little time its
   * turn has left.
   */
  private boolean worked;

  private int frameBytes = USUAL_FRAME_BYTES;

  /**
   * Written last by the source, read before the queue is polled: if it is set, an empty queue stays
   * empty.
   */
  private volatile boolean ended;

  private @Nullable Throwable failure;

  ChunkSubscriber(
      CoreSubscriber<? super ByteBuf> downstream,
      ChunkEncoder form,
      ByteBufAllocator allocator,
      Turns turns,
      StreamChunkLength length) {
    super(downstream);
    this.form = form;
    this.allocator = allocator;
    this.turns = turns;
    this.length = length;
  }

  @Override
  public void onNext(Frame frame) {
    if (!arrived.offer(frame)) {
      source.cancel();
      onError(new IllegalStateException("source emitted more than requested"));
      return;
    }
    drainInTurn();
  }

  @Override
  public void onError(Throwable cause) {
    if (ended) {
      Operators.onErrorDropped(cause, currentContext());
      return;
    }
    failure = Objects.requireNonNull(cause); // null would mean completion
    ended = true;
    drainInTurn();
  }

  @Override
  public void onComplete() {
    ended = true;
    drainInTurn();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requestedChunks.accumulateAndGet(n, Operators::addCap);
      if (token.acquire()) {
        handOver(turns::take);
      }
    }
  }

  @Override
  public void cancel() {
    super.cancel();
    if (token.acquire()) {
      arrived.clear();
    }
  }

  private void drainInTurn() {
    if (token.acquire()) {
      handOver(turns::join);
    }
  }

  private void handOver(Consumer<Runnable> way) {
    try {
      way.accept(this::drain);
    } catch (RejectedExecutionException e) {
      source.cancel();
      arrived.clear();
      downstream.onError(e);
    }
  }

  private void drain() {
    worked = false;
    int calls;
    do {
      calls = token.calls();
      if (!emitChunks()) {
        turns.await(this::drain);
        return;
      }
      if (cancelled || signalEnd()) {
        arrived.clear();
        return;
      }
    } while (!token.release(calls));
  }

  /**
   * Emits chunks. Returns false if the turn is over and there is more to emit; the drain keeps its
   * ownership.
   */
  private boolean emitChunks() {
    while (!cancelled && emittedChunks < requestedChunks.get() && hasFrameAtHand()) {
      if (worked && turns.isOver()) {
        return false;
      }
      worked = true;
      emitNext();
    }
    return true;
  }

  private void emitNext() {
    try {
      emit(fill());
    } catch (RuntimeException e) {
      source.cancel();
      arrived.clear();
      failure = e;
      ended = true;
    }
  }

  /**
   * Signals the end. Returns true if the stream has ended; no later drain may run, so the drain
   * keeps its ownership.
   */
  private boolean signalEnd() {
    if (!ended || !arrived.isEmpty()) {
      return false;
    }
    if (failure == null) {
      downstream.onComplete();
    } else {
      downstream.onError(failure);
    }
    return true;
  }

  private boolean hasFrameAtHand() {
    if (arrived.isEmpty() && outstandingFrames == 0 && !ended) {
      outstandingFrames = Math.max(1, Math.min(MOST_FRAMES, length.askedBytes() / frameBytes));
      source.request(outstandingFrames);
    }
    return !arrived.isEmpty();
  }

  private ByteBuf fill() {
    length.begin();
    var chunk = allocator.buffer(length.capacityBytes());
    try (var writer = form.open(chunk)) {
      var frames = 0;
      do {
        writer.write(next());
        frames++;
      } while (writer.lengthBytes() < length.fullBytes() && !cancelled && hasFrameAtHand());
      frameBytes = Math.max(1, (frameBytes + writer.lengthBytes() / frames) / 2);
    } catch (RuntimeException e) {
      chunk.release();
      throw e;
    }
    return chunk;
  }

  private Frame next() {
    var frame = arrived.poll();
    if (frame == null) {
      throw new IllegalStateException("frame at hand was taken by another thread");
    }
    outstandingFrames--;
    return frame;
  }

  private void emit(ByteBuf chunk) {
    if (cancelled) {
      chunk.release();
    } else {
      emittedChunks++;
      downstream.onNext(chunk);
    }
  }
}
