package io.weir.api;

import io.weir.api.aggregate.AggregateFold;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The entities of the tables of one account: reads, writes and queries.
 *
 * <p>{@link TableService} states what holds for every method. An implementation may answer any
 * default method here by its own means; the default defines the result.
 */
public interface Tables {

  /** Most keys of one {@link #getAll}. */
  int MAX_KEYS = 1_000;

  /**
   * Reads an entity with the selected properties. Empty when the entity is absent. Fails with
   * {@code TableNotFound}.
   */
  Mono<Entity> get(TableName table, EntityKey key, Selection selection);

  /**
   * Reads an entity with all its properties. Empty when the entity is absent. Fails with
   * {@code TableNotFound}.
   */
  default Mono<Entity> get(TableName table, EntityKey key) {
    return get(table, key, Selection.ALL);
  }

  /**
   * Carries out one write. Fails as {@link Write} specifies, and with {@code TableNotFound} or
   * {@code ServerBusy}.
   */
  Mono<WriteResult> write(TableName table, Write write);

  /**
   * Removes an entity in any version if it exists. Returns whether it did: of several callers, one
   * is told so. Fails with {@code TableNotFound} or {@code ServerBusy}.
   */
  default Mono<Boolean> deleteIfExists(TableName table, EntityKey key) {
    return deleteIfExists(table, key, IfMatch.ANY);
  }

  /**
   * Removes an entity in a version if the entity exists. Returns whether it did. Fails as a
   * {@link Write.Delete} does, but not for an absent entity.
   *
   * <p>It is one write. A client that repeats a delete whose answer was lost, and then finds
   * nothing, says that the entity existed.
   */
  default Mono<Boolean> deleteIfExists(TableName table, EntityKey key, IfMatch version) {
    return write(table, new Write.Delete(key, version))
        .thenReturn(true)
        .onErrorResume(
            NotFoundException.class,
            absent -> absent.code() == ErrorCode.RESOURCE_NOT_FOUND
                ? Mono.just(false)
                : Mono.error(absent));
  }

  /**
   * Carries out all writes of a batch, or none of them. Returns a result for each write, in their
   * order. All results carry one Timestamp.
   *
   * <p>Fails as the first failing write does and names that write:
   * {@link io.weir.api.error.TableServiceException#failedOperation()}.
   */
  Mono<List<WriteResult>> submit(TableName table, Batch batch);

