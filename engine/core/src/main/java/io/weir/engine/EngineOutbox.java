package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.OutboxCommit;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.SentMessage;
import io.weir.engine.queue.PutDecision;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.JointCommand;
import io.weir.engine.shard.JointPart;
import io.weir.engine.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Commits of writes and messages as joint commands: one record of the log. Signals on a loop of the store. */
final class EngineOutbox implements Outbox {

  private final Store store;
  private final EngineTables tables;
  private final AccountName account;

  EngineOutbox(Store store, EngineTables tables, AccountName account) {
    this.store = store;
    this.tables = tables;
    this.account = account;
  }

  /** The messages to one queue, and the places of their answers. */
  private static final class Mail {
    private final List<NewMessage> messages = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
  }

  @Override
  public Mono<OutboxCommit> commit(JointCommit writes, List<AddressedMessage> messages) {
    return Mono.create(sink -> {
      if (messages.size() > MAX_MESSAGES) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "messages=" + messages.size() + " limit=" + MAX_MESSAGES);
      }
      var operations = tables.operationsOf(writes);
      var reply = new Reply(sink, writes, messages.size());
      mail(writes, messages).forEach((queueId, mail) -> {
        var put = new PutDecision(queueId, mail.messages);
        var key = QueueKeys.counter(queueId);
        var position = writes.operations().size() + mail.places.get(0);
        operations
            .computeIfAbsent(store.shardOf(key), absent -> new ArrayList<>())
            .add(new JointPart.Operation(position, queueId, key, put));
        reply.puts.put(put, mail.places);
      });
      new JointCommand(operations, store.sequencer(), store.log(), store.jointPublications(), reply)
          .send();
    });
  }

  private Map<Integer, Mail> mail(JointCommit writes, List<AddressedMessage> messages) {
    var byQueue = new LinkedHashMap<Integer, Mail>();
    for (var i = 0; i < messages.size(); i++) {
      var queue = store.catalog().queues().find(account, messages.get(i).queue());
      if (queue == null) {
        throw new NotFoundException(
                ErrorCode.QUEUE_NOT_FOUND, "queue=" + messages.get(i).queue())
            .atOperation(writes.operations().size() + i);
      }
      var mail = byQueue.computeIfAbsent(queue.id(), absent -> new Mail());
      mail.messages.add(messages.get(i).message());
      mail.places.add(i);
    }
    return byQueue;
  }

  private static final class Reply implements CommandReply {

    private final MonoSink<OutboxCommit> sink;
    private final JointCommit writes;
    private final int messages;

    /** The puts, and the places of their messages. Complete before the command is sent. */
    private final Map<PutDecision, List<Integer>> puts = new LinkedHashMap<>();

    Reply(MonoSink<OutboxCommit> sink, JointCommit writes, int messages) {
      this.sink = sink;
      this.writes = writes;
      this.messages = messages;
    }

    @Override
    public void done(long timestampTicks) {
      var sent = new SentMessage[messages];
      puts.forEach((put, places) -> {
        for (var i = 0; i < places.size(); i++) {
          sent[places.get(i)] = put.sent().get(i);
        }
      });
      sink.success(new OutboxCommit(JointReply.results(writes, timestampTicks), List.of(sent)));
    }

    @Override
    public void failed(TableServiceException failure) {
      var ofQueue = failure.code() == ErrorCode.TABLE_NOT_FOUND
          && failure.failedOperation() >= writes.operations().size();
      sink.error(
          ofQueue
              ? new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, failure.facts())
                  .atOperation(failure.failedOperation())
              : failure);
    }
  }
}
