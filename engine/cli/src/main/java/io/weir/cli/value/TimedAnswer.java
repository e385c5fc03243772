package io.weir.cli.value;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer as a stream. A read fails with {@link HttpTimeoutException} when it has waited for a byte longer than the silence. Time
 * between two reads does not count.
 *
 * <p>deliberate: the stream of the JDK's client waits without limit, and a limit of its requests ends with the head of the answer.
 *
 * <p>Threads: one reads and closes; the client signals on its own. At most one signal of bytes is read ahead.
 */
final class TimedAnswer extends InputStream implements BodySubscriber<InputStream> {

  private final Duration silence;

  /** Never more than one signal of bytes, which was requested, and one of the end. */
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();

  /** Written by the client's thread before its signals, which the reader takes from the queue; null after the end. */
  private volatile Flow.@Nullable Subscription subscription;

  /** Written by the reader; read by the client's thread when it subscribes late. */
  private volatile boolean closed;

  private Iterator<ByteBuffer> batch = Collections.emptyIterator();
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean ended;

  TimedAnswer(Duration silence) {
    this.silence = silence;
  }

  /** Bytes, or the end if there are none, with the reason if the answer broke off. */
  private record Signal(List<ByteBuffer> bytes, Optional<Throwable> failure) {}

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription source) {
    subscription = source;
    if (closed) {
      source.cancel();
    } else {
      source.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    signals.add(new Signal(bytes, Optional.empty()));
  }

  @Override
  public void onError(Throwable failure) {
    subscription = null;
    signals.add(new Signal(List.of(), Optional.of(failure)));
  }

  @Override
  public void onComplete() {
    subscription = null;
    signals.add(new Signal(List.of(), Optional.empty()));
  }

  @Override
  public int read() throws IOException {
    return advance() ? current.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    var count = Math.min(length, current.remaining());
    current.get(bytes, offset, count);
    return count;
  }

  /** Returns whether there is a further byte. Waits for it. */
  private boolean advance() throws IOException {
    while (!current.hasRemaining()) {
      if (batch.hasNext()) {
        current = batch.next();
      } else if (ended || !take(await())) {
        return false;
      }
    }
    return true;
  }

  private boolean take(Signal signal) throws IOException {
    if (!signal.bytes().isEmpty()) {
      batch = signal.bytes().iterator();
      var source = subscription;
      if (source != null) {
        source.request(1);
      }
      return true;
    }
    ended = true;
    if (signal.failure().isPresent()) {
      throw new IOException("The answer broke off.", signal.failure().get());
    }
    return false;
  }

  private Signal await() throws IOException {
    if (closed) {
      throw new IOException("The answer is closed.");
    }
    try {
      var signal = signals.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
      if (signal != null) {
        return signal;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new InterruptedIOException("Interrupted while the service answered.");
    }
    close();
    throw new HttpTimeoutException(
        "The answer stopped: no byte for " + silence.toMillis() + " ms.");
  }

  /** Ends the answer. One that is not read to its end costs its connection. */
  @Override
  public void close() {
    closed = true;
    var source = subscription;
    if (source != null) {
      source.cancel();
    }
  }
}
