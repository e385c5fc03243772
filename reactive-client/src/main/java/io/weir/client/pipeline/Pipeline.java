package io.weir.client.pipeline;

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
 * One request by which operations leave as they come, and whose answer answers them in their order: see {@link
 * io.weir.api.wire.Dialect}.
 *
 * <p>Invariants: {@link #sent} holds those that have left and are not answered, in their order; whoever polls one from it is the one to
 * settle it, so each is settled once. Who adds one looks afterwards whether the pipeline has ended, and whoever ends it says so before
 * it polls; so none is left.
 *
 * <p>Operations leave, and are answered, on the loop of the connection. Its end may come from any thread. The body may be begun again
 * when the one before is over, as happens where a credential was renewed: then what is not answered leaves again.
 */
final class Pipeline extends BaseSubscriber<Frame> implements OutstandingAnswer {

  /** Most that have left and are not answered. */
  static final int MOST_UNANSWERED = 1024;

  private final Owner owner;
  private final LongSupplier nanoTime;
  private final long beganNanos;
  private final Queue<PipelinedOperation<?>> sent = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unanswered = new AtomicInteger();

  /** Of those, for whom somebody still waits. */
  private final AtomicInteger wanted = new AtomicInteger();

  /** When the last was answered, or the first of those that are not has left. */
  private volatile long movedNanos;

  private volatile boolean hasSent;
  private volatile boolean hasAnswer;

  /** Nothing more leaves by it. */
  private volatile boolean finished;

  /** Nothing more is answered by it. */
  private volatile boolean ended;

  private volatile @Nullable PipelineBody body;

  /** Where operations wait for a pipeline. Called on any thread. */
  interface Owner {

    /** The next that is to leave, or null. */
    @Nullable
    PipelinedOperation<?> next();

    /** Whether there is none. */
    boolean isEmpty();

    /** Somebody waits, and this pipeline takes nobody any more, or for now. */
    void passBy();

    /** Those were not looked at. */
    void takeBack(List<PipelinedOperation<?>> members);

    /** The service takes no pipeline; those were not looked at. */
    void refused(List<PipelinedOperation<?>> members);

    /** The pipeline failed before anything had left by it. */
    void failed(Throwable failure);

    /** It is over. Comes last. */
    void ended(Pipeline pipeline);
  }

  /**
   * Of a place.
   *
   * @param nanoTime the clock; that of {@link OutstandingAnswer}
   */
  Pipeline(Owner owner, LongSupplier nanoTime) {
    this.owner = owner;
    this.nanoTime = nanoTime;
    this.beganNanos = nanoTime.getAsLong();
    this.movedNanos = beganNanos;
  }

  /**
   * What leaves, until it is told to finish.
   *
   * @param loop of the connection that it leaves by
   */
  Flux<ByteBuf> chunks(Executor loop) {
    return new Flux<>() {
      @Override
      public void subscribe(CoreSubscriber<? super ByteBuf> downstream) {
        var next = new PipelineBody(downstream, loop, Pipeline.this, List.copyOf(sent));
        body = next;
        downstream.onSubscribe(next);
      }
    };
  }

  /** Whether another may leave by it. */
  boolean isOpen() {
    return !finished && !ended && unanswered.get() < MOST_UNANSWERED;
  }

  /** Whether what leaves by it need not wait for one that has waited for so long, or for the others behind that. */
  boolean flows(Duration patience) {
    return unanswered.get() == 0 || nanoTime.getAsLong() - movedNanos < patience.toNanos();
  }

  /** Something waits in its place. */
  void wake() {
    with(PipelineBody::wake);
  }

  /** Finishes where it is as old as that, or was of no use for so long; whether it has finished by now. */
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

  /** Whether nothing more will leave by it, ever. */
  boolean isOver() {
    return finished || ended;
  }

  boolean isPlaceEmpty() {
    return owner.isEmpty();
  }

  /** Takes operations to send until they come to so many bytes; none where there is none to take. Runs on: the loop. */
  List<PipelinedOperation<?>> take(int bytes) {
    var taken = new ArrayList<PipelinedOperation<?>>();
    for (var left = bytes; left > 0 && isOpen(); ) {
      var next = owner.next();
      if (next == null) {
        break;
      }
      wanted.incrementAndGet(); // before it may leave
      if (next.departs(this::left)) {
        left -= next.frame().length;
        send(next);
        taken.add(next);
      } else {
        left();
      }
    }
    if (ended) { // whoever ended it may not have seen them
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

  /** Somebody left. A service that works for nobody is stopped. */
  private void left() {
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
      cancel(); // the service answers what nobody asked
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

  /** What is not answered by then was not looked at. */
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
   * Whether nothing was looked at, and each by itself may fare better. Who may not do what it asks for will not; and what fails in a way
   * that tells nothing of the outcome, as a gateway that lost its service does, may have come behind all that left.
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
