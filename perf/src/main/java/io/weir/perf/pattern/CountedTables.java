package io.weir.perf.pattern;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.JointCommit;
import io.weir.api.NamedConsumer;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
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
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service that counts its requests and the entities of each, without rules of expiry and settings of feeds, which fail with {@code
 * NotImplemented}, because no pattern that is measured uses them. Any thread.
 */
record CountedTables(TableService service, CallCounts counts) implements TableService {

  @Override
  public Mono<Void> createTable(TableName table) {
    return counts.request(service.createTable(table));
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return counts.request(service.deleteTable(table));
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return counts.request(service.table(table));
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return counts.request(service.tables(query));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return counts.request(service.get(table, key, selection)).doOnSuccess(found -> counts.read(1));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return counts.request(service.getAll(keys)).doOnSuccess(found -> counts.read(keys.size()));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return counts.writing(1, service.write(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return counts.writing(batch.writes().size(), service.submit(table, batch));
  }

  /** A check reads an entity. */
  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    var writes =
        commit.operations().stream().filter(TableWrite.Change.class::isInstance).count();
    return counts
        .writing(writes, service.commit(commit))
        .doOnSuccess(done -> counts.read(commit.operations().size() - writes));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return counts
        .requests(service.bulk(table, lines))
        .doOnNext(result -> counts.written(result instanceof BulkResult.End end ? end.done() : 0));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return counts.request(service.deleteRange(table, keys));
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return counts.request(service.createIndex(table, definition));
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return counts.request(service.indexes(table));
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return counts.request(service.dropIndex(table, index));
  }

  @Override
  public Mono<QueryReport> count(TableName table, Query query) {
    return counts
        .request(service.count(table, query))
        .doOnNext(report -> counts.read(report.scanned()));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return counts
        .request(service.page(table, query))
        .doOnNext(page -> counts.read(page.report().scanned()));
  }

  /** A stream that is cancelled has no report: then the rows that came count, or what the service has said on the way. */
  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> {
      var rows = new AtomicLong();
      var scanned = new AtomicLong();
      return counts
          .requests(service.stream(table, query))
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
    return counted(service.changes(scope, from));
  }

  @Override
  public Flux<FeedItem> changes(ConsumerName consumer, Filter filter) {
    return counted(service.changes(consumer, filter));
  }

  private Flux<FeedItem> counted(Flux<FeedItem> items) {
    return counts
        .requests(items)
        .doOnNext(item -> counts.read(item instanceof FeedItem.Change ? 1 : 0));
  }

  @Override
  public FeedConsumers consumers() {
    return new Consumers(service.consumers(), counts);
  }

  /** The named consumers. Each call is a request. */
  private record Consumers(FeedConsumers consumers, CallCounts counts) implements FeedConsumers {

    @Override
    public Mono<NamedConsumer> create(
        ConsumerName name, Optional<TableName> table, FeedStart start) {
      return counts.request(consumers.create(name, table, start));
    }

    @Override
    public Mono<List<NamedConsumer>> list() {
      return counts.request(consumers.list());
    }

    @Override
    public Mono<NamedConsumer> get(ConsumerName name) {
      return counts.request(consumers.get(name));
    }

    @Override
    public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
      return counts.request(consumers.advance(name, generation, to));
    }

    @Override
    public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
      return counts.request(consumers.reset(name, start));
    }

    @Override
    public Mono<Void> delete(ConsumerName name) {
      return counts.request(consumers.delete(name));
    }
  }
}
