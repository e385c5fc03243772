package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.HiddenMessage;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.Message;
import io.weir.api.queue.MessageUpdate;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueLimits;
import io.weir.api.queue.QueueListing;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueuePage;
import io.weir.api.queue.QueueProperties;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.RenewedMessage;
import io.weir.api.queue.SentMessage;
import io.weir.api.queue.Take;
import io.weir.api.queue.TakenMessage;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.catalog.Queues;
import io.weir.engine.command.Decision;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.lane.DeferredReply;
import io.weir.engine.lane.LaneTurns;
import io.weir.engine.lane.QueueReply;
import io.weir.engine.lane.QueueTakes;
import io.weir.engine.lane.QueueWaits;
import io.weir.engine.queue.CountDecision;
import io.weir.engine.queue.DeleteDecision;
import io.weir.engine.queue.Lane;
import io.weir.engine.queue.PeekDecision;
import io.weir.engine.queue.PeekHiddenDecision;
import io.weir.engine.queue.PutDecision;
import io.weir.engine.queue.QueueKeys;
import io.weir.engine.queue.UpdateDecision;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.shard.RangeRemovalCommand;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.Store;
import io.weir.engine.tree.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * The queues of one account in an embedded store.
 *
 * <p>Runs on: the thread that subscribes, for listings. All else signals on the loop of the shard
 * that carried it out. Reads of messages are commands, too, so they see everything that was
 * acknowledged before.
 */
final class EngineQueues implements QueueService {

  private final Store store;
  private final QueueWaits waits;
  private final LaneTurns turns;
  private final QueueTakes takes;
  private final Queues queues;
  private final AccountName account;
  private final EngineSettings settings;

  EngineQueues(Store store, QueueWaits waits, LaneTurns turns, AccountName account) {
    this.store = store;
    this.waits = waits;
    this.turns = turns;
    this.takes = new QueueTakes(store, waits, turns, account);
    this.queues = store.catalog().queues();
    this.account = account;
    this.settings = EngineSettings.newest(store, account);
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata) {
    return create(name, metadata, 1, queue -> queue.metadata().equals(metadata));
  }

  @Override
  public Mono<Boolean> create(QueueName name, QueueMetadata metadata, int lanes) {
    return Mono.defer(() -> create(
        name,
        metadata,
        QueueLimits.requireLanes(lanes),
        queue -> queue.metadata().equals(metadata) && queue.lanes() == lanes));
  }

  /** Creates a queue if there is none. Signals false if there is one that is wanted. */
  private Mono<Boolean> create(
      QueueName name, QueueMetadata metadata, int lanes, Predicate<MessageQueue> isWanted) {
    return Mono.defer(() -> {
      store.role().requireLeading();
      if (queues.find(account, name) != null) {
        return existing(name, isWanted);
      }
      return insert(name, metadata, lanes)
          .thenReturn(true)
          .onErrorResume(ConflictException.class, others -> existing(name, isWanted));
    });
  }

  private Mono<Void> insert(QueueName name, QueueMetadata metadata, int lanes) {
    return Mono.create(sink -> {
      var queue = new MessageQueue(
          account, name, store.catalog().nextId(), MessageQueue.settingsOf(lanes), metadata);
      store
          .commands()
          .send(
              Catalog.ID,
              List.of(new Write.Insert(queue.row())),
              Reply.ofRow(sink, ErrorCode.QUEUE_ALREADY_EXISTS, () -> queues.add(queue)));
    });
  }

  private Mono<Boolean> existing(QueueName name, Predicate<MessageQueue> isWanted) {
    var queue = queues.find(account, name);
    return queue != null && isWanted.test(queue)
        ? Mono.just(false)
        : Mono.error(new ConflictException(ErrorCode.QUEUE_ALREADY_EXISTS, "queue=" + name));
  }

