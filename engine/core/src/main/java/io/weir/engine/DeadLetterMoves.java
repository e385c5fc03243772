package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.queue.DeleteDecision;
import io.weir.engine.queue.PutDecision;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.DecisionCommand.Decision;
import io.weir.engine.shard.JointCommand;
import io.weir.engine.shard.JointPart;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves messages that were taken too often from one queue to another. Each move is one joint command: it deletes here and puts there, or does
 * neither.
 *
 * <p>A message whose move fails stays where it is, hidden for a while, and a later take moves it. Any thread.
 */
final class DeadLetterMoves {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterMoves.class);

  private final Store store;
  private final MessageQueue from;
  private final MessageQueue to;

  DeadLetterMoves(Store store, MessageQueue from, MessageQueue to) {
    this.store = store;
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
    var operations = new LinkedHashMap<Shard, List<JointPart.Operation>>();
    add(operations, 0, from.id(), new DeleteDecision(from.id(), HeldMessage.of(message)));
    add(operations, 1, to.id(), new PutDecision(to.id(), copy));
    new JointCommand(
            operations,
            store.sequencer(),
            store.log(),
            store.jointPublications(),
            new CommandReply() {
              @Override
              public void done(long timestampTicks) {
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
            })
        .send();
  }

  private void add(
      Map<Shard, List<JointPart.Operation>> operations,
      int position,
      int queueId,
      Decision decision) {
    var key = QueueKeys.counter(queueId);
    operations
        .computeIfAbsent(store.shardOf(key), absent -> new ArrayList<>())
        .add(new JointPart.Operation(position, queueId, key, decision));
  }
}
