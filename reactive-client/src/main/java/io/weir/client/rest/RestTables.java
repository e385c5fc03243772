package io.weir.client.rest;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.FeedConsumers;
import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.OutboxCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.json.EntityReader;
import io.weir.api.json.IndexJson;
import io.weir.api.json.NamedTable;
import io.weir.api.json.SettingJson;
import io.weir.api.json.ValueList;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.wire.Dialect;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.QueryHints;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The REST dialect: operations as requests that the original service understands, each sent once.
 *
 * <p>Any thread. Fails with {@code NotImplemented}, before anything is sent, for what the dialect
 * lacks: see the package. Other failures are those of the sender.
 */
public final class RestTables implements TableService, Outbox {

  private final RequestSender exchange;
  private final String origin;
  private final Addresses addresses;

  /**
   * The tables of an account.
   *
   * @param origin scheme, host and port of the service
   * @param path of the account, with its slash; empty if the host name contains the account
   */
  public RestTables(RequestSender exchange, String origin, String path) {
    this.exchange = exchange;
    this.origin = origin;
    this.addresses = new Addresses(path);
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return one(about(table).createTable(), RestAnswer.DONE).then();
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return one(about(table).deleteTable(), RestAnswer.DONE)
        .onErrorMap(RestTables::isMissed, RestTables::absent)
        .then();
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return one(about(table).table(), RestAnswer.of(answer -> nameOf(answer, table)))
        .onErrorMap(RestTables::isMissed, RestTables::absent);
  }

  /**
   * Some services answer for an existing table with an empty list. The name is then the one that
   * was asked for.
   */
  private static TableName nameOf(RestAnswer answer, TableName asked) {
    try {
      return NamedTable.read(answer.body().array());
    } catch (InvalidRequestException notNamed) {
      return asked;
    }
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    requireAscending(query);
    var paging = new Paging<TableName>(
        (place, top) -> one(
            RestRequests.tables(addresses, place.filter(), top, place.token()),
            RestAnswer.segment(NamedTable::read)),
        last -> Continuation.after(new EntityKey(last.value(), ""), query.direction()));
    return paging.page(RestPosition.ofTables(query), query.top());
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return one(about(table).get(key, selection), RestAnswer.of(answer -> {
          var body = answer.body().array();
          return EntityReader.stored(body, 0, body.length, key);
        }))
        .map(entity -> entity.select(selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    var other = TagSpelling.of(write).map(respelled -> once(table, respelled));
    return once(table, write)
        .onErrorResume(
            PreconditionFailedException.class, failure -> other.orElse(Mono.error(failure)));
  }

  private Mono<WriteResult> once(TableName table, Write write) {
    return Mono.defer(() -> one(about(table).write(write), RestAnswer.result(write)))
        .onErrorMap(failure -> isUnknown(write, failure), failure -> lacking("change"));
  }

  /** Whether a service has refused the guard of a change, because it does not know changes. */
  private static boolean isUnknown(Write write, Throwable failure) {
    return write instanceof Write.Change change
        && (failure instanceof PreconditionFailedException refused
                && change.ifMatch() == IfMatch.ANY
                && !refused.facts().contains(Write.Change.CONDITION_FALSE)
            || failure instanceof NotFoundException missing && isOfEntity(missing, change)
            || failure instanceof InvalidRequestException invalid && isBare(invalid.facts()));
  }

  /** Whether a service misses the entity of a change that would have created it. */
  private static boolean isOfEntity(NotFoundException missing, Write.Change change) {
    return missing.code() == ErrorCode.RESOURCE_NOT_FOUND && change.defaults().isPresent();
  }

  /** Whether a refusal has no facts of the service: Weir names what is wrong. */
  private static boolean isBare(String facts) {
    return facts.isEmpty() || facts.startsWith("requestId=");
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    var other = TagSpelling.of(batch).map(respelled -> once(table, respelled));
    return once(table, batch)
        .onErrorResume(
            PreconditionFailedException.class, failure -> other.orElse(Mono.error(failure)));
  }

  private Mono<List<WriteResult>> once(TableName table, Batch batch) {
    var request =
        Mono.fromSupplier(() -> ChangeSet.of(origin, addresses.account(), about(table), batch));
    return request
        .flatMap(changes -> one(changes, RestAnswer.of(ChangeSetAnswer::read)))
        .map(answer -> answer.results(batch));
  }

  /** An extension: a service that does not know it refuses a second partition, and checks. */
  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.fromSupplier(() -> ChangeSet.of(origin, addresses, commit))
        .flatMap(changes -> one(changes, RestAnswer.of(ChangeSetAnswer::read)))
        .map(answer -> answer.results(commit));
  }

  /** An extension: another service refuses messages in a transaction. */
  @Override
  public Mono<OutboxCommit> commit(JointCommit writes, List<AddressedMessage> messages) {
    return Mono.fromSupplier(() -> ChangeSet.of(origin, addresses, writes, messages))
        .flatMap(changes -> one(changes, RestAnswer.of(ChangeSetAnswer::read)))
        .map(answer -> answer.results(writes, messages.size()));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.defer(() -> one(
        RestRequests.getAll(addresses, keys),
        RestAnswer.of(answer -> ValueList.readOptional(
            answer.body().array(),
            (source, offset, length) -> EntityReader.stored(source, offset, length, null)))));
  }

  @Override
  public <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
    return one(about(table).set(setting, value), RestAnswer.DONE).then();
  }

