package io.weir.engine.bulk;

import io.weir.api.TableName;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.engine.catalog.Table;
import io.weir.engine.store.Store;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The outcomes of a stream of writes. Each subscription carries out the lines anew. See
 * {@link BulkSubscription}.
 */
public final class BulkPublisher extends Flux<BulkResult> {

  private final Store store;
  private final TableName table;
  private final Function<TableName, Table> find;
  private final Publisher<? extends BulkLine> lines;
  private final LongSupplier nanoClock;

  /**
   * Describes a bulk write. Nothing happens before subscription.
   *
   * @param find returns an existing table; fails with {@code TableNotFound}
   */
  public BulkPublisher(
      Store store,
      TableName table,
      Function<TableName, Table> find,
      Publisher<? extends BulkLine> lines,
      LongSupplier nanoClock) {
    this.store = store;
    this.table = table;
    this.find = find;
    this.lines = lines;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super BulkResult> subscriber) {
    Table found;
    try {
      found = find.apply(table);
    } catch (TableServiceException e) {
      Operators.error(subscriber, e);
      return;
    }
    lines.subscribe(new BulkSubscription(subscriber, store, found, nanoClock));
  }
}
