package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a range removal after all its commands are answered: success, or the
 * failure that arrived first.
 *
 * <p>Threads: each shard's loop calls once. The loop that calls last signals.
 */
final class RangeReply implements CommandReply {

  private final MonoSink<Void> sink;
  private final AtomicInteger unanswered;
  private final AtomicReference<@Nullable TableServiceException> first = new AtomicReference<>();
  private final Runnable whenAnswered;

  /**
   * Makes a reply.
   *
   * @param commands number of commands that will be answered
   * @param whenAnswered runs before the outcome is signalled, whatever it is
   */
  RangeReply(MonoSink<Void> sink, int commands, Runnable whenAnswered) {
    this.sink = sink;
    this.unanswered = new AtomicInteger(commands);
    this.whenAnswered = whenAnswered;
  }

  @Override
  public void done(long timestampTicks) {
    answered();
  }

  @Override
  public void failed(TableServiceException cause) {
    first.compareAndSet(null, cause);
    answered();
  }

  private void answered() {
    if (unanswered.decrementAndGet() > 0) {
      return;
    }
    whenAnswered.run();
    var cause = first.get();
    if (cause == null) {
      sink.success();
    } else {
      sink.error(cause.atOperation(TableServiceException.NO_OPERATION));
    }
  }
}
