package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.TakeDecision;
import io.weir.engine.queue.WaitingTake;
import io.weir.engine.queue.WaitingTakes;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Takes from the queues of one account, with and without a wait. Signals on the loop of the queue's shard, or of its dead-letter queue's. */
final class QueueTakes {

  private final Store store;
  private final QueueWaits waits;
  private final AccountName account;

  QueueTakes(Store store, QueueWaits waits, AccountName account) {
    this.store = store;
    this.waits = waits;
    this.account = account;
  }

  Mono<List<TakenMessage>> take(MessageQueue queue, Take take) {
    return take.longestWait().isZero()
        ? Mono.create(
            sink -> look(queue, take, decision -> new QueueReply<>(sink, decision::taken)))
        : Mono.create(sink -> join(queue, take, sink));
  }

  private void join(MessageQueue queue, Take take, MonoSink<List<TakenMessage>> sink) {
    var takes = waits.of(queue.id());
    var caller = new Caller(queue.name(), take, takes, sink);
    var waiting = new WaitingTake(queue.id(), take.longestWait(), caller);
    if (!takes.join(waiting)) {
      throw new ServiceBusyException("reason=waitingTakes limit=" + WaitingTakes.MOST);
    }
    sink.onDispose(() -> takes.leave(waiting));
  }

  /** The caller of a take that waits. */
  private final class Caller implements WaitingTake.Owner {

    private final QueueName name;
    private final Take take;
    private final WaitingTakes takes;
    private final MonoSink<List<TakenMessage>> sink;

    Caller(QueueName name, Take take, WaitingTakes takes, MonoSink<List<TakenMessage>> sink) {
      this.name = name;
      this.take = take;
      this.takes = takes;
      this.sink = sink;
    }

    /** Looks with the present rule of the queue, which may have changed during the wait. */
    @Override
    public void look(WaitingTake waiting) {
      var queue = store.catalog().queues().find(account, name);
      if (queue == null || queue.id() != waiting.queueId()) {
        takes.failed(waiting);
        sink.error(new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + name));
      } else {
        QueueTakes.this.look(queue, take, decision -> reply(waiting, decision));
      }
    }

    private CommandReply reply(WaitingTake waiting, TakeDecision decision) {
      var answer = new QueueReply<>(sink, decision::taken);
      return new CommandReply() {
        @Override
        public void done(long timestampTicks) {
          var hasTaken = !decision.taken().isEmpty();
          takes.looked(waiting, hasTaken, decision.untilNextVisible());
          if (hasTaken) {
            answer.done(timestampTicks);
          }
        }

        @Override
        public void failed(TableServiceException failure) {
          takes.failed(waiting);
          answer.failed(failure);
        }
      };
    }

    @Override
    public void giveUp() {
      sink.success(List.of());
    }
  }

  /** Sends a take that does not wait. It moves the messages that were taken too often before it is answered. */
  private void look(MessageQueue queue, Take take, Function<TakeDecision, CommandReply> reply) {
    var rule = queue.deadLetters();
    var receiver = rule == null ? null : store.catalog().queues().find(account, rule.queue());
    var decision = rule == null || receiver == null
        ? new TakeDecision(queue.id(), take)
        : new TakeDecision(queue.id(), take, rule.maxDequeueCount());
    var whole = new UnfinishedReply(
        reply.apply(decision), decision::isUnfinished, () -> look(queue, take, reply));
    var afterMoves = receiver == null
        ? whole
        : new MovingReply(whole, next -> move(queue, receiver, decision.givenUp(), next));
    store
        .shardOf(QueueKeys.counter(queue.id()))
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
