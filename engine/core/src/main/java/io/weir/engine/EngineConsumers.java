package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.ConsumerRow;
import io.weir.engine.catalog.Consumers;
import io.weir.engine.feed.ConsumerMove;
import io.weir.engine.feed.ConsumerStates;
import io.weir.engine.feed.FeedProgress;
import io.weir.engine.shard.Command;
import io.weir.engine.shard.DecisionCommand;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The named consumers of one account in an embedded store. Each is a row of the catalog; see
 * {@link ConsumerRow}.
 *
 * <p>Runs on: the shard that owns the account's catalog partition, for {@link #advance} and
 * {@link #delete}. What tells a consumer's state signals on a thread {@code weir-feed-N}, which has
 * read the log.
 */
final class EngineConsumers implements FeedConsumers {

  private final Store store;
  private final Consumers consumers;
  private final AccountName account;
  private final boolean isService;

  private EngineConsumers(Store store, AccountName account, boolean isService) {
    this.store = store;
    this.consumers = store.catalog().consumers();
    this.account = account;
    this.isService = isService;
  }

  /** Returns the consumers of an account for its users. */
  static EngineConsumers ofUsers(Store store, AccountName account) {
    return new EngineConsumers(store, account, false);
  }

  /** Returns the consumers of an account for a part of the service, which may create its own. */
  static EngineConsumers ofService(Store store, AccountName account) {
    return new EngineConsumers(store, account, true);
  }

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    return Mono.defer(() -> {
          store.role().requireLeading();
          if (name.isOfService() && !isService) {
            throw new InvalidRequestException(
                ErrorCode.INVALID_RESOURCE_NAME, "consumer=" + name + " reason=nameOfService");
          }
          if (consumers.find(account, name) != null) {
            throw new ConflictException(ErrorCode.CONSUMER_ALREADY_EXISTS, "consumer=" + name);
          }
          var existing = requireTable(table);
          return place(existing, start).flatMap(token -> insert(created(name, existing, token)));
        })
        .flatMap(this::state);
  }

  private ConsumerRow created(ConsumerName name, Optional<TableName> table, FeedToken token) {
    return new ConsumerRow(
        account,
        name,
        store.identity().id(),
        table,
        token,
        kept(table, token).position(),
        1,
        new EdmDateTime(store.presentTicks()));
  }

  private Mono<ConsumerRow> insert(ConsumerRow row) {
    return Mono.<Void>create(sink -> {
          if (!consumers.reserve()) {
            throw new ConflictException(ErrorCode.TOO_MANY_CONSUMERS, "most=" + MOST);
          }
          var reply =
              Reply.ofRow(sink, ErrorCode.CONSUMER_ALREADY_EXISTS, () -> consumers.add(row));
          store
              .commands()
              .send(
                  Catalog.ID,
                  List.of(new Write.Insert(row.row())),
                  reply.whenFailed(consumers::release));
        })
        .thenReturn(row);
  }

  @Override
  public Mono<List<NamedConsumer>> list() {
    return Mono.create(sink -> {
      store.role().requireLeading();
      ConsumerStates.read(store, consumers.of(account), sink::success, sink::error);
    });
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return Mono.fromSupplier(() -> require(name)).flatMap(this::state);
  }

  private Mono<NamedConsumer> state(ConsumerRow row) {
    return Mono.create(sink -> ConsumerStates.read(
        store, List.of(row), states -> sink.success(states.get(0)), sink::error));
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    return Mono.defer(() -> move(ConsumerMove.advance(store, require(name), generation, to)))
        .map(ConsumerRow::token);
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    return Mono.defer(() -> place(requireTable(require(name).table()), start))
        .flatMap(token -> {
          var consumer = require(name);
          kept(consumer.table(), token);
          return move(ConsumerMove.reset(store, consumer, token));
        })
        .flatMap(this::state);
  }

  private Mono<ConsumerRow> move(ConsumerMove move) {
    return Mono.create(sink -> store
        .commands()
        .shardOf(move.key())
        .send(new DecisionCommand(
            Catalog.ID, true, false, Command.OVERHEAD_BYTES, move, Reply.of(sink, ticks -> {
              consumers.change(move.row());
              return move.row();
            }))));
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return Mono.create(sink -> store
        .commands()
        .send(
            Catalog.ID,
            List.of(new Write.Delete(ConsumerRow.key(account, name), IfMatch.ANY)),
            Reply.ofRow(
                sink, ErrorCode.CONSUMER_NOT_FOUND, () -> consumers.remove(account, name))));
  }

  /** Returns the first place of a feed. The feed begins with it. */
  private Mono<FeedToken> place(Optional<TableName> table, FeedStart start) {
    return new FeedPublisher(
            store, account, table.map(FeedScope::of).orElse(FeedScope.ACCOUNT), start)
        .next()
        .map(FeedItem::token);
  }

  /**
   * Returns the progress of a place that is kept. Fails with {@code ChangesLost} for one that is
   * not.
   */
  private FeedProgress kept(Optional<TableName> table, FeedToken token) {
    var progress = FeedProgress.of(store, account, table, token);
    if (progress.position() < store.feedUse().firstPosition()) {
      throw new ChangesLostException("position=" + progress.position());
    }
    return progress;
  }

  private Optional<TableName> requireTable(Optional<TableName> table) {
    return table.map(name -> {
      var found = store.catalog().find(account, name);
      if (found == null) {
        throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
      }
      return found.name();
    });
  }

  private ConsumerRow require(ConsumerName name) {
    store.role().requireLeading();
    var row = consumers.find(account, name);
    if (row == null) {
      throw new NotFoundException(ErrorCode.CONSUMER_NOT_FOUND, "consumer=" + name);
    }
    return row;
  }
}
