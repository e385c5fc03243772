package io.weir.pattern.partitioned;

import io.weir.api.Aggregates;
import io.weir.api.BulkByUnits;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.RoutedTables;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table service over several ones, by a {@link ShardMap}, without change feeds and named
 * consumers, which fail with {@code NotImplemented}.
 *
 * <p>A request that names a partition reaches its shard only, so it succeeds while other shards are
 * offline. A query that names none reaches all shards, and is answered in the order of keys.
 *
 * <p>Weaker than the contract:
 *
 * <ul>
 *   <li>A table or an index is created, dropped and emptied in one shard after another; such a
 *       request that failed can be repeated. Versions of entities in different shards come from
 *       different clocks.
 *   <li>A stream in the order of properties is merged, without progress and without a place to
 *       resume from. Entities of different shards with equal values come in any order.
 *   <li>The report of a stream that ends at the most entities it may return counts what was taken
 *       from each shard. It names the path and the ranges of those shards only that had ended
 *       before.
 *   <li>{@code NotImplemented}, and named in the failure: a joint commit or a joint read of several
 *       shards, a unique index over several shards, a page in the order of properties of several
 *       shards or a continuation of one.
 * </ul>
 *
 * <p>Any thread. The services belong to the caller, who closes them.
 */
public final class PartitionedTables extends RoutedTables {

  private static final int LINES_IN_FLIGHT = 16;

  private final Map<String, TableService> services;
  private final Mono<ShardMap> map;

  private PartitionedTables(Map<String, TableService> services, Mono<ShardMap> map) {
    this.services = services;
    this.map = map;
  }

  /** Returns the tables of some services, by their names in the map. */
  public static PartitionedTables over(Map<String, TableService> services, ShardMap map) {
    return over(services, Mono.just(map));
  }

  /**
   * Returns the tables of some services by a map that each request asks for, such as
   * {@link ShardMaps#cached}.
   */
  public static PartitionedTables over(Map<String, TableService> services, Mono<ShardMap> map) {
    return new PartitionedTables(Map.copyOf(services), map);
  }

