package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a range removal after all its shards have answered: success, or the failure that arrived first.
 *
 * <p>Threads: each shard's loop calls once. The loop that calls last signals.
 */
final class RangeReply implements CommandReply {

  private final MonoSink<Void> sink;
  private final AtomicInteger unanswered;
  private final Queue<TableServiceException> failures = new ConcurrentLinkedQueue<>();

  RangeReply(MonoSink<Void> sink, int shards) {
    this.sink = sink;
    this.unanswered = new AtomicInteger(shards);
  }

  @Override
  public void done(long timestampTicks) {
    answered();
  }

  @Override
  public void failed(TableServiceException cause) {
    failures.add(cause);
    answered();
  }

  private void answered() {
    if (unanswered.decrementAndGet() > 0) {
      return;
    }
    var cause = failures.peek();
    if (cause == null) {
      sink.success();
    } else {
      sink.error(cause.atOperation(TableServiceException.NO_OPERATION));
    }
  }
}