  @Override
  public Mono<Void> clear(TableName table, TableSetting<?> setting) {
    return one(about(table).clear(setting), RestAnswer.DONE).then();
  }

  @Override
  public <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
    return extension(
        setting.feature(), about(table).setting(setting), body -> SettingJson.read(setting, body));
  }

  /**
   * Asks for what an extension declares. Another service may take the request for a query, and
   * answer with entities: it lacks the extension.
   */
  private <T> Mono<T> extension(String name, OutboundRequest request, Function<byte[], T> reader) {
    return one(
            request,
            RestAnswer.of(answer -> reader.apply(answer.requireNoEntities().array())))
        .onErrorMap(RestAnswer::isUnreadable, unreadable -> lacking(name));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return Mono.error(lacking("deleteRange do=queryAndDelete"));
  }

  /** An extension: the original service refuses it. */
  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.defer(() -> one(about(table).createIndex(definition), RestAnswer.DONE))
        .then();
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return extension("indexes", about(table).indexes(), IndexJson::readList);
  }

  /** An extension: the original service refuses it. */
  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return one(about(table).dropIndex(index), RestAnswer.DONE).then();
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return entities(table, query).page(RestPosition.ofEntities(query), query.top());
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    var paging = entities(table, query);
    return Flux.defer(() -> new SegmentStream(paging, query).items());
  }

  private Paging<Entity> entities(TableName table, Query query) {
    requireAscending(query);
    return new Paging<>(
        (place, top) -> one(
            QueryHints.on(
                about(table).segment(place.filter(), query.selection(), top, place.token()), query),
            hinted(
                query,
                RestAnswer.segment((source, offset, length) ->
                    EntityReader.stored(source, offset, length, null).select(query.selection())))),
        last -> Continuation.after(last.key(), query.direction()));
  }

  /**
   * Reads an answer to a query. When the query forces an index, fails with {@code NotImplemented}
   * for an answer that names no plan: its service does not know the header, and has ignored it.
   */
  private static <T> ResponseReader<T> hinted(Query query, ResponseReader<T> reader) {
    return query.hint().forced() == null
        ? reader
        : (response, body) -> reader.read(response, body).doOnNext(answer -> {
          if (!response.responseHeaders().contains(Dialect.PLAN_HEADER)) {
            throw lacking("index");
          }
        });
  }

  /** A missing table is a missing resource here, but some services report it as a missing table. */
  private static boolean isMissed(Throwable failure) {
    return failure instanceof NotFoundException missed
        && missed.code() == ErrorCode.TABLE_NOT_FOUND;
  }

  private static NotFoundException absent(Throwable failure) {
    return new NotFoundException(
        ErrorCode.RESOURCE_NOT_FOUND, ((NotFoundException) failure).facts());
  }

  @Override
  public FeedConsumers consumers() {
    return new RestConsumers(exchange, addresses);
  }

  private <T> Mono<T> one(OutboundRequest request, ResponseReader<T> answer) {
    return exchange.send(request, answer).next();
  }

  private RestRequests about(TableName table) {
    return new RestRequests(addresses, table);
  }

  /** An unordered query accepts ascending order. */
  private static void requireAscending(Query query) {
    if (query.direction() == Direction.DESCENDING) {
      throw lacking("descendingOrder");
    }
    if (!query.order().isEmpty()) {
      throw lacking("orderBy");
    }
  }

  private static InvalidRequestException lacking(String what) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "dialect=rest lacks=" + what);
  }
}