  /**
   * Carries out all operations of a joint commit, or none of them. Returns a result for each
   * operation, in their order. All results of entities that are stored carry one Timestamp; a check
   * and a removal have {@link WriteResult#REMOVED}.
   *
   * <p>A joint commit is isolated: it takes effect at one moment between all other writes. A page
   * or a stream may meet a part of it and not the rest, because each of its partitions is read at a
   * moment of its own; {@link #getAll} never does.
   *
   * <p>Fails as the first failing operation does and names that operation:
   * {@link io.weir.api.error.TableServiceException#failedOperation()}. Fails with
   * {@code NotImplemented} when the service has no joint commits.
   */
  default Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.error(() -> Lacking.feature("jointCommits"));
  }

  /**
   * Reads some entities as of one moment, in any partitions and tables. Returns an entity or an
   * empty optional for each key, in their order. Sees each joint commit whole or not at all.
   *
   * <p>Fails with {@code InvalidInput} for no key, for more than {@link #MAX_KEYS} keys, and when
   * the entities together exceed {@link JointCommit#MAX_BYTES}. Fails with {@code TableNotFound}.
   * Fails with {@code NotImplemented} when the service has no joint reads.
   */
  default Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.error(() -> Lacking.feature("jointReads"));
  }

  /**
   * Carries out a stream of writes of any length and returns a result for each line, in their
   * order. Results are emitted while further lines arrive. The last result before completion is
   * {@link BulkResult.End}.
   *
   * <p>A failing line has a {@link BulkResult.Refused} as its result; the lines after it are
   * carried out. Where {@link #write} fails with {@code ServerBusy} because a queue is full, a line
   * waits instead, unless an implementation states otherwise. Lines of different keys may take
   * effect in any order. Lines of one key take effect in the order in which they arrive.
   *
   * <p>Demand: the number and the bytes of lines that were taken and not answered are bounded. When
   * the subscriber requests no results, the service therefore soon requests no further lines. The
   * service may have to take several lines before it can answer the first of them: a group is
   * carried out when the line after it, or the end, has arrived.
   *
   * <p>Failures: when {@code lines} fails, the result fails with the same failure, after the
   * results of all earlier lines. An incomplete group is refused then. When there is no such table,
   * the result fails with {@code TableNotFound}, perhaps midway. Neither failure cancels a write
   * that has begun.
   *
   * <p>Cancelling requests no further lines. Lines that were taken and not answered may or may not
   * be carried out; a group is carried out as a whole or not at all.
   *
   * <p>This default implementation defines the contract in terms of {@link #write} and
   * {@link #submit}: it carries out one line after another.
   */
  default Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, 1);
  }

  /**
   * Removes all entities in some ranges of keys. The time does not depend on the number of
   * entities. Their space is released soon afterwards.
   *
   * <p>The filter may compare PartitionKey and RowKey only, and test them by {@code startswith}. It
   * may do so with RowKey only where it fixes PartitionKey by {@code eq}. Such a filter selects
   * whole partitions, ranges of partitions, or ranges of rows in named partitions. Any other filter
   * fails with {@code InvalidInput}, because its entities would have to be searched for.
   * {@link Filter#ALL} empties the table.
   *
   * <p>In each partition the removal is one write: it removes all entities of the ranges that were
   * written before it, or none. Partitions may be done one after another. After {@code ServerBusy}
   * or a failure of the service, some partitions may be done and others not; the removal can then
   * be repeated. Fails with {@code TableNotFound} when there is no such table.
   */
  Mono<Void> deleteRange(TableName table, Filter keys);

  /**
   * Computes aggregates of the entities of a query's whole answer, from its continuation on and up
   * to its {@code top}, where the entities are. Its selection has no meaning here. As a stream, it
   * is no snapshot: it may see one of two writes that happen meanwhile.
   *
   * <p>Memory: the groups, which are bounded. Fails as {@link #stream} and {@link AggregateFold}
   * do.
   *
   * <p>This default implementation reads the answer.
   */
  default Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return Aggregates.of(stream(table, query.select(aggregation.selection())), aggregation);
  }

  /**
   * Counts the entities of a query's whole answer, as {@link #aggregate} does. The result's
   * {@code returned} is the number.
   */
  default Mono<QueryReport> count(TableName table, Query query) {
    return aggregate(table, query, Aggregation.COUNT).map(Aggregates::report);
  }

  /**
   * Returns one segment of a query's answer. A segment holds at most {@code top} entities, at most
   * {@link Page#MAX_ITEMS} entities and a few MiB. It takes at most five seconds of work. Within a
   * partition all entities belong to one consistent version.
   *
   * <p>Fails with {@code TableNotFound}.
   */
  Mono<Page<Entity>> page(TableName table, Query query);

  /**
   * Returns the whole answer of a query, read no faster than the subscriber requests it.
   *
   * <p>Memory: an implementation reads ahead by one page at most, plus the buffers of its
   * transport.
   *
   * <p>While it works, it emits {@link StreamItem.Progress} at least once a second, even when
   * nothing matches. The last item before completion is {@link StreamItem.End}. Fails with
   * {@code TableNotFound}, also midway when the table is dropped.
   */
  Flux<StreamItem> stream(TableName table, Query query);

  /**
   * Returns the entities of a query's whole answer. In all other respects it behaves as
   * {@link #stream}.
   */
  default Flux<Entity> query(TableName table, Query query) {
    return stream(table, query).<Entity>handle((item, sink) -> {
      if (item instanceof StreamItem.Row row) {
        sink.next(row.entity());
      }
    });
  }
}