  @Override
  public Mono<Void> delete(QueueName name) {
    return Mono.create(sink -> {
      var removal = new Write.Delete(require(name).row().key(), IfMatch.ANY);
      store
          .commands()
          .send(
              Catalog.ID,
              List.of(removal),
              Reply.ofRow(sink, ErrorCode.QUEUE_NOT_FOUND, () -> deleted(name)));
    });
  }

  /**
   * Removes a deleted queue from the catalog. Effects run in the order of the row changes, so the
   * name still finds the deleted queue.
   */
  private void deleted(QueueName name) {
    var queue = queues.find(account, name);
    if (queue != null) {
      queues.remove(queue);
      store.commands().reclaimTable(queue.id());
      Lane.of(queue).forEach(lane -> waits.arrived(lane, Integer.MAX_VALUE));
    }
  }

  @Override
  public Mono<QueuePage> list(QueueListing listing) {
    return Mono.fromSupplier(() -> {
      store.role().requireLeading();
      var from =
          listing.marker().compareTo(listing.prefix()) > 0 ? listing.marker() : listing.prefix();
      var page = new ArrayList<ListedQueue>();
      for (var queue : queues.of(account).tailMap(from, true).values()) {
        if (!queue.name().value().startsWith(listing.prefix())) {
          break;
        }
        if (page.size() == listing.maxResults()) {
          return new QueuePage(page, queue.name().value());
        }
        page.add(new ListedQueue(queue.name(), queue.metadata()));
      }
      return new QueuePage(page, "");
    });
  }

  @Override
  public Mono<QueueProperties> properties(QueueName name) {
    return Mono.defer(() -> {
      var queue = require(name);
      return Flux.fromIterable(Lane.of(queue))
          .concatMap(this::count)
          .reduce(0L, Long::sum)
          .map(messages -> new QueueProperties(queue.metadata(), queue.lanes(), messages));
    });
  }

  private Mono<Long> count(Lane lane) {
    return Mono.create(sink -> {
      var count = new CountDecision(lane);
      send(
          lane,
          new DecisionCommand(
              lane.queueId(),
              false,
              true,
              Command.OVERHEAD_BYTES,
              count,
              new QueueReply<>(sink, count::messages)));
    });
  }

  @Override
  public Mono<Void> setMetadata(QueueName name, QueueMetadata metadata) {
    return Mono.create(sink -> store
        .commands()
        .send(
            Catalog.ID,
            List.of(MessageQueue.change(account, name, metadata)),
            Reply.ofRow(
                sink, ErrorCode.QUEUE_NOT_FOUND, () -> queues.change(account, name, metadata))));
  }

