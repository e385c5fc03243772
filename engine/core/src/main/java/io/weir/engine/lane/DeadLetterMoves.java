package io.weir.engine.lane;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.command.Decision;
import io.weir.engine.command.DecisionOperation;
import io.weir.engine.queue.DeleteDecision;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.PutDecision;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves messages that were taken too often from one queue to another. Each move is one joint
 * command: it deletes here and puts there, or does neither.
 *
 * <p>A message whose move fails stays where it is, hidden for a while, and a later take moves it.
 * Any thread.
 */
final class DeadLetterMoves {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterMoves.class);

  private final Store store;
  private final QueueWaits waits;
  private final MessageQueue from;
  private final MessageQueue to;

  DeadLetterMoves(Store store, QueueWaits waits, MessageQueue from, MessageQueue to) {
    this.store = store;
    this.waits = waits;
    this.from = from;
    this.to = to;
  }

  /** Moves messages. Calls back once, when all moves are answered. */
  void move(List<TakenMessage> messages, Runnable whenAnswered) {
    var unanswered = new AtomicInteger(messages.size());
    for (var message : messages) {
      move(message, () -> {
        if (unanswered.decrementAndGet() == 0) {
          whenAnswered.run();
        }
      });
    }
  }

  private void move(TakenMessage message, Runnable whenAnswered) {
    var copy = new NewMessage(message.message().text(), Duration.ZERO, null);
    var here = Lane.ofMessage(from, message.id());
    var there = here.in(to);
    store
        .commands()
        .sendJointly(
            List.of(
                operation(0, here, new DeleteDecision(here, HeldMessage.of(message))),
                operation(1, there, new PutDecision(there, copy))),
            new CommandReply() {
              @Override
              public void done(long timestampTicks) {
                waits.arrived(there, 1);
                whenAnswered.run();
              }

              @Override
              public void failed(TableServiceException failure) {
                LOG.debug(
                    "a message stays in its queue queue={} id={}",
                    from.id(),
                    message.id(),
                    failure);
                whenAnswered.run();
              }
            });
  }

  private static DecisionOperation operation(int position, Lane lane, Decision decision) {
    return new DecisionOperation(
        position, lane.queueId(), QueueKeys.counter(lane), QueueLimits.MAX_TEXT_BYTES, decision);
  }
}
