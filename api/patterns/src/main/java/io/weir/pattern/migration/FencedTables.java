package io.weir.pattern.migration;

import io.weir.api.BulkByUnits;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import io.weir.pattern.partitioned.PinnedPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A shard as it was placed by one version of its fence, without streams, counts, removals of
 * ranges, feeds and named consumers: these fail with {@code NotImplemented}, because none of them
 * can be taken back when the fence has changed. Every other request fails with
 * {@link StalePlacement} if the fence has changed since, or if it closes the request's partition.
 *
 * <p>A write is a joint commit with the fence's check. A change with a token fails with
 * {@code NotImplemented}: a shard does not know the tokens of a region that it has got from another
 * one, so a repeat there would count twice. A read of an entity is a joint read with the fence. A
 * page is followed by a read of the fence, and lacks the entities of a region that the fence hides.
 * Requests for tables as a whole are not fenced.
 */
final class FencedTables extends ForwardingTables {

  private final TableKey key;
  private final Mono<Fence> fence;

  /** @param fence fails if the shard's fence could not be read */
  FencedTables(TableService service, TableKey key, Mono<Fence> fence) {
    super(service);
    this.key = key;
    this.fence = fence;
  }

  /**
   * Lets requests for tables as a whole pass. Refuses any other, because nothing would check the
   * fence.
   */
  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return switch (operation) {
      case CREATE_TABLE,
          DELETE_TABLE,
          GET_TABLE,
          QUERY_TABLES,
          CREATE_INDEX,
          LIST_INDEXES,
          DROP_INDEX,
          SET_SETTING,
          CLEAR_SETTING,
          GET_SETTING -> super.one(operation, call);
      default -> Mono.error(() -> refused(operation));
    };
  }

  /**
   * Refuses: the items of a stream cannot be taken back when the fence has changed. The router
   * reads pages.
   */
  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(() -> refused(operation));
  }

  private static InvalidRequestException refused(Operation operation) {
    return new InvalidRequestException(
        ErrorCode.NOT_IMPLEMENTED, "operation=" + operation.text() + " reason=fence");
  }

  /** Carries out one line after another, each with the fence's check. */
  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return BulkByUnits.of(this, table, lines, 1);
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey entity, Selection selection) {
    return getAll(List.of(new TableKey(table, entity)))
        .onErrorMap(TableServiceException.class, FencedTables::ofWhole)
        .flatMap(found -> Mono.justOrEmpty(found.get(0)))
        .map(found -> found.select(selection));
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return open(keys.stream().map(TableKey::key), Fence::isRead)
        .flatMap(current -> delegate()
            .getAll(Stream.concat(Stream.of(key), keys.stream()).toList())
            .onErrorMap(TableServiceException.class, FencedTables::shifted)
            .map(found -> {
              if (!current.is(found.get(0))) {
                throw new StalePlacement();
              }
              return found.subList(1, found.size());
            }));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return fenced(List.of(TableWrite.of(table, write)))
        .onErrorMap(TableServiceException.class, FencedTables::ofWhole)
        .map(results -> results.get(0));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.defer(() ->
        fenced(batch.writes().stream().map(write -> TableWrite.of(table, write)).toList()));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return fenced(commit.operations());
  }

  private Mono<List<WriteResult>> fenced(List<TableWrite> operations) {
    for (var i = 0; i < operations.size(); i++) {
      if (hasToken(operations.get(i))) {
        return Mono.error(new InvalidRequestException(
                ErrorCode.NOT_IMPLEMENTED, "unexpected=token reason=regionsMove")
            .atOperation(i));
      }
    }
    return open(operations.stream().map(TableWrite::key), Fence::isWritten)
        .flatMap(current -> Mono.defer(() -> {
              var all = new ArrayList<TableWrite>();
              all.add(current.check(key));
              all.addAll(operations);
              return delegate().commit(new JointCommit(all));
            })
            .onErrorMap(TableServiceException.class, FencedTables::shifted)
            .map(results -> results.subList(1, results.size())));
  }

  private static boolean hasToken(TableWrite operation) {
    return operation instanceof TableWrite.Change write
        && write.write() instanceof Write.Change change
        && change.token().isPresent();
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    var pinned = PinnedPartition.of(query.filter()).stream()
        .filter(EntityKey::isKey)
        .map(partition -> new EntityKey(partition, ""));
    return open(pinned, Fence::isRead)
        .flatMap(current -> delegate()
            .page(table, query)
            .map(page -> shown(page, current))
            .flatMap(page -> delegate()
                .get(key.table(), key.key())
                .filter(stored -> current.is(Optional.of(stored)))
                .switchIfEmpty(Mono.error(StalePlacement::new))
                .thenReturn(page)));
  }

  /** Decides whether a fence lets a request for a partition pass. */
  @FunctionalInterface
  private interface Passage {
    boolean isOpen(Fence fence, String partitionKey);
  }

  private Mono<Fence> open(Stream<EntityKey> keys, Passage passage) {
    var partitions = keys.map(EntityKey::partitionKey).distinct().toList();
    return fence.map(current -> {
      if (partitions.stream().allMatch(partition -> passage.isOpen(current, partition))) {
        return current;
      }
      throw new StalePlacement();
    });
  }

  private static Page<Entity> shown(Page<Entity> page, Fence current) {
    var items = page.items().stream()
        .filter(entity -> current.isRead(entity.partitionKey()))
        .toList();
    var report = page.report();
    return new Page<>(
        items,
        page.next(),
        new QueryReport(
            report.path(), report.index(), report.ranges(), report.scanned(), items.size()));
  }

  /**
   * Returns the failure with the number of its operation in the caller's request, before which the
   * fence was added.
   */
  private static RuntimeException shifted(TableServiceException failure) {
    if (failure.failedOperation() == 0 && Conflicts.hasMovedOn(failure)) {
      return new StalePlacement();
    }
    return failure.failedOperation() < 0
        ? failure
        : failure.atOperation(failure.failedOperation() - 1);
  }

  private static TableServiceException ofWhole(TableServiceException failure) {
    return failure.atOperation(TableServiceException.NO_OPERATION);
  }
}