  /**
   * Reads definitions in one shard, because all have the same, and sets them in all. An operation
   * that no method routes is refused.
   */
  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return switch (operation) {
      case GET_TABLE, QUERY_TABLES, GET_SETTING -> first().flatMap(call);
      case SET_SETTING, CLEAR_SETTING -> all().concatMap(call).takeLast(1).next();
      default -> Mono.error(() -> refused("operation=" + operation.text()));
    };
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(() -> refused("operation=" + operation.text()));
  }

  /**
   * Refused: a place in the feeds of several shards is no token of one feed. Follow the feed of
   * each shard.
   */
  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.error(() -> refused("operation=changes remedy=followEachShard"));
  }

  @Override
  public FeedConsumers consumers() {
    return FeedConsumers.NONE;
  }

  /**
   * Creates the table in all shards that lack it. Fails with {@code TableAlreadyExists} if the last
   * one has it.
   */
  @Override
  public Mono<Void> createTable(TableName table) {
    return inTurn(
        service -> service
            .createTable(table)
            .thenReturn(true)
            .onErrorResume(ConflictException.class, exists -> Mono.just(false)),
        () -> new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, ""));
  }

  /**
   * Drops the table in all shards that have it. Fails with {@code ResourceNotFound} if the last one
   * lacks it.
   */
  @Override
  public Mono<Void> deleteTable(TableName table) {
    return inTurn(
        service -> service
            .deleteTable(table)
            .thenReturn(true)
            .onErrorResume(NotFoundException.class, absent -> Mono.just(false)),
        () -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return of(key.partitionKey()).flatMap(service -> service.get(table, key, selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return of(write.key().partitionKey()).flatMap(service -> service.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return of(batch.partitionKey()).flatMap(service -> service.submit(table, batch));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return ofAll(commit.operations().stream().map(TableWrite::key))
        .flatMap(service -> service.commit(commit));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return ofAll(keys.stream().map(TableKey::key)).flatMap(service -> service.getAll(keys));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, LINES_IN_FLIGHT);
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return of(keys).concatMap(service -> service.deleteRange(table, keys)).then();
  }

  /**
   * Creates the index in all shards. A unique index is refused if there are several, because each
   * of them would only know its own entities.
   */
  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return map.flatMap(shards -> definition.unique() && shards.shards().size() > 1
        ? Mono.error(refused("index=unique shards=" + shards.shards().size()))
        : Flux.fromIterable(shards.shards())
            .map(this::service)
            .concatMap(service -> service.createIndex(table, definition))
            .then());
  }

  /** Returns the indexes of all shards: each is readable if it is so everywhere. */
  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return all()
        .concatMap(service -> service.indexes(table))
        .collectList()
        .map(ShardIndexes::merged);
  }

  /**
   * Drops the index in all shards that have it. Fails with {@code ResourceNotFound} if none has it.
   */
  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return inSome(
        service -> service
            .dropIndex(table, index)
            .thenReturn(true)
            .onErrorResume(PartitionedTables::isAbsent, absent -> Mono.just(false)),
        () -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
  }

  private static boolean isAbsent(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }

  /**
   * Adds up the counts of the shards, unless the number of entities is limited. Computes other
   * aggregates from the stream of the shards: an average of averages would be none.
   */
  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return query.top() != Query.NO_TOP || !aggregation.isCount()
        ? aggregateByStream(table, query, aggregation)
        : of(query.filter())
            .concatMap(service -> service.count(table, KeyOrdered.of(query)))
            .collectList()
            .map(reports -> Aggregates.ofCount(
                aggregation,
                ShardReports.sum(
                    reports, reports.stream().mapToLong(QueryReport::returned).sum())));
  }

  /**
   * A page in the order of properties is answered if one shard has the partition; see the class.
   */
  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return of(query.filter())
        .collectList()
        .flatMap(shards -> query.order().isEmpty()
            ? mergedPage(table, query, shards)
            : ofOne(shards, "page").flatMap(service -> service.page(table, query)));
  }

  private static Mono<Page<Entity>> mergedPage(
      TableName table, Query query, List<TableService> shards) {
    return Flux.fromIterable(shards)
        .flatMapSequential(service -> service
            .page(table, KeyOrdered.of(query))
            .map(page -> new Answer(page, null))
            .onErrorResume(failure -> Mono.just(new Answer(null, failure))))
        .collectList()
        .flatMap(answers -> merged(query, answers));
  }

  /**
   * The page or the failure of a shard. Several may fail at once; the first in the order of shards
   * counts.
   */
  private record Answer(
      @Nullable Page<Entity> page, @Nullable Throwable failure) {}

  private static Mono<Page<Entity>> merged(Query query, List<Answer> answers) {
    var pages = new ArrayList<Page<Entity>>();
    for (var answer : answers) {
      if (answer.failure() != null) {
        return Mono.error(answer.failure());
      }
      if (answer.page() != null) {
        pages.add(answer.page());
      }
    }
    return Mono.just(MergedPage.of(query, pages));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return of(query.filter()).collectList().flatMapMany(shards -> {
      if (query.order().isEmpty()) {
        return MergedStreams.of(
            query,
            shards.stream()
                .map(service -> service.stream(table, KeyOrdered.of(query)))
                .toList());
      }
      return shards.size() > 1 && query.from() == null
          ? OrderedStreams.of(table, query, shards)
          : ofOne(shards, "continuation").flatMapMany(service -> service.stream(table, query));
    });
  }

  /**
   * Returns the only shard. Fails with {@code NotImplemented} for what a merge in the order of
   * properties does not have.
   */
  private static Mono<TableService> ofOne(List<TableService> shards, String what) {
    return shards.size() == 1
        ? Mono.just(shards.get(0))
        : Mono.error(() -> refused("orderBy=overShards " + what + "=unsupported shards="
            + shards.size() + " remedy=stream"));
  }

  private static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, facts);
  }

  /** Returns the service of a partition. */
  private Mono<TableService> of(String partitionKey) {
    return map.map(shards -> service(shards.shardOf(partitionKey)));
  }

  /** Returns the services that may have entities which match. */
  private Flux<TableService> of(Filter filter) {
    return PinnedPartition.of(filter).map(key -> of(key).flux()).orElseGet(this::all);
  }

  /**
   * Returns the service of all keys. Fails with {@code NotImplemented} if they belong to several.
   */
  private Mono<TableService> ofAll(Stream<EntityKey> keys) {
    var partitions = keys.map(EntityKey::partitionKey).distinct().toList();
    return map.map(shards -> {
      var names = partitions.stream().map(shards::shardOf).distinct().toList();
      if (names.size() != 1) {
        throw refused("operation=joint shards=" + names.size());
      }
      return service(names.get(0));
    });
  }

  private Flux<TableService> all() {
    return map.flatMapIterable(ShardMap::shards).map(this::service);
  }

  /** Returns the service that answers for all of them. */
  private Mono<TableService> first() {
    return map.map(shards -> service(shards.shards().get(0)));
  }

  private TableService service(String shard) {
    return Optional.ofNullable(services.get(shard))
        .orElseThrow(() -> new ServiceFailedException(
            ErrorCode.INTERNAL_ERROR, "outcome=notSent shardWithoutService=" + shard, null));
  }

  /**
   * Makes a change in one shard after another. The last one decides, so one of several callers at
   * once succeeds, and a repetition does after a failure between.
   */
  private Mono<Void> inTurn(
      Function<TableService, Mono<Boolean>> change, Supplier<Throwable> none) {
    return done(all().concatMap(change).takeLast(1).next(), none);
  }

  /** Makes a change in one shard after another, and fails if it has changed none of them. */
  private Mono<Void> inSome(
      Function<TableService, Mono<Boolean>> change, Supplier<Throwable> none) {
    return done(all().concatMap(change).reduce(false, Boolean::logicalOr), none);
  }

  private static Mono<Void> done(Mono<Boolean> changed, Supplier<Throwable> none) {
    return changed.flatMap(done -> done ? Mono.<Void>empty() : Mono.error(none));
  }
}
