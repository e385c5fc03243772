package io.weir.client.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.client.exchange.UploadBody;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.CoreSubscriber;

/**
 * The body of a {@link Pipeline}, in chunks on demand. Each chunk holds the operations that wait
 * when the loop makes it, so operations that begin in one turn of the loop leave in one write.
 *
 * <p>Belongs to the loop of the connection. {@link #wake}, {@link #run}, requests and cancellation:
 * any thread.
 */
final class PipelineBody {

  /** A chunk of this length is full. */
  static final int FULL_BYTES = 64 * 1024;

  private final UploadBody chunks;
  private final Executor loop;
  private final Pipeline pipeline;

  /**
   * Set by the thread that schedules a look, cleared by the loop before it looks. The loop
   * therefore sees everything that came before the thread set it.
   */
  private final AtomicBoolean woken = new AtomicBoolean();

  private List<PipelinedOperation<?>> again;

  /**
   * One attempt to send the body.
   *
   * @param again operations that the attempt before has sent and that are unanswered
   */
  PipelineBody(
      CoreSubscriber<? super ByteBuf> downstream,
      Executor loop,
      Pipeline pipeline,
      List<PipelinedOperation<?>> again) {
    this.chunks = new UploadBody(downstream, this::wake);
    this.loop = loop;
    this.pipeline = pipeline;
    this.again = again;
  }

  UploadBody chunks() {
    return chunks;
  }

  /** Schedules a look at the waiting operations on the loop. */
  void wake() {
    if (woken.compareAndSet(false, true)) {
      run(this::look);
    }
  }

  /**
   * Runs the task on the loop; drops it if the loop has ended, because its connections have ended
   * too.
   */
  void run(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      chunks.cancel();
    }
  }

  private void look() {
    woken.set(false);
    while (chunks.wantsChunk()) {
      var next = next();
      if (!next.isEmpty()) {
        chunks.emit(chunk(next));
      } else if (pipeline.isFinished()) {
        chunks.end();
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

  /** Allocated outside the buffer pool, because the transport may lose it with the connection. */
  private static ByteBuf chunk(List<PipelinedOperation<?>> members) {
    var bytes = members.stream().mapToInt(one -> one.frame().length).sum();
    var chunk = Unpooled.buffer(bytes, bytes);
    members.forEach(one -> chunk.writeBytes(one.frame()));
    return chunk;
  }
}
