package io.weir.client.exchange;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One attempt to send an upload: its subscriber, and the chunks that it has requested.
 *
 * <p>{@link #request} and {@link #cancel}: any thread. All else belongs to the thread that makes
 * the chunks, one at a time.
 */
public final class UploadBody implements Subscription {

  private final Runnable onRequest;
  private final AtomicLong requested = new AtomicLong();

  /** Null after the subscriber has cancelled. */
  private volatile @Nullable CoreSubscriber<? super ByteBuf> subscriber;

  private long emitted;
  private boolean ended;

  /**
   * Emits nothing yet.
   *
   * @param onRequest runs after each request, on its thread
   */
  public UploadBody(CoreSubscriber<? super ByteBuf> subscriber, Runnable onRequest) {
    this.subscriber = subscriber;
    this.onRequest = onRequest;
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      onRequest.run();
    }
  }

  @Override
  public void cancel() {
    subscriber = null;
  }

  /** Returns whether the body has neither ended nor been cancelled. */
  public boolean isOpen() {
    return !ended && subscriber != null;
  }

  /** Returns whether the open body was ever requested. */
  public boolean isAsked() {
    return requested.get() > 0 && isOpen();
  }

  /** Returns whether the open body may emit a chunk. */
  public boolean wantsChunk() {
    return emitted < requested.get() && isOpen();
  }

  /** Returns whether the body was sent to its end. */
  public boolean hasEnded() {
    return ended;
  }

  /** Emits a chunk that is wanted. Drops it if the subscriber cancels meanwhile. */
  public void emit(ByteBuf chunk) {
    emitted++;
    var current = subscriber;
    if (current != null) {
      current.onNext(chunk);
    }
  }

  /** Ends an open body. */
  public void end() {
    ended = true;
    var current = subscriber;
    if (current != null) {
      current.onComplete();
    }
  }
}
