package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.OutboxCommit;
import io.weir.api.TableWrite;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.write.Write;
import io.weir.engine.command.DecisionOperation;
import io.weir.engine.command.EntityOperation;
import io.weir.engine.command.JointOperation;
import io.weir.engine.indexing.UniqueWrites;
import io.weir.engine.lane.LaneTurns;
import io.weir.engine.lane.QueueWaits;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.PutDecision;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * Commits of writes and messages as joint commands: one record of the log. Signals on a loop of the
 * store.
 */
final class EngineOutbox implements Outbox {

  private final Store store;
  private final QueueWaits waits;
  private final LaneTurns turns;
  private final EngineTables tables;
  private final UniqueWrites unique;
  private final AccountName account;

  EngineOutbox(
      Store store, QueueWaits waits, LaneTurns turns, EngineTables tables, AccountName account) {
    this.store = store;
    this.waits = waits;
    this.turns = turns;
    this.tables = tables;
    this.unique = new UniqueWrites(store);
    this.account = account;
  }

  /** The messages to one lane of a queue, and the places of their answers. */
  private static final class Mail {
    private final List<NewMessage> messages = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();

    int weightBytes() {
      return messages.stream()
          .mapToInt(each -> 2 * each.text().value().length())
          .sum();
    }
  }

  @Override
  public Mono<OutboxCommit> commit(JointCommit writes, List<AddressedMessage> messages) {
    return Mono.create(sink -> {
      if (messages.size() > MAX_MESSAGES) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "messages=" + messages.size() + " limit=" + MAX_MESSAGES);
      }
      requireAnswerable(writes);
      var operations = tables.operationsOf(writes);
      var decisions = new ArrayList<DecisionOperation>();
      var puts = new LinkedHashMap<PutDecision, List<Integer>>();
      mail(writes, messages).forEach((lane, mail) -> {
        var put = new PutDecision(lane, mail.messages);
        var position = writes.operations().size() + mail.places.get(0);
        decisions.add(new DecisionOperation(
            position, lane.queueId(), QueueKeys.counter(lane), mail.weightBytes(), put));
        puts.put(put, mail.places);
      });
      var reply = new Reply<>(
          sink,
          ticks -> sent(writes, puts, ticks),
          failure -> named(writes, failure),
          stale -> unique.commit(operations, decisions, stale));
      send(operations, decisions, reply);
    });
  }

  /**
   * The receipts of messages are not remembered, so a repeat could not be answered. An answer with
   * receipts carries no entities.
   */
  private static void requireAnswerable(JointCommit writes) {
    for (var i = 0; i < writes.operations().size(); i++) {
      if (writes.operations().get(i) instanceof TableWrite.Change operation
          && operation.write() instanceof Write.Change change) {
        requireNone(change.token().isPresent(), "token", i);
        requireNone(change.isAnsweredWithEntity(), "answer", i);
      }
    }
  }

  private static void requireNone(boolean isPresent, String what, int operation) {
    if (isPresent) {
      throw new InvalidRequestException(
              ErrorCode.INVALID_INPUT, "unexpected=" + what + " do=commitWithoutMessages")
          .atOperation(operation);
    }
  }

  private void send(
      List<EntityOperation> operations, List<DecisionOperation> decisions, CommandReply reply) {
    if (unique.concerns(operations)) {
      unique.commit(operations, decisions, reply);
    } else {
      var all = new ArrayList<JointOperation>(operations);
      all.addAll(decisions);
      store.commands().sendJointly(all, reply);
    }
  }

  private Map<Lane, Mail> mail(JointCommit writes, List<AddressedMessage> messages) {
    var byLane = new LinkedHashMap<Lane, Mail>();
    for (var i = 0; i < messages.size(); i++) {
      var queue = store.catalog().queues().find(account, messages.get(i).queue());
      if (queue == null) {
        store.role().requireLeading();
        throw new NotFoundException(
                ErrorCode.QUEUE_NOT_FOUND, "queue=" + messages.get(i).queue())
            .atOperation(writes.operations().size() + i);
      }
      var message = messages.get(i).message();
      var mail = byLane.computeIfAbsent(turns.forMessage(queue, message), absent -> new Mail());
      mail.messages.add(message);
      mail.places.add(i);
    }
    return byLane;
  }

  /** Returns what a commit has sent and written. Tells waiting takes of the messages. */
  private OutboxCommit sent(
      JointCommit writes, Map<PutDecision, List<Integer>> puts, long timestampTicks) {
    var messages = puts.values().stream().mapToInt(List::size).sum();
    var sent = new SentMessage[messages];
    puts.forEach((put, places) -> {
      waits.arrived(put.lane(), places.size());
      for (var i = 0; i < places.size(); i++) {
        sent[places.get(i)] = put.sent().get(i);
      }
    });
    return new OutboxCommit(EngineTables.resultsOf(writes, timestampTicks), List.of(sent));
  }

  /** Returns a failure; that of a queue names a queue. */
  private static TableServiceException named(JointCommit writes, TableServiceException failure) {
    var ofQueue = failure.code() == ErrorCode.TABLE_NOT_FOUND
        && failure.failedOperation() >= writes.operations().size();
    return ofQueue
        ? new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, failure.facts())
            .atOperation(failure.failedOperation())
        : failure;
  }
}
