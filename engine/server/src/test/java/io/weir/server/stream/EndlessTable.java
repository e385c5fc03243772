package io.weir.server.stream;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A table without end that counts the entities emitted to each stream. It supports no writes. */
final class EndlessTable implements TableService {

  private final byte[] payload;
  private final List<AtomicLong> emitted = new CopyOnWriteArrayList<>();
  private final CountDownLatch cancelled = new CountDownLatch(1);

  EndlessTable(int entityBytes) {
    this.payload = new byte[entityBytes - 40];
  }

  /** Returns the entities emitted to a stream, numbered in the order of the requests. */
  long emitted(int stream) {
    return emitted.get(stream).get();
  }

  /** Waits until a stream is cancelled. Returns false if none is in time. */
  boolean awaitCancel(Duration patience) throws InterruptedException {
    return cancelled.await(patience.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> {
      var count = new AtomicLong();
      emitted.add(count);
      return Flux.<StreamItem>generate(
              sink -> sink.next(new StreamItem.Row(entity(count.getAndIncrement()))))
          .doOnCancel(cancelled::countDown);
    });
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return Mono.fromSupplier(() -> entity(0));
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return unexpected("createTable");
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return unexpected("deleteTable");
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return unexpected("table");
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return unexpected("tables");
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return unexpected("write");
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return unexpected("submit");
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return unexpected("deleteRange");
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return unexpected("page");
  }

  private Entity entity(long number) {
    return Entity.builder("p", "%08d".formatted(number)).set("Payload", payload).build();
  }

  private static <T> Mono<T> unexpected(String call) {
    return Mono.error(
        new AssertionError("This table is only for get and stream. It was asked for call=" + call));
  }
}
