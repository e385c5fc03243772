package io.weir.pattern.process;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.testkit.CoreTables;
import java.util.List;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A member's connection to the service. It can be cut: requests then get no answer. It can also
 * fail at random, before or after a write.
 */
final class Link extends CoreTables {

  private final TableService service;
  private final BooleanSupplier fails;
  private boolean cut;

  Link(TableService service, BooleanSupplier fails) {
    super(service);
    this.service = service;
    this.fails = fails;
  }

  void cut() {
    cut = true;
  }

  private <T> Mono<T> pass(Mono<T> request) {
    return Mono.defer(() -> {
      if (cut) {
        return Mono.never();
      }
      var busy = Mono.<T>error(new ServiceBusyException("reason=test"));
      if (fails.getAsBoolean()) {
        return busy;
      }
      return fails.getAsBoolean() ? request.then(busy) : request;
    });
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return pass(super.get(table, key, selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return pass(super.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return pass(super.submit(table, batch));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> cut ? Flux.never() : super.stream(table, query));
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return service.changes(scope, from).handle((item, sink) -> {
      if (fails.getAsBoolean()) {
        sink.error(new ServiceBusyException("reason=test"));
      } else {
        sink.next(item);
      }
    });
  }
}
