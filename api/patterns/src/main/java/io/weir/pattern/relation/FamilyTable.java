package io.weir.pattern.relation;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.Conflicts;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.typed.EntityType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/**
 * Families in one table: a partition for each, with the parent under a RowKey that all parents
 * have, and a child under any other.
 *
 * <p>A write of a family is one batch that contains the parent, so the parent's version is that of
 * the family: of two writers one begins again, and no child is lost. A batch has
 * {@value Batch#MAX_WRITES} writes; a change of more rows at once fails with {@code InvalidInput},
 * and nothing is written. A family may have any number of children that memory holds; add them one
 * by one, or some at a time.
 *
 * <p>Programs that write children without this class break the promise that a family is read as
 * one. Immutable; any thread.
 */
public final class FamilyTable<P, C> {

  private final TableService service;
  private final TableName table;
  private final String parentRow;
  private final EntityType<P> parents;
  private final EntityType<C> children;

  private FamilyTable(
      TableService service,
      TableName table,
      String parentRow,
      EntityType<P> parents,
      EntityType<C> children) {
    this.service = service;
    this.table = table;
    this.parentRow = parentRow;
    this.parents = parents;
    this.children = children;
  }

  /**
   * Returns the families of a table, which exists.
   *
   * @param parentRow the RowKey of each parent, which no child has
   */
  public static <P, C> FamilyTable<P, C> of(
      TableService service,
      TableName table,
      String parentRow,
      EntityType<P> parents,
      EntityType<C> children) {
    return new FamilyTable<>(service, table, parentRow, parents, children);
  }

  /**
   * Stores a new family. Fails with {@code EntityAlreadyExists}, with {@code InvalidInput} for more
   * than {@value Batch#MAX_WRITES} rows and for a parent of another RowKey, and with
   * {@code CommandsInBatchActOnDifferentPartitions} for a child of another partition.
   */
  public Mono<Family<P, C>> insert(Family<P, C> family) {
    return Mono.defer(() -> {
      var rows = FamilyRows.of(Optional.empty(), parent(family), children(family));
      return service.submit(table, rows.insertion()).then(get(rows.parent().partitionKey()));
    });
  }

  /**
   * Reads a family as it was at one moment. Empty if it is absent, also if it is removed during the
   * read. Reads again if it changes meanwhile, at most {@value Conflicts#ATTEMPTS} times, and then
   * fails with {@code ServerBusy}.
   */
  public Mono<Family<P, C>> get(String partitionKey) {
    return rows(partitionKey).map(this::family);
  }

  /**
   * Reads a family, changes it, and writes the rows that differ; begins again if it has changed
   * meanwhile. Empty if it is absent. Fails as {@link #insert} does.
   */
  public Mono<Family<P, C>> update(String partitionKey, UnaryOperator<Family<P, C>> change) {
    return rows(partitionKey)
        .flatMap(before -> {
          var after = change.apply(family(before));
          var changed = FamilyRows.of(before.version(), parent(after), children(after));
          return service.submit(table, changed.replacement(before.children()));
        })
        .retryWhen(Conflicts.retry(Conflicts::isFirst))
        .flatMap(done -> get(partitionKey));
  }

  /**
   * Stores a new child without reading the others. Fails with {@code ResourceNotFound} without its
   * parent, and as {@link #insert} does.
   */
  public Mono<Void> insertChild(C child) {
    return withParent(child, entity -> new Write.Insert(entity));
  }

  /**
   * Removes a child in any version without reading the others. Fails with {@code ResourceNotFound}
   * if it is absent or has no parent.
   */
  public Mono<Void> deleteChild(C child) {
    return withParent(child, entity -> new Write.Delete(entity.key(), IfMatch.ANY));
  }