  @Override
  public Mono<Void> setDeadLetters(QueueName name, DeadLetters rule) {
    return Mono.defer(() -> {
      require(rule.queue());
      if (name.equals(rule.queue())) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "deadLetters=sameQueue");
      }
      return settings.changeQueue(name, MessageQueue.settingsOf(rule));
    });
  }

  @Override
  public Mono<Void> removeDeadLetters(QueueName name) {
    return settings.changeQueue(name, MessageQueue.settingsOf(null));
  }

  @Override
  public Mono<DeadLetters> deadLetters(QueueName name) {
    return Mono.fromSupplier(() -> {
      store.role().requireLeading();
      return require(name).deadLetters();
    });
  }

  @Override
  public Mono<SentMessage> put(QueueName name, NewMessage message) {
    return Mono.create(sink -> {
      var lane = turns.forMessage(require(name), message);
      var put = new PutDecision(lane, message);
      var weight = Command.OVERHEAD_BYTES + 2 * message.text().value().length();
      send(
          lane,
          command(
              lane,
              true,
              weight,
              put,
              arrival(lane, new QueueReply<>(sink, () -> put.sent().get(0)))));
    });
  }

  @Override
  public Mono<List<TakenMessage>> take(QueueName name, Take take) {
    return Mono.defer(() -> takes.take(require(name), take));
  }

  @Override
  public Mono<List<Message>> peek(QueueName name, Peek peek) {
    return laneAfterLane(name, peek, (lane, sink) -> peek(lane, peek, sink));
  }

  /** Looks at one lane after another until enough messages are seen. */
  private <T> Mono<List<T>> laneAfterLane(
      QueueName name, Peek peek, BiConsumer<Lane, MonoSink<List<T>>> look) {
    return Mono.defer(() -> Flux.fromIterable(Lane.of(require(name)))
        .concatMap(lane -> Mono.<List<T>>create(sink -> look.accept(lane, sink)))
        .concatMapIterable(seen -> seen)
        .take(peek.messages())
        .collectList());
  }

  private void peek(Lane lane, Peek peek, MonoSink<List<Message>> sink) {
    var decision = new PeekDecision(lane, peek);
    var reply = new QueueReply<>(sink, decision::seen);
    var whole =
        DeferredReply.repeating(reply, decision::isUnfinished, () -> peek(lane, peek, sink));
    send(lane, command(lane, false, Command.OVERHEAD_BYTES, decision, whole));
  }

  @Override
  public Mono<List<HiddenMessage>> peekHidden(QueueName name, Peek peek) {
    return laneAfterLane(name, peek, (lane, sink) -> peekHidden(lane, peek, sink));
  }

  private void peekHidden(Lane lane, Peek peek, MonoSink<List<HiddenMessage>> sink) {
    var decision = new PeekHiddenDecision(lane, peek);
    var reply = new QueueReply<>(sink, decision::seen);
    send(lane, command(lane, false, Command.OVERHEAD_BYTES, decision, reply));
  }

  @Override
  public Mono<RenewedMessage> update(QueueName name, HeldMessage held, MessageUpdate update) {
    return Mono.create(sink -> {
      var lane = Lane.ofMessage(require(name), held.id());
      var decision = new UpdateDecision(lane, held, update);
      var text = update.text();
      var weight = Command.OVERHEAD_BYTES + (text == null ? 0 : 2 * text.value().length());
      send(
          lane,
          command(
              lane,
              true,
              weight,
              decision,
              arrival(lane, new QueueReply<>(sink, decision::renewed))));
    });
  }

  @Override
  public Mono<Void> deleteMessage(QueueName name, HeldMessage held) {
    return Mono.create(sink -> {
      var lane = Lane.ofMessage(require(name), held.id());
      var decision = new DeleteDecision(lane, held);
      send(
          lane, command(lane, false, Command.OVERHEAD_BYTES, decision, QueueReply.ofNothing(sink)));
    });
  }

  @Override
  public Mono<Void> clear(QueueName name) {
    return Mono.defer(() -> {
      var queue = require(name);
      return Flux.fromStream(Lane.of(queue).stream().map(this::shardOf).distinct())
          .concatMap(shard -> clear(queue.id(), shard))
          .then();
    });
  }

  /** Removes the messages of all lanes that lie in one shard. */
  private static Mono<Void> clear(int queueId, Shard shard) {
    return Mono.create(sink -> {
      var all = new ByteRange(TreeKeys.startOfTable(queueId), TreeKeys.endOfTable(queueId));
      shard.send(new RangeRemovalCommand(queueId, List.of(all), QueueReply.ofNothing(sink)));
    });
  }

  /** Reports a message to the takes that wait for one. */
  private CommandReply arrival(Lane lane, CommandReply reply) {
    return new DeferredReply(reply, then -> {
      waits.arrived(lane, 1);
      then.run();
    });
  }

  private static DecisionCommand command(
      Lane lane, boolean stores, int weight, Decision decision, CommandReply reply) {
    return new DecisionCommand(lane.queueId(), stores, false, weight, decision, reply);
  }

  private void send(Lane lane, DecisionCommand command) {
    shardOf(lane).send(command);
  }

  private Shard shardOf(Lane lane) {
    return store.commands().shardOf(QueueKeys.counter(lane));
  }

  private MessageQueue require(QueueName name) {
    var queue = queues.find(account, name);
    if (queue == null) {
      store.role().requireLeading();
      throw new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + name);
    }
    return queue;
  }
}
