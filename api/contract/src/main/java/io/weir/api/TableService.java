package io.weir.api;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.expiry.Expiry;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account.
 *
 * <p>Nothing happens before subscription. Each subscription is a separate request. Every failure is a {@link
 * io.weir.api.error.TableServiceException}. A write is acknowledged by its value or by completion. From then on it is as durable as
 * the service's setting promises, and every read that begins afterwards sees it.
 *
 * <p>Cancelling a read stops it. Cancelling a write only stops waiting for its outcome: the write may still be carried out.
 *
 * <p>No method blocks. Each implementation states on which threads its signals run.
 */
public interface TableService {

  /** Most keys of one {@link #getAll}. */
  int MAX_KEYS = 1_000;

  /** Creates a table. Fails with {@code TableAlreadyExists}. */
  Mono<Void> createTable(TableName table);

  /** Drops a table with all its entities. The name can be used again at once. Fails with {@code ResourceNotFound}. */
  Mono<Void> deleteTable(TableName table);

  /** Returns the table's name as it was created. Empty when there is no such table. */
  Mono<TableName> table(TableName table);

  /**
   * Returns a page of table names, ordered by their lower-case forms.
   *
   * <p>The query's filter may compare the property {@code TableName} with strings and test it by functions, ignoring case. The
   * query's selection is ignored. A page holds at most {@link Page#MAX_ITEMS} names.
   */
  Mono<Page<TableName>> tables(Query query);

  /** Returns all table names. Each page is requested when the subscriber needs it. */
  default Flux<TableName> tables() {
    return tables(Query.ALL)
        .expand(page -> page.next() == null ? Mono.empty() : tables(Query.ALL.from(page.next())))
        .concatMapIterable(Page::items);
  }

  /** Reads an entity with the selected properties. Empty when the entity is absent. Fails with {@code TableNotFound}. */
  Mono<Entity> get(TableName table, EntityKey key, Selection selection);

  /** Reads an entity with all its properties. Empty when the entity is absent. Fails with {@code TableNotFound}. */
  default Mono<Entity> get(TableName table, EntityKey key) {
    return get(table, key, Selection.ALL);
  }

  /** Carries out one write. Fails as {@link Write} specifies, and with {@code TableNotFound} or {@code ServerBusy}. */
  Mono<WriteResult> write(TableName table, Write write);

  /**
   * Carries out all writes of a batch, or none of them. Returns a result for each write, in their order. All results carry one
   * Timestamp.
   *
   * <p>Fails as the first failing write does and names that write: {@link
   * io.weir.api.error.TableServiceException#failedOperation()}.
   */
  Mono<List<WriteResult>> submit(TableName table, Batch batch);

