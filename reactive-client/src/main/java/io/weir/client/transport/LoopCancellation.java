package io.weir.client.transport;

import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Cancels one attempt where its answer arrives: on the loop of its connection.
 *
 * <p>The transport does not expect to be cancelled by one thread while another hands it an answer: what has arrived by then is passed
 * to nobody, and its buffers are not released. On the loop, one comes after the other. Before the request has left there is no loop,
 * and no answer either: then it is cancelled by the caller.
 *
 * <p>Any thread.
 */
final class LoopCancellation implements Executor {

  private volatile @Nullable EventLoop loop;

  /** The request is about to leave by a connection of this loop. */
  void runsOn(EventLoop connections) {
    loop = connections;
  }

  /** The same answer; cancelling it returns before it is cancelled. */
  <T> Flux<T> guard(Flux<T> answer) {
    return answer.cancelOn(Schedulers.fromExecutor(this));
  }

  /** Runs the task at once where the loop is not known, is the caller, or has ended. */
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