  /** Writes a child and its unchanged parent, whose version decides. */
  private Mono<Void> withParent(C child, Function<Entity, Write> write) {
    return Mono.fromCallable(() -> children.toEntity(child))
        .flatMap(entity -> parentIn(entity.partitionKey())
            .switchIfEmpty(Mono.error(() -> new NotFoundException(
                ErrorCode.RESOURCE_NOT_FOUND, "parent=" + entity.partitionKey())))
            .map(parent -> FamilyRows.of(parent.etag(), parent, List.of()))
            .flatMap(
                family -> service.submit(table, Batch.of(family.touched(), write.apply(entity)))))
        .retryWhen(Conflicts.retry(FamilyTable::isOvertaken))
        .then();
  }

  private Mono<Entity> parentIn(String partitionKey) {
    return Mono.defer(() -> service.get(table, new EntityKey(partitionKey, parentRow)));
  }

  /** Whether the parent has changed since it was read. A parent that is absent was not read. */
  private static boolean isOvertaken(Throwable failure) {
    return Conflicts.isFirst(failure)
        && !(failure instanceof NotFoundException absent && absent.failedOperation() < 0);
  }

  /**
   * Removes a family. Does nothing if it is absent. A family that does not fit a batch loses its
   * children first, batch by batch, and its parent last: a program that dies leaves a family of
   * fewer children, which is removed by another call. Reads hardly more rows than it removes.
   */
  public Mono<Void> delete(String partitionKey) {
    return removeSome(partitionKey)
        .retryWhen(Conflicts.retry(Conflicts::isFirst))
        .defaultIfEmpty(true)
        .repeat()
        .takeUntil(isGone -> isGone)
        .then();
  }

  /**
   * Removes a family, or as many of its children as a batch has room for. Emits whether the family
   * is gone; empty if it is absent.
   *
   * <p>The parent is read before the rows and its version decides, so if the batch is carried out,
   * fewer rows than were asked for are all of them.
   */
  private Mono<Boolean> removeSome(String partitionKey) {
    return parentIn(partitionKey)
        .flatMap(parent -> service
            .query(table, rowsIn(partitionKey).top(Batch.MAX_WRITES + 1))
            .filter(row -> !row.rowKey().equals(parentRow))
            .collectList()
            .map(found -> FamilyRows.of(parent.etag(), parent, found)))
        .flatMap(rows -> service.submit(table, rows.removal()).thenReturn(rows.isRemovedAtOnce()));
  }

  private Mono<FamilyRows> rows(String partitionKey) {
    return Mono.defer(() -> service.page(table, rowsIn(partitionKey)))
        .flatMap(first -> first.next() == null
            ? Mono.justOrEmpty(FamilyRows.of(first.items(), parentRow))
            : rowsOfPages(partitionKey))
        .retryWhen(Conflicts.retry(ServiceBusyException.class::isInstance));
  }

  /**
   * Reads a family that one page does not hold: the parent, all rows, and the parent again. Every
   * write of a family gives its parent a new version, so two equal versions say that the rows
   * between them are of one moment. Empty if the parent is absent.
   */
  private Mono<FamilyRows> rowsOfPages(String partitionKey) {
    return parentIn(partitionKey)
        .flatMap(before -> service
            .query(table, rowsIn(partitionKey))
            .collectList()
            .flatMap(all -> Mono.justOrEmpty(FamilyRows.of(all, parentRow)))
            .filterWhen(
                rows -> parentIn(partitionKey).map(after -> after.etag().equals(before.etag())))
            .switchIfEmpty(Mono.error(() -> new ServiceBusyException("family=changedDuringRead"))));
  }

  private static Query rowsIn(String partitionKey) {
    return Query.ALL.where(Condition.partitionKey().is(partitionKey).filter());
  }

  private Family<P, C> family(FamilyRows rows) {
    return new Family<>(
        parents.fromEntity(rows.parent()),
        rows.children().values().stream().map(children::fromEntity).toList());
  }

  private Entity parent(Family<P, C> family) {
    var parent = parents.toEntity(family.parent());
    if (!parent.rowKey().equals(parentRow)) {
      throw FamilyRows.refused("parentRow=" + parent.rowKey() + " expected=" + parentRow);
    }
    return parent;
  }

  private List<Entity> children(Family<P, C> family) {
    return family.children().stream().map(children::toEntity).toList();
  }
}
