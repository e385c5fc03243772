package io.weir.server.value;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.WriteResult;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tables that are busy, slow, or fail, that change before they are read, and that count the rows of
 * queries.
 */
final class ScriptedTables extends CoreTables {

  /** Batches that are still to be refused as busy. */
  final AtomicInteger busy = new AtomicInteger();

  /** Rows that queries have read. */
  final AtomicLong read = new AtomicLong();

  /** Counts down when a query is cancelled. */
  final CountDownLatch cancelled = new CountDownLatch(1);

  /** Counts down when three chunks of an upload are stored. */
  final CountDownLatch stored = new CountDownLatch(1);

  /** Time before each batch. */
  volatile Duration delay = Duration.ZERO;

  /** The failure of reads of a head after three chunks of an upload are stored. */
  volatile Optional<TableServiceException> failure = Optional.empty();

  /** Happens before each query. */
  volatile Mono<Void> beforeQuery = Mono.empty();

  ScriptedTables(ModelTableService tables) {
    super(tables);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return failure.isPresent() && stored.getCount() == 0 && !key.rowKey().startsWith("~")
        ? Mono.error(failure.get())
        : super.get(table, key, selection);
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    if (busy.get() > 0) {
      busy.decrementAndGet();
      return Mono.error(new ServiceBusyException("reason=test"));
    }
    var done = super.submit(table, batch).doOnNext(results -> {
      if (results.size() > 3) {
        stored.countDown();
      }
    });
    return delay.isZero() ? done : Mono.delay(delay).then(done);
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return beforeQuery
        .thenMany(Flux.defer(() -> super.stream(table, query)))
        .doOnNext(item -> {
          if (item instanceof StreamItem.Row) {
            read.incrementAndGet();
          }
        })
        .doOnCancel(cancelled::countDown);
  }
}
