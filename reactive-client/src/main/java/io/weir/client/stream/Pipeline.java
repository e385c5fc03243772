package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.client.call.Failures;
import io.weir.client.call.RequestNotSent;
import io.weir.client.transport.OutstandingAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;

/**
 * One request that stays open. Operations are sent over it as they come, and its answer contains
 * their results in the same order: see {@link io.weir.api.wire.Dialect}.
 *
 * <p>Invariants: {@link #sent} holds the operations that were sent and not answered, in their
 * order. The thread that polls an operation from it settles that operation, so each is settled
 * once. A thread that adds an operation then checks whether the pipeline has ended, and the thread
 * that ends the pipeline sets {@code ended} before it polls. Therefore no operation is left over.
 *
 * <p>Operations are sent and answered on the loop of the connection. The end may come from any
 * thread. If a credential is renewed, the body starts again after the first has ended; it then
 * sends the unanswered operations again.
 */
final class Pipeline extends BaseSubscriber<Frame> implements OutstandingAnswer {

  /** Most operations that are sent and not answered. */
  static final int MOST_UNANSWERED = 1024;

  private final Owner owner;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final Queue<PipelinedOperation<?>> sent = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unanswered = new AtomicInteger();

  /** How many of the sent operations still have a subscriber. */
  private final AtomicInteger wanted = new AtomicInteger();

  /** When an operation was last answered, or when the first of the unanswered ones was sent. */
  private volatile long movedNanos;

  private volatile boolean hasSent;
  private volatile boolean hasAnswer;

  /** No more operations are sent. */
  private volatile boolean finished;

  /** No more operations are answered. */
  private volatile boolean ended;

  private volatile @Nullable PipelineBody body;

  /** Holds the operations that wait for a pipeline. Called on any thread. */
  interface Owner {

    /** Removes and returns the next operation to send; null for none. */
    @Nullable
    PipelinedOperation<?> next();

    /** Returns whether no operation waits. */
    boolean isEmpty();

    /** Called if operations wait and this pipeline accepts none, now or ever. */
    void passBy();

    /** Takes back operations that the service has not processed. */
    void takeBack(List<PipelinedOperation<?>> members);

    /**
     * Takes back operations of a pipeline that the service refused. It has processed none of them.
     */
    void refused(List<PipelinedOperation<?>> members);

    /** Called if the pipeline fails before it has sent an operation. */
    void failed(Throwable failure);

    /** Called last, when the pipeline has ended. */
    void ended(Pipeline pipeline);
  }

  /**
   * A pipeline that sends nothing yet.
   *
   * @param nanoTime the clock that {@link OutstandingAnswer} uses
   */
  Pipeline(Owner owner, LongSupplier nanoTime) {
    this.owner = owner;
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
    this.movedNanos = beganNanos;
  }

