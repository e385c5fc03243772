package io.weir.client.stream;

import io.weir.api.reactive.SerialDrain;
import io.weir.api.wire.Frame;
import io.weir.client.call.Failures;
import io.weir.client.call.RequestNotSent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * The pipelines of one kind of operation, and the operations that wait for them.
 *
 * <p>An operation is sent over the first pipeline that answers promptly. A pipeline that has
 * answered nothing for as long as the options allow is passed by: answers come in order, so an
 * operation sent after a slow one waits for it. If no pipeline answers promptly, another is opened,
 * up to {@link #MOST}. After that, any pipeline that is not full is used.
 *
 * <p>A pipeline finishes when it was unused for {@link #IDLE}, and when it reaches {@link #AGE},
 * because credentials must be proven again; later operations use the next pipeline. If the service
 * refuses a pipeline and there is no other, waiting operations become requests of their own, and so
 * do new ones within {@link #ALONE}: a service without room for pipelines may have room for
 * requests. No pipeline is opened during that time. Operations also become requests of their own if
 * {@link PipelineCapacity} allows no pipeline.
 *
 * <p>The thread that removes an operation from {@link #waiting} returns its room: either the
 * pipeline that sends it, or the subscriber that cancels.
 *
 * <p>Any thread. Pipelines are chosen and opened inside {@link #drain}, by one thread at a time.
 */
final class Pipelines implements Pipeline.Owner {

  /** Most pipelines at a time; finished ones do not count. */
  static final int MOST = 4;

  static final Duration IDLE = Duration.ofSeconds(1);

  /** Shorter than the time after which the service ends a pipeline. */
  static final Duration AGE = Duration.ofSeconds(10);

  static final Duration ALONE = Duration.ofSeconds(1);

  /** A longer operation becomes a request of its own, so that it does not delay others. */
  static final int LONGEST_FRAME_BYTES = PipelineBody.FULL_BYTES;

  private final PipelineCapacity capacity;
  private final Duration patience;
  private final Supplier<Scheduler> clock;
  private final Function<Pipeline, Flux<Frame>> open;
  private final Consumer<Pipelines> onIdle;
  private final Queue<PipelinedOperation<?>> waiting = new ConcurrentLinkedQueue<>();
  private final SerialDrain drain = new SerialDrain(this::direct);

  /** Pipelines that have not ended. */
  private final List<Pipeline> pipelines = new CopyOnWriteArrayList<>();

  private final AtomicBoolean isRefused = new AtomicBoolean();
  private volatile boolean isClosed;

  /**
   * Opens no pipeline yet.
   *
   * @param capacity shared with all other kinds of operations
   * @param patience how long a pipeline may answer nothing before it is passed by
   * @param clock measures time. Called at each use, because Reactor's schedulers may be shut down
   *     and restarted
   * @param open sends the chunks of a pipeline, and emits the frames of its answer
   * @param onIdle called when there is neither a pipeline nor a waiting operation; operations may
   *     still be added afterwards
   */
  Pipelines(
      PipelineCapacity capacity,
      Duration patience,
      Supplier<Scheduler> clock,
      Function<Pipeline, Flux<Frame>> open,
      Consumer<Pipelines> onIdle) {
    this.capacity = capacity;
    this.patience = patience;
    this.clock = clock;
    this.open = open;
    this.onIdle = onIdle;
  }

  /** Takes an operation, which is sent as soon as possible. */
  void add(PipelinedOperation<?> one) {
    if (one.frame().length > LONGEST_FRAME_BYTES || isRefused.get() && !isServed()) {
      one.sendAlone();
      letGoIfIdle();
    } else if (capacity.waiting().enter()) {
      waiting.add(one);
      if (one.markWaiting(() -> takeOut(one))) {
        drain.run();
      } else {
        takeOut(one);
      }
    } else {
      one.failed(capacity.waiting().full());
      letGoIfIdle();
    }
  }

  private void takeOut(PipelinedOperation<?> one) {
    if (waiting.remove(one)) {
      capacity.waiting().leave();
    }
  }

  /** Returns whether a pipeline accepts operations. */
  private boolean isServed() {
    return pipelines.stream().anyMatch(pipeline -> !pipeline.isOver());
  }

  /** Opens no more pipelines and finishes the open ones. No operation may be in flight. */
  void close() {
    isClosed = true;
    pipelines.forEach(pipeline -> pipeline.finishes(Duration.ZERO, Duration.ZERO));
  }

  /**
   * Wakes a pipeline that accepts operations, preferably one that answers promptly, or opens one.
   */
  private void direct() {
    if (waiting.isEmpty()) {
      return;
    }
    var usable = 0;
    Pipeline slow = null;
    for (var pipeline : pipelines) {
      usable += pipeline.isFinished() ? 0 : 1;
      if (pipeline.isOpen()) {
        if (pipeline.flows(patience)) {
          pipeline.wake();
          return;
        }
        slow = pipeline;
      }
    }
    if (usable < MOST && !isClosed && !isRefused.get() && capacity.pipelines().enter()) {
      begin();
    } else if (slow != null) {
      slow.wake();
    } else if (usable == 0) {
      forAllWaiting(PipelinedOperation::sendAlone);
      letGoIfIdle();
    }
  }

  private void begin() {
    var next = new Pipeline(this, () -> clock.get().now(TimeUnit.NANOSECONDS));
    pipelines.add(next);
    Flux.defer(() -> open.apply(next)).subscribe(next);
    lookAt(next);
  }

  private void lookAt(Pipeline pipeline) {
    after(IDLE, () -> {
      if (!pipeline.finishes(AGE, IDLE)) {
        lookAt(pipeline);
      }
      drain.run();
    });
  }

  private void after(Duration time, Runnable task) {
    clock.get().schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public @Nullable PipelinedOperation<?> next() {
    var one = waiting.poll();
    if (one != null) {
      capacity.waiting().leave();
    }
    return one;
  }

  @Override
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  @Override
  public void passBy() {
    drain.run();
  }

  @Override
  public void takeBack(List<PipelinedOperation<?>> members) {
    for (var one : members) {
      if (one.markWaitingAgain()) {
        add(one);
      } else {
        one.failed(new RequestNotSent(new IOException("The service ended the pipeline.")));
      }
    }
  }

  @Override
  public void refused(List<PipelinedOperation<?>> members) {
    var isFirst = isRefused.compareAndSet(false, true);
    members.forEach(PipelinedOperation::sendAlone);
    if (!isServed()) {
      forAllWaiting(PipelinedOperation::sendAlone);
    }
    if (isFirst) {
      after(ALONE, this::tryAgain);
    }
  }

  @Override
  public void failed(Throwable failure) {
    var known = Failures.unsent(failure);
    forAllWaiting(one -> one.failed(known));
  }

  @Override
  public void ended(Pipeline pipeline) {
    pipelines.remove(pipeline);
    capacity.pipelines().leave();
    drain.run();
    letGoIfIdle();
  }

  private void tryAgain() {
    isRefused.set(false);
    letGoIfIdle();
  }

  /**
   * Reports that nothing is left, but not during {@link #ALONE}: a successor would not know of the
   * refusal.
   */
  private void letGoIfIdle() {
    if (pipelines.isEmpty() && waiting.isEmpty() && !isRefused.get()) {
      onIdle.accept(this);
    }
  }

  private void forAllWaiting(Consumer<PipelinedOperation<?>> task) {
    for (var one = next(); one != null; one = next()) {
      task.accept(one);
    }
  }
}
