package io.weir.client.pipeline;

import io.weir.api.wire.Frame;
import io.weir.client.call.Failures;
import io.weir.client.call.RequestNotSent;
import io.weir.client.reactive.SerialDrain;
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
 * The pipelines to one place, and what waits for them.
 *
 * <p>What comes leaves by the first pipeline that flows. One that has answered nothing for as long as the options say is passed by:
 * answers come in order, so what left behind a slow one would wait for it. Where none flows another is opened, up to {@link #MOST};
 * then whatever is not full has to do.
 *
 * <p>A pipeline is finished when it was of no use for {@link #IDLE}, and when it is as old as {@link #AGE}: what was proven to the
 * service when it began is to be proven again. What comes meanwhile leaves by the next. Where one is refused, and there is no other,
 * what waits goes by itself, and so does whatever comes within {@link #ALONE}: a service that has no room for pipelines may have some
 * for requests. None is opened meanwhile. So does what waits where the client itself has no room for a pipeline.
 *
 * <p>Whoever takes one out of {@link #waiting} gives its place in the room back: the pipeline that it leaves by, or whoever waits for it
 * and leaves.
 *
 * <p>Any thread. Pipelines are chosen and opened inside {@link #drain}, by one thread at a time.
 */
final class Pipelines implements Pipeline.Owner {

  /** Most pipelines at a time; those that are finished do not count. */
  static final int MOST = 4;

  static final Duration IDLE = Duration.ofSeconds(1);

  /** Less than the time after which the service ends it. */
  static final Duration AGE = Duration.ofSeconds(10);

  static final Duration ALONE = Duration.ofSeconds(1);

  /** What is longer goes by itself: it would keep others waiting. */
  static final int LONGEST_FRAME_BYTES = PipelineBody.FULL_BYTES;

  private final PipelineCapacity capacity;
  private final Duration patience;
  private final Supplier<Scheduler> clock;
  private final Function<Pipeline, Flux<Frame>> open;
  private final Consumer<Pipelines> onIdle;
  private final Queue<PipelinedOperation<?>> waiting = new ConcurrentLinkedQueue<>();
  private final SerialDrain drain = new SerialDrain(this::direct);

  /** Those that have not ended. */
  private final List<Pipeline> pipelines = new CopyOnWriteArrayList<>();

  private final AtomicBoolean isRefused = new AtomicBoolean();
  private volatile boolean isClosed;

  /**
   * To one place.
   *
   * @param capacity where operations wait, shared with all other places
   * @param patience how long a pipeline may answer nothing before it is passed by
   * @param clock measures time; asked for at each use, for schedulers may be shut down and begun anew
   * @param open sends the chunks of a pipeline, and answers with what comes back
   * @param onIdle called when there is neither a pipeline nor anything that waits; what comes later is welcome nevertheless
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

  /** Takes one more, which leaves as soon as it can. */
  void add(PipelinedOperation<?> one) {
    if (one.frame().length > LONGEST_FRAME_BYTES || isRefused.get() && !isServed()) {
      one.goAlone();
      letGoIfIdle();
    } else if (capacity.enter()) {
      waiting.add(one);
      if (one.waits(() -> takeOut(one))) {
        drain.run();
      } else {
        takeOut(one);
      }
    } else {
      one.failed(capacity.isFull());
      letGoIfIdle();
    }
  }

  private void takeOut(PipelinedOperation<?> one) {
    if (waiting.remove(one)) {
      capacity.leave();
    }
  }

  /** Whether there is a pipeline that goes on. */
  private boolean isServed() {
    return pipelines.stream().anyMatch(pipeline -> !pipeline.isOver());
  }

  /** Lets none begin any more, and finishes those there are: nothing is under way. */
  void close() {
    isClosed = true;
    pipelines.forEach(pipeline -> pipeline.finishes(Duration.ZERO, Duration.ZERO));
  }

  /** Wakes a pipeline that has room, and flows where there is one that does; or begins one, with what waits. */
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
    if (usable < MOST && !isClosed && !isRefused.get() && capacity.begin()) {
      begin();
    } else if (slow != null) {
      slow.wake();
    } else if (usable == 0) {
      forAllWaiting(PipelinedOperation::goAlone);
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
      capacity.leave();
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
      if (one.waitsAgain()) {
        add(one);
      } else {
        one.failed(new RequestNotSent(new IOException("The service ended the pipeline.")));
      }
    }
  }

  @Override
  public void refused(List<PipelinedOperation<?>> members) {
    var isFirst = isRefused.compareAndSet(false, true);
    members.forEach(PipelinedOperation::goAlone);
    if (!isServed()) {
      forAllWaiting(PipelinedOperation::goAlone);
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
    capacity.end();
    drain.run();
    letGoIfIdle();
  }

  private void tryAgain() {
    isRefused.set(false);
    letGoIfIdle();
  }

  /** But not before its time: whoever took its place would know nothing of the refusal. */
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