  /**
   * Emits the frames to send, until the pipeline is told to finish.
   *
   * @param loop of the connection that sends them
   */
  Flux<ByteBuf> chunks(Executor loop) {
    return new Flux<>() {
      @Override
      public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
        var next = new PipelineBody(downstream, loop, Pipeline.this, List.copyOf(sent));
        body = next;
        downstream.onSubscribe(next.chunks());
      }
    };
  }

  /** Returns whether another operation may be sent. */
  boolean isOpen() {
    return !finished && !ended && unanswered.get() < MOST_UNANSWERED;
  }

  /**
   * Returns whether the service answers promptly: nothing is unanswered, or it made progress within
   * this time.
   */
  boolean flows(Duration patience) {
    return unanswered.get() == 0 || nanoTime.getAsLong() - movedNanos < patience.toNanos();
  }

  /** Tells the body that operations wait. */
  void wake() {
    with(PipelineBody::wake);
  }

  /**
   * Finishes the pipeline if it is this old, or was unused for this long. Returns whether it is
   * finished or ended.
   */
  boolean finishes(Duration age, Duration idle) {
    var now = nanoTime.getAsLong();
    var isUnused = unanswered.get() == 0 && owner.isEmpty();
    var isIdle = isUnused && now - movedNanos >= idle.toNanos();
    if (isIdle || now - beganNanos >= age.toNanos()) {
      finished = true;
      wake();
    }
    return isOver();
  }

  @Override
  public boolean isOutstandingSince(long nanos) {
    return unanswered.get() > 0 && movedNanos - nanos < 0;
  }

  boolean isFinished() {
    return finished;
  }

  /** Returns whether no operation will be sent any more. */
  boolean isOver() {
    return finished || ended;
  }

  boolean isPlaceEmpty() {
    return owner.isEmpty();
  }

  /**
   * Takes operations to send, up to about this many bytes; none if none waits. Runs on: the loop.
   */
  List<PipelinedOperation<?>> take(int bytes) {
    var taken = new ArrayList<PipelinedOperation<?>>();
    for (var left = bytes; left > 0 && isOpen(); ) {
      var next = owner.next();
      if (next == null) {
        break;
      }
      wanted.incrementAndGet(); // before it can be cancelled
      if (next.markSent(this::cancelled)) {
        left -= next.frame().length;
        send(next);
        taken.add(next);
      } else {
        cancelled();
      }
    }
    if (ended) { // the thread that ended the pipeline may have missed them
      failAll(one -> taken.contains(one) ? new RequestNotSent(cut()) : cut());
      return List.of();
    }
    return taken;
  }

  void passBy() {
    owner.passBy();
  }

  private void send(PipelinedOperation<?> one) {
    hasSent = true;
    if (unanswered.getAndIncrement() == 0) {
      movedNanos = nanoTime.getAsLong();
    }
    sent.add(one);
  }

  /** Notes that a subscriber has cancelled. Cancels the pipeline if no subscriber is left. */
  private void cancelled() {
    if (wanted.decrementAndGet() == 0) {
      with(current -> current.run(() -> {
        if (wanted.get() == 0 && unanswered.get() > 0) {
          cancel();
        }
      }));
    }
  }

  private void with(Consumer<PipelineBody> task) {
    var current = body;
    if (current != null) {
      task.accept(current);
    }
  }

  @Override
  protected void hookOnNext(Frame frame) {
    var one = sent.poll();
    if (one == null) {
      cancel(); // an answer without an operation
      return;
    }
    hasAnswer = true;
    movedNanos = nanoTime.getAsLong();
    unanswered.decrementAndGet();
    if (one.answered(frame)) {
      wanted.decrementAndGet();
    }
    if (!owner.isEmpty()) {
      wake();
    }
  }

  /** The service has not processed the operations that it has not answered. */
  @Override
  protected void hookOnComplete() {
    ended = true;
    owner.takeBack(drain());
  }

  @Override
  protected void hookOnError(Throwable failure) {
    ended = true;
    if (!hasAnswer && isAboutPipeline(failure)) {
      owner.refused(drain());
    } else {
      fail(failure);
      if (!hasSent) {
        owner.failed(failure);
      }
    }
  }

  /**
   * Returns whether the service processed nothing and single requests may succeed. Access that is
   * denied to the pipeline is denied to requests too. A failure with an unknown outcome, such as
   * that of a gateway that lost its service, may have occurred after everything was sent.
   */
  private static boolean isAboutPipeline(Throwable failure) {
    return failure instanceof TableServiceException
        && !(failure instanceof AccessDeniedException)
        && !Failures.isOutcomeUnknown(failure);
  }

  @Override
  protected void hookFinally(SignalType signal) {
    ended = true;
    fail(cut());
    owner.ended(this);
  }

  private static IOException cut() {
    return new IOException("The pipeline was cut.");
  }

  private void fail(Throwable failure) {
    failAll(any -> failure);
  }

  private void failAll(Function<PipelinedOperation<?>, Throwable> failure) {
    drain().forEach(one -> one.failed(failure.apply(one)));
  }

  private List<PipelinedOperation<?>> drain() {
    var all = new ArrayList<PipelinedOperation<?>>();
    for (var one = sent.poll(); one != null; one = sent.poll()) {
      all.add(one);
    }
    return all;
  }
}
