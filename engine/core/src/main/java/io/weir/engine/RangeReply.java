package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.shard.CommandReply;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.MonoSink;

/**
 * Signals the outcome of a range removal after all its commands are answered: success, or the failure that arrived first.
 *
 * <p>Threads: each shard's loop calls once. The loop that calls last signals.
 */
final class RangeReply implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(RangeReply.class);

  private final MonoSink<Void> sink;
  private final AtomicInteger unanswered;
  private final Queue<TableServiceException> failures = new ConcurrentLinkedQueue<>();

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
    failures.add(cause);
    answered();
  }

  /** Returns a reply to a command whose failure does not fail the removal. */
  CommandReply whateverTheOutcome() {
    return new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        answered();
      }

      @Override
      public void failed(TableServiceException cause) {
        LOG.debug("entries of removed entities stay until the next sweep", cause);
        answered();
      }
    };
  }

  private void answered() {
    if (unanswered.decrementAndGet() > 0) {
      return;
    }
    whenAnswered.run();
    var cause = failures.peek();
    if (cause == null) {
      sink.success();
    } else {
      sink.error(cause.atOperation(TableServiceException.NO_OPERATION));
    }
  }
}
