package io.weir.hbase;

import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.BulkByUnits;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.command.CommandShape;
import io.weir.engine.query.EncodedRanges;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.access.PlannedRead;
import io.weir.hbase.access.RegionCalls;
import io.weir.hbase.access.SliceStream;
import io.weir.hbase.access.WholeReads;
import io.weir.hbase.catalog.Catalog;
import io.weir.hbase.catalog.CatalogCopy;
import io.weir.hbase.catalog.TableListing;
import io.weir.hbase.protocol.Operation;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.TableId;
import io.weir.hbase.protocol.WriteAnswer;
import io.weir.hbase.protocol.WriteRequest;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account in HBase, without indexes, joint commits, joint reads, change feeds,
 * named consumers and expiry, which fail with {@code NotImplemented}.
 *
 * <p>Any thread may call. Signals run on {@code weir-hbase-N}, or on the caller's thread when the
 * cluster need not be asked.
 */
final class HBaseTables implements TableService {

  /** Units of a bulk write that are in flight at a time. */
  private static final int BULK_WIDTH = 64;

  private final ClusterCalls calls;
  private final RegionCalls regions;
  private final AsyncTable<?> catalogRows;
  private final Catalog catalog;
  private final CatalogCopy copy;
  private final RequestIds requestIds;
  private final AccountName account;

  HBaseTables(
      ClusterCalls calls,
      RegionCalls regions,
      AsyncTable<?> catalogRows,
      Catalog catalog,
      CatalogCopy copy,
      RequestIds requestIds,
      AccountName account) {
    this.calls = calls;
    this.regions = regions;
    this.catalogRows = catalogRows;
    this.catalog = catalog;
    this.copy = copy;
    this.requestIds = requestIds;
    this.account = account;
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return calls.together(catalog.create(account, table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return Mono.defer(() -> catalog.drop(account, table, requestIds.next()))
        .flatMap(dropped -> RangeDeletion.fence(regions, requestIds, dropped.id()))
        .then(copy.refresh()
            .onErrorComplete()); // the table is dropped; the copy is renewed again soon
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return catalog.find(account, table).map(entry -> entry.name());
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return TableListing.page(calls, catalogRows, account, query);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return calls.together(catalog.require(account, table).flatMap(id -> {
      var encodedKey = key.encoded();
      return regions
          .get(id.row(encodedKey))
          .map(stored -> entity(encodedKey, stored).select(selection));
    }));
  }

  private static Entity entity(byte[] encodedKey, byte[] stored) {
    return Entity.ofTrusted(ByteBuffer.allocate(Integer.BYTES + encodedKey.length + stored.length)
        .putInt(encodedKey.length)
        .put(encodedKey)
        .put(stored)
        .array());
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return carryOut(table, List.of(write))
        .map(results -> results.get(0))
        .onErrorMap(
            TableServiceException.class,
            failure -> failure.atOperation(TableServiceException.NO_OPERATION));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return carryOut(table, batch.writes());
  }

  private Mono<List<WriteResult>> carryOut(TableName table, List<Write> writes) {
    return calls.together(catalog.require(account, table).flatMap(id -> {
      var operations = writes.stream().map(Operation::of).toList();
      var request = new WriteRequest(requestIds.next(), id, operations, fingerprint(writes));
      return regions
          .write(id.row(writes.get(0).key().encoded()), request)
          .flatMap(answer -> stillOf(table, id).then(results(writes, answer)));
    }));
  }

  /** Returns the fingerprint of writes of which one has a token; 0 for others. */
  private static long fingerprint(List<Write> writes) {
    if (writes.stream().noneMatch(HBaseTables::hasToken)) {
      return 0;
    }
    var shape = new CommandShape();
    writes.forEach(write -> shape.add(write.key().encoded(), write));
    return shape.fingerprint();
  }

  private static boolean hasToken(Write write) {
    return write instanceof Write.Change change && change.token().isPresent();
  }

  /**
   * Fails with {@code TableNotFound} if the table was dropped meanwhile, so that no write is
   * acknowledged after the drop. deliberate: a region that was split since the drop may not know of
   * it.
   */
  private Mono<Void> stillOf(TableName table, TableId id) {
    return catalog
        .require(account, table)
        .onErrorMap(failure -> !(failure instanceof NotFoundException), HBaseTables::outcomeUnknown)
        .flatMap(present -> present.equals(id)
            ? Mono.empty()
            : Mono.error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table)));
  }

  private static ServiceFailedException outcomeUnknown(Throwable failure) {
    return new ServiceFailedException(
        ErrorCode.OPERATION_TIMED_OUT,
        "store=hbase " + ServiceFailedException.Outcome.UNKNOWN.fact(),
        failure);
  }

  private static Mono<List<WriteResult>> results(List<Write> writes, WriteAnswer answer) {
    return answer.dispatch(new WriteAnswer.Handler<>() {
      @Override
      public Mono<List<WriteResult>> done(WriteAnswer.Done done) {
        return Mono.just(writes.stream()
            .map(write -> write instanceof Write.Delete
                ? WriteResult.REMOVED
                : new WriteResult(done.ticks(), done.images()))
            .toList());
      }

      @Override
      public Mono<List<WriteResult>> refused(WriteAnswer.Refused refused) {
        return Mono.error(refused.failure());
      }
    });
  }

  /** A line that finds too many calls in flight is refused with {@code ServerBusy}. */
  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, BULK_WIDTH);
  }

  /**
   * Fails with {@code InvalidInput} at a partition with too many rows to remove at one moment;
   * earlier partitions are done.
   */
  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return catalog.require(account, table).flatMap(id -> {
      var ranges = EncodedRanges.of(Query.ALL.where(keys).filter()).stream()
          .map(range -> new RowRange(id.row(range.lower()), id.row(range.upper())))
          .toList();
      return new RangeDeletion(regions, requestIds, ranges, true).run();
    });
  }

  /** Region servers count. All else is computed here, from what they find. */
  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return aggregation.isCount()
        ? read(table, query, true)
            .flatMap(WholeReads::count)
            .map(report -> Aggregates.ofCount(aggregation, report))
        : TableService.super.aggregate(table, query, aggregation);
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return read(table, query.top(Query.NO_TOP), false)
        .flatMap(read -> WholeReads.page(read, query.top(), System::nanoTime));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return read(table, query, false).flatMapMany(read -> new SliceStream(read, System::nanoTime));
  }

  private Mono<PlannedRead> read(TableName table, Query query, boolean counts) {
    if (!query.order().isEmpty() || query.hint().forced() != null) {
      return Mono.error(() ->
          new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "store=hbase lacks=indexes"));
    }
    Mono<TableId> present = catalog.require(account, table);
    return present.map(id -> new PlannedRead(regions, present, id, query, counts));
  }
}
