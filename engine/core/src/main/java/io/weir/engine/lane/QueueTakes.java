package io.weir.engine.lane;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.TakeDecision;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes from the queues of one account, with and without a wait. Signals on the loop of a lane's
 * shard, or of its dead-letter queue's.
 */
public final class QueueTakes {

  private final Store store;
  private final QueueWaits waits;
  private final LaneTurns turns;
  private final AccountName account;

  /** Makes the takes of an account. */
  public QueueTakes(Store store, QueueWaits waits, LaneTurns turns, AccountName account) {
    this.store = store;
    this.waits = waits;
    this.turns = turns;
    this.account = account;
  }

  /** Takes messages of one lane of a queue; see {@link io.weir.api.queue.QueueService#take}. */
  public Mono<List<TakenMessage>> take(MessageQueue queue, Take take) {
    return take.longestWait().isZero() ? takeNow(queue, take) : takeLater(queue, take);
  }

  /** Looks at one lane after another, until one has messages. */
  private Mono<List<TakenMessage>> takeNow(MessageQueue queue, Take take) {
    if (queue.lanes() == 1) {
      return takeNow(queue, Lane.ofTurn(queue, 0), take);
    }
    return Flux.fromIterable(turns.forTake(queue))
        .concatMap(lane -> takeNow(queue, lane, take))
        .filter(taken -> !taken.isEmpty())
        .next()
        .defaultIfEmpty(List.of());
  }

  private Mono<List<TakenMessage>> takeNow(MessageQueue queue, Lane lane, Take take) {
    return Mono.create(
        sink -> look(queue, lane, take, decision -> new QueueReply<>(sink, decision::taken)));
  }

  /** Waits at all lanes. */
  private Mono<List<TakenMessage>> takeLater(MessageQueue queue, Take take) {
    return Mono.create(sink -> new LaneWaits(
            waits,
            take.longestWait(),
            (lane, reply) -> lookAgain(queue.name(), lane, take, reply),
            sink)
        .join(turns.forTake(queue)));
  }

  /** Looks with the present rule of the queue, which may have changed during the wait. */
  private void lookAgain(
      QueueName name, Lane lane, Take take, Function<TakeDecision, CommandReply> reply) {
    var queue = store.catalog().queues().find(account, name);
    if (queue == null || queue.id() != lane.queueId()) {
      reply
          .apply(new TakeDecision(lane, take))
          .failed(new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + name));
    } else {
      look(queue, lane, take, reply);
    }
  }

  /**
   * Sends a take that does not wait. It moves the messages that were taken too often before it is
   * answered.
   */
  private void look(
      MessageQueue queue, Lane lane, Take take, Function<TakeDecision, CommandReply> reply) {
    var rule = queue.deadLetters();
    var receiver = rule == null ? null : store.catalog().queues().find(account, rule.queue());
    var decision = rule == null || receiver == null
        ? new TakeDecision(lane, take)
        : new TakeDecision(lane, take, rule.maxDequeueCount());
    var whole = DeferredReply.repeating(
        reply.apply(decision), decision::isUnfinished, () -> look(queue, lane, take, reply));
    var afterMoves = receiver == null
        ? whole
        : new DeferredReply(whole, next -> move(queue, receiver, decision.givenUp(), next));
    store
        .commands()
        .shardOf(QueueKeys.counter(lane))
        .send(new DecisionCommand(
            queue.id(), true, false, Command.OVERHEAD_BYTES, decision, afterMoves));
  }

  private void move(
      MessageQueue from, MessageQueue to, List<TakenMessage> givenUp, Runnable whenAnswered) {
    if (givenUp.isEmpty()) {
      whenAnswered.run();
    } else {
      new DeadLetterMoves(store, waits, from, to).move(givenUp, whenAnswered);
    }
  }
}
