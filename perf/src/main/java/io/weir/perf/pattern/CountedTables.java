package io.weir.perf.pattern;

import io.weir.api.Aggregates;
import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A service that counts its requests and the entities of each. Any thread. */
final class CountedTables extends ForwardingTables {

  private final CallCounts counts;

  CountedTables(TableService service, CallCounts counts) {
    super(service);
    this.counts = counts;
  }

  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return counts.request(super.one(operation, call));
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return counts.requests(super.many(operation, call));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return super.get(table, key, selection).doOnSuccess(found -> counts.read(1));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return super.getAll(keys).doOnSuccess(found -> counts.read(keys.size()));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return counts.writing(1, super.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return counts.writing(batch.writes().size(), super.submit(table, batch));
  }

  /** A check reads an entity. */
  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    var writes =
        commit.operations().stream().filter(TableWrite.Change.class::isInstance).count();
    return counts
        .writing(writes, super.commit(commit))
        .doOnSuccess(done -> counts.read(commit.operations().size() - writes));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return super.bulk(table, lines)
        .doOnNext(result -> counts.written(result instanceof BulkResult.End end ? end.done() : 0));
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return super.aggregate(table, query, aggregation)
        .doOnNext(answer -> counts.read(answer.report().scanned()));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return super.page(table, query).doOnNext(page -> counts.read(page.report().scanned()));
  }

  /**
   * A stream that is cancelled has no report: then the rows that came count, or what the service
   * has said on the way.
   */
  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> {
      var rows = new AtomicLong();
      var scanned = new AtomicLong();
      return super.stream(table, query)
          .doOnNext(item -> {
            if (item instanceof StreamItem.Row) {
              rows.incrementAndGet();
            } else if (item instanceof StreamItem.Progress progress) {
              scanned.set(progress.scanned());
            } else if (item instanceof StreamItem.End end) {
              scanned.set(end.report().scanned());
            }
          })
          .doFinally(ended -> counts.read(Math.max(rows.get(), scanned.get())));
    });
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return counted(super.changes(scope, from));
  }

  @Override
  public Flux<FeedItem> changes(ConsumerName consumer, Filter filter) {
    return counted(counts.requests(delegate().changes(consumer, filter)));
  }

  private Flux<FeedItem> counted(Flux<FeedItem> items) {
    return items.doOnNext(item -> counts.read(item instanceof FeedItem.Change ? 1 : 0));
  }
}
