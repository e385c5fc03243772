package io.weir.client.rest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.client.exchange.Upload;
import io.weir.client.transport.OutstandingAnswer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * The body of one request whose answer may be long in coming. The answer is outstanding when the
 * connection has taken no part of the body for the time in which the service may prepare, in
 * addition to the silence that the client allows.
 *
 * <p>The loop of the connection requests the parts, the source may emit them on any thread; the
 * timer asks.
 */
final class PatientBody implements Upload, OutstandingAnswer {

  private final Flux<ByteBuffer> content;
  private final long preparationNanos;
  private volatile long movedNanos = System.nanoTime();
  private volatile @Nullable Throwable failure;

  private PatientBody(Flux<ByteBuffer> content, Duration preparation) {
    this.content = content;
    this.preparationNanos = preparation.toNanos();
  }

  /** Returns a body that is sent once. */
  static PatientBody of(Flux<ByteBuffer> content, Duration preparation) {
    return new PatientBody(content, preparation);
  }

  /** Returns no body, with time for the answer. */
  static PatientBody none(Duration preparation) {
    return new PatientBody(Flux.empty(), preparation);
  }

  @Override
  public Flux<ByteBuf> chunks(Executor loop) {
    return content
        .doOnError(reason -> failure = reason)
        .doOnRequest(more -> movedNanos = System.nanoTime())
        .map(Unpooled::wrappedBuffer)
        .doOnTerminate(() -> movedNanos = System.nanoTime());
  }

  @Override
  public boolean isOutstandingSince(long nanos) {
    return movedNanos + preparationNanos - nanos < 0;
  }

  /** Returns the failure of the content, if that is why the request failed. */
  Throwable explain(Throwable reason) {
    var ofContent = failure;
    return ofContent == null ? reason : new ContentFailure(ofContent);
  }
}