  /**
   * Carries out all operations of a joint commit, or none of them. Returns a result for each operation, in their order. All results of
   * entities that are stored carry one Timestamp; a check and a removal have {@link WriteResult#REMOVED}.
   *
   * <p>A joint commit is isolated: it takes effect at one moment between all other writes. A page or a stream may meet a part of it and
   * not the rest, because each of its partitions is read at a moment of its own; {@link #getAll} never does.
   *
   * <p>Fails as the first failing operation does and names that operation: {@link
   * io.weir.api.error.TableServiceException#failedOperation()}. Fails with {@code NotImplemented} when the service has no joint commits.
   */
  default Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.error(() -> lacking("jointCommits"));
  }

  /**
   * Reads some entities as of one moment, in any partitions and tables. Returns an entity or an empty optional for each key, in their
   * order. Sees each joint commit whole or not at all.
   *
   * <p>Fails with {@code InvalidInput} for no key, for more than {@link #MAX_KEYS} keys, and when the entities together exceed {@link
   * JointCommit#MAX_BYTES}. Fails with {@code TableNotFound}. Fails with {@code NotImplemented} when the service
   * has no joint reads.
   */
  default Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.error(() -> lacking("jointReads"));
  }

  /**
   * Carries out a stream of writes of any length and returns a result for each line, in their order. Results are emitted while
   * further lines arrive. The last result before completion is {@link BulkResult.End}.
   *
   * <p>A failing line has a {@link BulkResult.Refused} as its result; the lines after it are carried out. Where {@link #write}
   * fails with {@code ServerBusy} because a queue is full, a line waits instead, unless an implementation states otherwise. Lines
   * of different keys may take effect in any order. Lines of one key take effect in the order in which they arrive.
   *
   * <p>Demand: the number and the bytes of lines that were taken and not answered are bounded. When the subscriber requests no
   * results, the service therefore soon requests no further lines. The service may have to take several lines before it can answer
   * the first of them: a group is carried out when the line after it, or the end, has arrived.
   *
   * <p>Failures: when {@code lines} fails, the result fails with the same failure, after the results of all earlier lines. An
   * incomplete group is refused then. When there is no such table, the result fails with {@code TableNotFound}, perhaps midway.
   * Neither failure cancels a write that has begun.
   *
   * <p>Cancelling requests no further lines. Lines that were taken and not answered may or may not be carried out; a group is
   * carried out as a whole or not at all.
   *
   * <p>This default implementation defines the contract in terms of {@link #write} and {@link #submit}: it carries out one line
   * after another.
   */
  default Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, 1);
  }

  /**
   * Removes all entities in some ranges of keys. The time does not depend on the number of entities. Their space is released soon
   * afterwards.
   *
   * <p>The filter may compare PartitionKey and RowKey only, and test them by {@code startswith}. It may do so with RowKey only where
   * it fixes PartitionKey by {@code eq}. Such a filter selects whole partitions, ranges of partitions, or ranges of rows in named partitions. Any other filter fails
   * with {@code InvalidInput}, because its entities would have to be searched for. {@link Filter#ALL} empties the table.
   *
   * <p>In each partition the removal is one write: it removes all entities of the ranges that were written before it, or none.
   * Partitions may be done one after another. After {@code ServerBusy} or a failure of the service, some partitions may be done and
   * others not; the removal can then be repeated. Fails with {@code TableNotFound} when there is no such table.
   */
  Mono<Void> deleteRange(TableName table, Filter keys);

  /**
   * Declares an index. From completion on every write keeps it up to date. The service then adds the entities that were there before, and
   * queries use the index when it is {@link io.weir.api.index.IndexState#READABLE}; see {@link #indexes}. Declaring an index again that
   * exists with the same definition has no effect.
   *
   * <p>From completion on a unique index makes every write fail with {@code UniqueIndexViolation} that would give an entity the values of
   * another one which was written after the declaration, or which the service has added already. When it is readable, no two entities have
   * equal values. When the service finds two older entities with equal values, or an older one and a newer one, the index becomes {@link
   * io.weir.api.index.IndexState#FAILED} and refuses nothing any more.
   *
   * <p>Fails with {@code TableNotFound}, with {@code ResourceAlreadyExists} when another index has the name, and with {@code InvalidInput}
   * when the table has {@link IndexDefinition#MAX_PER_TABLE} indexes. Fails with {@code NotImplemented} when the service has no indexes.
   */
  default Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.error(() -> lacking("indexes"));
  }

  /** Returns the indexes of a table, sorted by name. Fails with {@code TableNotFound}, and as {@link #createIndex} does. */
  default Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.error(() -> lacking("indexes"));
  }

  /**
   * Drops an index. The name can be used again at once, and the space is released soon afterwards. Fails with {@code TableNotFound}, with
   * {@code ResourceNotFound} when there is no such index, and as {@link #createIndex} does.
   */
  default Mono<Void> dropIndex(TableName table, IndexName index) {
    return Mono.error(() -> lacking("indexes"));
  }

  /**
   * Sets the rule by which the table's entities expire, in place of an earlier rule. Entities that were there before expire by it too.
   *
   * <p>An expired entity is invisible at once: reads, queries and counts do not find it, an insert succeeds over it, an update and a removal
   * fail with {@code ResourceNotFound}, a merging upsert starts from nothing, and the check that an entity is absent holds. The service
   * removes expired entities in the background. See {@link io.weir.api.expiry} for the clock.
   *
   * <p>Fails with {@code TableNotFound}, and with {@code NotImplemented} when the service has no expiry.
   */
  default Mono<Void> setExpiry(TableName table, Expiry expiry) {
    return Mono.error(() -> lacking("expiry"));
  }

  /**
   * Removes the table's rule of expiry, if it has one. Expired entities that are not removed yet are visible again. Fails as {@link
   * #setExpiry} does.
   */
  default Mono<Void> removeExpiry(TableName table) {
    return Mono.error(() -> lacking("expiry"));
  }

  /** Returns the table's rule of expiry. Empty when it has none. Fails as {@link #setExpiry} does. */
  default Mono<Expiry> expiry(TableName table) {
    return Mono.error(() -> lacking("expiry"));
  }

  /**
   * Sets what the table keeps for its change feed, in place of earlier settings. Writes that begin after completion are reported by the new
   * settings. {@link FeedSettings#DEFAULT} removes the earlier ones.
   *
   * <p>Fails with {@code TableNotFound}, and with {@code NotImplemented} when the service has no change feed.
   */
  default Mono<Void> setFeedSettings(TableName table, FeedSettings settings) {
    return Mono.error(() -> lacking("changeFeed"));
  }

  /** Returns what the table keeps for its change feed: {@link FeedSettings#DEFAULT} if it was not set. Fails as {@link #setFeedSettings} does. */
  default Mono<FeedSettings> feedSettings(TableName table) {
    return Mono.error(() -> lacking("changeFeed"));
  }

  /**
   * Returns the changes of a table or of the account, in order, and never completes, except after the drop of its table. See {@link
   * FeedItem} for order and delivery.
   *
   * <p>Demand: the service reads no further than requested, apart from a window of one record of its log or 256 KiB. A slow subscriber delays
   * no writer, and may fall behind what the service keeps.
   *
   * <p>Fails with {@code TableNotFound}, with {@code InvalidInput} for a token of another service, table or account, with {@code ChangesLost}
   * when changes after the start, or after the subscriber's place, are no longer kept, and with {@code ServerBusy} when the service closes.
   * Fails with {@code NotImplemented} when the service has no change feed.
   */
  default Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.error(() -> lacking("changeFeed"));
  }

  /** Returns the named consumers of the account's change feed. */
  default FeedConsumers consumers() {
    return FeedConsumers.NONE;
  }

  /**
   * Returns the changes after the position of a named consumer, as {@link #changes(FeedScope, FeedStart)} does. The position moves only by {@link
   * FeedConsumers#advance}.
   *
   * <p>Fails with {@code ConsumerNotFound}, and with {@code ChangesLost} when the consumer is lost.
   *
   * @param filter of the feed; see {@link FeedScope}
   */
  default Flux<FeedItem> changes(ConsumerName consumer, Filter filter) {
    return consumers()
        .get(consumer)
        .flatMapMany(found -> changes(found.scope(filter), found.start()));
  }

  /**
   * Counts the entities of a query's whole answer, from its continuation on and up to its {@code top}. The result's {@code returned} is the
   * number. Fails as {@link #stream} does.
   *
   * <p>This default implementation reads the answer.
   */
  default Mono<QueryReport> count(TableName table, Query query) {
    return stream(table, query.select("PartitionKey"))
        .ofType(StreamItem.End.class)
        .single()
        .map(StreamItem.End::report);
  }

  /**
   * Returns one segment of a query's answer. A segment holds at most {@code top} entities, at most {@link Page#MAX_ITEMS} entities
   * and a few MiB. It takes at most five seconds of work. Within a partition all entities belong to one consistent version.
   *
   * <p>Fails with {@code TableNotFound}.
   */
  Mono<Page<Entity>> page(TableName table, Query query);

  /**
   * Returns the whole answer of a query, read no faster than the subscriber requests it.
   *
   * <p>Memory: an implementation reads ahead by one page at most, plus the buffers of its transport.
   *
   * <p>While it works, it emits {@link StreamItem.Progress} at least once a second, even when nothing matches. The last item before
   * completion is {@link StreamItem.End}. Fails with {@code TableNotFound}, also midway when the table is dropped.
   */
  Flux<StreamItem> stream(TableName table, Query query);

  /** Returns the entities of a query's whole answer. In all other respects it behaves as {@link #stream}. */
  default Flux<Entity> query(TableName table, Query query) {
    return stream(table, query).<Entity>handle((item, sink) -> {
      if (item instanceof StreamItem.Row row) {
        sink.next(row.entity());
      }
    });
  }

  /** Returns the failure of a service that lacks a feature, which names it. */
  private static InvalidRequestException lacking(String feature) {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "lacks=" + feature);
  }
}
