package io.weir.client.transport;

import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Cancels an attempt on the loop of its connection, where its answer arrives.
 *
 * <p>The transport does not expect a cancellation on one thread while another thread delivers an
 * answer: it then discards the answer without releasing its buffers. On the loop, one happens after
 * the other. Before the request is sent there is neither loop nor answer, and the calling thread
 * cancels.
 *
 * <p>Any thread.
 */
final class LoopCancellation implements Executor {

  private volatile @Nullable EventLoop loop;

  /** Notes the loop of the connection that is about to send the request. */
  void runsOn(EventLoop connections) {
    loop = connections;
  }

  /** Passes the answer on. A cancellation may take effect after {@code cancel} has returned. */
  <T> Flux<T> guard(Flux<T> answer) {
    return answer.cancelOn(Schedulers.fromExecutor(this));
  }

  /**
   * Runs the task on the loop; at once on the calling thread if the loop is unknown or has ended,
   * or if the caller runs on it.
   */
  @Override
  public void execute(Runnable task) {
    var known = loop;
    if (known == null || known.inEventLoop()) {
      task.run();
      return;
    }
    try {
      known.execute(task);
    } catch (RejectedExecutionException ended) {
      task.run();
    }
  }
}
