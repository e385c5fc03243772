package io.weir.client.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * What leaves by a {@link Pipeline}, in chunks on demand: each holds what waits when the loop comes to it, so operations that begin in
 * one turn of the loop leave by one write.
 *
 * <p>Belongs to the loop of the connection; {@link #wake}, {@link #run}, requests and cancellation may come from any thread.
 */
final class PipelineBody implements Subscription {

  /** A chunk of this length is full. */
  static final int FULL_BYTES = 64 * 1024;

  private final CoreSubscriber<? super ByteBuf> downstream;
  private final Executor loop;
  private final Pipeline pipeline;
  private final AtomicLong requested = new AtomicLong();

  /** Set by who hands the loop a task, cleared by the task before it looks: what came before is seen by it. */
  private final AtomicBoolean woken = new AtomicBoolean();

  private volatile boolean cancelled;
  private List<PipelinedOperation<?>> again;
  private long emitted;
  private boolean over;

  /**
   * One attempt to send it.
   *
   * @param again what left by the attempt before and is not answered
   */
  PipelineBody(
      CoreSubscriber<? super ByteBuf> downstream,
      Executor loop,
      Pipeline pipeline,
      List<PipelinedOperation<?>> again) {
    this.downstream = downstream;
    this.loop = loop;
    this.pipeline = pipeline;
    this.again = again;
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      wake();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  /** Has the loop look whether there is something to send. */
  void wake() {
    if (woken.compareAndSet(false, true)) {
      run(this::look);
    }
  }

  /** Runs the task on the loop; not at all where that has ended, and its connections with it. */
  void run(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      cancelled = true;
    }
  }

  private void look() {
    woken.set(false);
    while (emitted < requested.get() && !cancelled && !over) {
      var next = next();
      if (!next.isEmpty()) {
        emitted++;
        downstream.onNext(chunk(next));
      } else if (pipeline.isFinished()) {
        over = true;
        downstream.onComplete();
      } else {
        break;
      }
    }
    if (!pipeline.isOpen() && !pipeline.isPlaceEmpty()) {
      pipeline.passBy();
    }
  }

  private List<PipelinedOperation<?>> next() {
    if (again.isEmpty()) {
      return pipeline.take(FULL_BYTES);
    }
    var first = again;
    again = List.of();
    return first;
  }

  /** Outside the pool: the transport may lose it with the connection. */
  private static ByteBuf chunk(List<PipelinedOperation<?>> members) {
    var bytes = members.stream().mapToInt(one -> one.frame().length).sum();
    var chunk = Unpooled.buffer(bytes, bytes);
    members.forEach(one -> chunk.writeBytes(one.frame()));
    return chunk;
  }
}
