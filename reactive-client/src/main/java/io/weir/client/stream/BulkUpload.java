package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.reactive.SerialDrain;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.BulkLine;
import io.weir.client.call.Sending;
import io.weir.client.exchange.UploadBody;
import io.weir.client.transport.OutstandingAnswer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * Turns the lines of one bulk write into the body of a request. It sends a chunk when the transport
 * asks for one, and requests lines as earlier lines are answered: {@link UploadWindow} bounds the
 * lines in flight.
 *
 * <p>It holds about one chunk of unsent lines, and requests more when that chunk is sent. Otherwise
 * a publisher that has all its lines at hand would fill the whole window at once, on the loop,
 * while nothing is sent and the service waits.
 *
 * <p>The body may be subscribed to again when the one before has ended. It then sends the
 * unanswered lines again.
 *
 * <p>Threads: lines come from their publisher, requests and the end of a body from the connection's
 * loop, answers from the reader of the results. The window, and every field that is neither atomic
 * nor volatile, belongs to the thread inside {@link #drain}.
 */
final class BulkUpload implements CoreSubscriber<BulkLine>, OutstandingAnswer {

  private static final int MOST_OWED = 64;
  private static final int LOW_OWED = MOST_OWED / 4;

  private final Context context;
  private final Queue<BulkLine> arrived = Queues.<BulkLine>get(MOST_OWED).get();
  private final SerialDrain drain = new SerialDrain(this::drainOnce);
  private final AtomicLong answers = new AtomicLong();
  private final UploadWindow window = new UploadWindow();
  private final Operators.DeferredSubscription lines = new Operators.DeferredSubscription();
  private volatile boolean cancelled;

  /**
   * Written last by the lines' publisher, read before the queue is polled. After it was seen, an
   * empty queue stays empty.
   */
  private volatile boolean ended;

  private volatile @Nullable Throwable failure;

  /** Written inside the drain before a chunk is emitted; read after a chunk has failed. */
  private volatile long sent;

  /**
   * Whether results are due. Written inside the drain, read by the timer; a late read is harmless,
   * here and below.
   */
  private volatile boolean isOwed;

  /** When the transport last requested a chunk, or received one. */
  private volatile long movedNanos;

  /** The body that is being sent; the next attempt replaces it. */
  private volatile @Nullable UploadBody body;

  private volatile @Nullable Runnable question;

  private @Nullable UploadBody rewoundFor;
  private int owed;

  BulkUpload(Context context) {
    this.context = context;
  }

  @Override
  public Context currentContext() {
    return context;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    lines.set(subscription);
  }

  @Override
  public void onNext(BulkLine line) {
    if (arrived.offer(line)) {
      drain.run();
    } else {
      lines.cancel();
      onError(new IllegalStateException("The publisher sent more lines than were requested."));
    }
  }

  @Override
  public void onError(Throwable cause) {
    if (ended) {
      Operators.onErrorDropped(cause, context);
      return;
    }
    failure = Objects.requireNonNull(cause); // null would look like a normal end
    ended = true;
    drain.run();
  }

  @Override
  public void onComplete() {
    ended = true;
    drain.run();
  }

  /** Requests no more lines, and drops those it holds. */
  void cancel() {
    cancelled = true;
    lines.cancel();
    drain.run();
  }

  /**
   * A result is due for each line that was sent, except for those of an incomplete group; the final
   * result is due when all lines were sent. A service that requests more chunks is alive.
   */
  @Override
  public boolean isOutstandingSince(long nanos) {
    return isOwed && movedNanos - nanos < 0;
  }

  /** Returns the failure of the lines; null if they have not failed. */
  @Nullable
  Throwable failure() {
    return failure;
  }

  /** Returns how many lines were sent, over all attempts. */
  long sent() {
    return sent;
  }

  /**
   * A line that was sent.
   *
   * @param nanos when, by the clock of {@link Sending}
   */
  record SentLine(BulkLine line, long nanos) {}

  /**
   * Lines that were sent before the connection was lost.
   *
   * @param lines with an unknown outcome, in their order
   * @param ofLastGroup how many of them, from the first, belong to the group that was answered last
   *     and in part
   */
  record Lost(List<SentLine> lines, int ofLastGroup) {}

  /**
   * Ends the current body and returns the lines that were lost with it. The next body begins after
   * these lines; their results must be known before.
   *
   * @param lastRefusal the refusal of the line that was answered last; empty if it succeeded, or if
   *     there was none
   */
  Mono<Lost> lost(Optional<TableServiceException> lastRefusal) {
    return ask(sink -> () -> answer(lastRefusal, sink));
  }

  /**
   * Ends the current body, of which the service has processed no line. The next body begins with
   * the same lines.
   */
  Mono<Void> takeBack() {
    return ask(sink -> () -> {
      body = null;
      window.rewind();
      sent = window.sent();
      sink.success();
    });
  }

  /** Answers a question inside the drain. */
  private <T> Mono<T> ask(Function<MonoSink<T>, Runnable> answering) {
    return Mono.create(sink -> {
      question = answering.apply(sink);
      drain.run();
    });
  }

  /** Notes how many lines are answered, over all attempts. */
  void answered(long count) {
    answers.set(count);
    drain.run();
  }

  /**
   * Emits the frames of lines in chunks, on demand. Ends when the lines end. If the lines fail,
   * emits a frame that says so, then ends.
   */
  Flux<ByteBuf> chunks() {
    return new Flux<>() {
      @Override
      public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
        var next = new UploadBody(downstream, BulkUpload.this::chunkRequested);
        downstream.onSubscribe(next);
        body = next;
        drain.run();
      }
    };
  }

  private void drainOnce() {
    if (cancelled) {
      arrived.clear();
      window.clear();
      return;
    }
    window.answered(answers.get());
    var isLast = ended;
    for (var line = arrived.poll(); line != null; line = arrived.poll()) {
      owed--;
      window.take(line);
    }
    var asked = question;
    if (asked != null) {
      question = null;
      asked.run();
    }
    var current = body;
    if (current != null) {
      if (rewoundFor != current) {
        rewoundFor = current;
        window.rewind();
      }
      send(current, isLast);
    }
    isOwed = current != null && current.hasEnded() || window.isAnswerDue();
  }

  private void answer(Optional<TableServiceException> lastRefusal, MonoSink<Lost> sink) {
    var over = body;
    body = null;
    lastRefusal.ifPresent(window::breakLastGroup);
    if (over != null && !(over.hasEnded() && failure == null)) {
      window.takeBackOpenGroup();
    }
    sink.success(new Lost(window.lost(), window.restOfLastGroup()));
  }

  private void chunkRequested() {
    movedNanos = System.nanoTime();
    drain.run();
  }

  private void send(UploadBody current, boolean isLast) {
    while (current.wantsChunk() && window.hasUnsent()) {
      var chunk = window.nextChunk(Sending.nowNanos());
      sent = window.sent();
      movedNanos = System.nanoTime();
      current.emit(Unpooled.wrappedBuffer(chunk));
    }
    if (isLast && !window.hasUnsent()) {
      end(current);
    } else if (!isLast && owed <= LOW_OWED && !window.hasChunkUnsent() && current.isAsked()) {
      var more = Math.min(MOST_OWED - owed, window.room(owed));
      if (more > 0) {
        owed += more;
        lines.request(more);
      }
    }
  }

  private void end(UploadBody current) {
    if (!current.isOpen()) {
      return;
    }
    movedNanos = System.nanoTime();
    if (failure == null) {
      current.end();
    } else if (current.wantsChunk()) {
      current.emit(Unpooled.wrappedBuffer(FrameEncoder.encode(BROKEN_OFF)));
      current.end();
    }
  }

  /** Tells the service that an open group is incomplete. The cause is for the subscriber only. */
  private static final Frame BROKEN_OFF =
      new Frame.Failure(new InvalidRequestException(ErrorCode.INVALID_INPUT, "lines=brokenOff"));
}
