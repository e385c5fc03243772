package io.weir.api;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account.
 *
 * <p>Nothing happens before subscription; each subscription is a request of its own. Every failure is a {@link
 * io.weir.api.error.TableServiceException}. A write that was acknowledged, by a value or by completion, is as durable as the
 * service's setting promises, and every read that begins afterwards sees it.
 *
 * <p>Cancelling a read stops it. Cancelling a write only stops waiting for its outcome: it may or may not be carried out.
 *
 * <p>No method blocks. Each implementation says on which threads its signals run.
 */
public interface TableService {

  /** Creates a table. Fails with {@code TableAlreadyExists}. */
  Mono<Void> createTable(TableName table);

  /** Drops a table with everything in it; its name is free at once. Fails with {@code ResourceNotFound}. */
  Mono<Void> deleteTable(TableName table);

  /** The table's name as it was created. Empty when there is no such table. */
  Mono<TableName> table(TableName table);

  /**
   * A page of the names of tables, in the order of their lower-case forms.
   *
   * <p>The query's filter may compare the property {@code TableName} with strings, without regard to case; its selection is not
   * used. A page holds at most {@link Page#MAX_ITEMS}.
   */
  Mono<Page<TableName>> tables(Query query);

  /** All names of tables, page by page as they are asked for. */
  default Flux<TableName> tables() {
    return tables(Query.ALL)
        .expand(page -> page.next() == null ? Mono.empty() : tables(Query.ALL.from(page.next())))
        .concatMapIterable(Page::items);
  }

  /** An entity with the selected properties. Empty when it is absent; fails with {@code TableNotFound}. */
  Mono<Entity> get(TableName table, EntityKey key, Selection selection);

  /** An entity. Empty when it is absent; fails with {@code TableNotFound}. */
  default Mono<Entity> get(TableName table, EntityKey key) {
    return get(table, key, Selection.ALL);
  }

  /** Carries out one write. Fails as {@link Write} says, or with {@code TableNotFound} or {@code ServerBusy}. */
  Mono<WriteResult> write(TableName table, Write write);

  /**
   * Carries out a batch, as one or not at all. Answers a result for each write, in their order; all carry one Timestamp. Fails as
   * the first write that fails does, naming it: {@link io.weir.api.error.TableServiceException#failedOperation()}.
   */
  Mono<List<WriteResult>> submit(TableName table, Batch batch);

  /**
   * Carries out a stream of writes of any length: takes lines as fast as it can carry them out, and answers a result for each, in
   * their order, while further lines come. The last result before completion is {@link BulkResult.End}.
   *
   * <p>A line that fails is answered so, and the next ones go on. Where {@link #write} is <em>server busy</em> because a queue is full,
   * a line waits instead, unless an implementation says otherwise. Lines of different keys may take effect in any order; lines of the
   * same key take effect in the order in which they came.
   *
   * <p>A subscriber that requests nothing soon stops the taking of lines: those that were taken and not answered are bounded in
   * number and bytes. It may have to take several lines before it can answer the first of them, since a group is carried out when the
   * line behind it, or the end, is known.
   *
   * <p>Ends with a failure when the lines do: then with theirs, behind the results of all lines before, of which a group that was
   * not complete is refused. Ends with {@code TableNotFound}, perhaps midway, when there is no such table. Both cancel nothing that was
   * begun. Cancelling takes no further lines; lines that were taken and not answered may or may not be carried out, a group as a whole.
   *
   * <p>The implementation given here is the contract, said by {@link #write} and {@link #submit}: one line after another.
   */
  default Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, 1);
  }

  /**
   * Removes all entities of some ranges of keys, in a time that does not depend on how many there are; their space comes back soon
   * after.
   *
   * <p>The filter compares nothing but PartitionKey and RowKey, and RowKey only where PartitionKey is named by {@code eq}: whole
   * partitions, ranges of them, or ranges of rows in named partitions. Everything else fails with {@code InvalidInput}, because it
   * would have to be looked for. {@link Filter#ALL} empties the table.
   *
   * <p>In each partition it is one write: all go or none, and what was written before goes. Partitions may follow each other; where
   * it fails with {@code ServerBusy} or a failure of the service, some may be done and others not, and it can be repeated. Fails with
   * {@code TableNotFound}.
   */
  Mono<Void> deleteRange(TableName table, Filter keys);

  /**
   * One segment of a query's answer: at most {@code top} and at most {@link Page#MAX_ITEMS} entities, at most five seconds of
   * work, at most a few MiB. Within a partition it is one consistent version. Fails with {@code TableNotFound}.
   */
  Mono<Page<Entity>> page(TableName table, Query query);

  /**
   * A query's whole answer, read as fast as it is requested and no faster: an implementation reads ahead by a page of memory at
   * most, plus what the transport holds. At least every second of work it emits {@link StreamItem.Progress}, also when nothing
   * matches. The last item before completion is {@link StreamItem.End}. Fails with {@code TableNotFound}, also midway when the
   * table is dropped.
   */
  Flux<StreamItem> stream(TableName table, Query query);

  /** A query's whole answer, entities only; otherwise as {@link #stream}. */
  default Flux<Entity> query(TableName table, Query query) {
    return stream(table, query).<Entity>handle((item, sink) -> {
      if (item instanceof StreamItem.Row row) {
        sink.next(row.entity());
      }
    });
  }
}
