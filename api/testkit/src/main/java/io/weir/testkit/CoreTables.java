package io.weir.testkit;

import io.weir.api.Aggregates;
import io.weir.api.BulkByUnits;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service with the core of the contract, its rules of expiry and its settings of feeds: it
 * forwards these calls to another service, except for the methods that a test overrides. Bulk
 * writes use the single writes of this class, and aggregates its streams. It has no joint commits,
 * joint reads, indexes and feeds, as another service may have none; a test that needs them
 * overrides them.
 */
public abstract class CoreTables extends ForwardingTables {

  protected CoreTables(TableService tables) {
    super(tables);
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.error(CoreTables::lacking);
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.error(CoreTables::lacking);
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.error(CoreTables::lacking);
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.error(CoreTables::lacking);
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return Mono.error(CoreTables::lacking);
  }

  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.error(CoreTables::lacking);
  }

  @Override
  public FeedConsumers consumers() {
    return FeedConsumers.NONE;
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, 1);
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return aggregateByStream(table, query, aggregation);
  }

  private static InvalidRequestException lacking() {
    return new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "double=core");
  }
}
