package io.weir.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Entities of any number of properties in the rows of a table, over any table service.
 *
 * <p>Every write is one batch, and every read sees the rows of one write. A write fails with
 * {@code TooManyProperties}, {@code InvalidInput} or {@code RequestBodyTooLarge} if it exceeds a
 * batch: 100 rows, those that a replacement removes included, and 4 MiB. The properties
 * {@code WideWrite} and {@code WideRows} are reserved. Immutable; any thread.
 */
public final class WideEntities {

  private final TableService service;
  private final TableName table;

  private WideEntities(TableService service, TableName table) {
    this.service = service;
    this.table = table;
  }

  /** Returns the wide entities of a table, which exists. */
  public static WideEntities of(TableService service, TableName table) {
    return new WideEntities(service, table);
  }

  /**
   * Reads an entity. Empty if it is absent. Fails with {@code ServerBusy} if it was written during
   * each of {@link Conflicts#ATTEMPTS} reads.
   */
  public Mono<WideEntity> get(EntityKey key) {
    return Flux.defer(() -> service.query(table, Query.ALL.where(WideRows.all(key))))
        .collectList()
        .filter(rows -> !rows.isEmpty())
        .map(rows -> WideRows.join(key, rows)
            .orElseThrow(() -> new ServiceBusyException("wideEntity=changedDuringRead")))
        .retryWhen(Conflicts.retry(ServiceBusyException.class::isInstance));
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists}. */
  public Mono<WideEntity> insert(WideEntity entity) {
    return Mono.fromCallable(() -> WideRows.of(entity))
        .flatMap(
            rows -> submit(entity, rows.stream().<Write>map(Write.Insert::new).toList()));
  }

  /**
   * Replaces an entity in the version that it names, or in any version if it names none. Fails with
   * {@code ResourceNotFound} and {@code UpdateConditionNotSatisfied}.
   */
  public Mono<WideEntity> replace(WideEntity entity) {
    return existing(entity.key(), entity.version())
        .flatMap(first -> replace(entity, first))
        .retryWhen(
            Conflicts.retry(failure -> entity.version().isEmpty() && Conflicts.isFirst(failure)));
  }

  /** Stores an entity in place of what is there. Ignores its version. */
  public Mono<WideEntity> upsert(WideEntity entity) {
    return first(entity.key())
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(
            found -> found.map(first -> replace(entity, first)).orElseGet(() -> insert(entity)))
        .retryWhen(Conflicts.retry(Conflicts::isFirst));
  }

  /**
   * Reads an entity, changes it, and replaces the version that was read; begins again if it has
   * changed meanwhile. Empty if absent.
   */
  public Mono<WideEntity> update(EntityKey key, UnaryOperator<WideEntity> change) {
    return get(key)
        .flatMap(read -> replace(change.apply(read).stored(read.version())))
        .retryWhen(Conflicts.retry(Conflicts::isFirst));
  }

  /**
   * Removes an entity in the version that it names, or in any version. Fails as {@link #replace}
   * does.
   */
  public Mono<Void> delete(WideEntity entity) {
    return existing(entity.key(), entity.version())
        .flatMap(first -> service.submit(
            table,
            new Batch(Stream.<Write>concat(
                    Stream.of(new Write.Delete(first.key(), version(first))),
                    removals(entity.key(), 1, rows(first)))
                .toList())))
        .retryWhen(
            Conflicts.retry(failure -> entity.version().isEmpty() && Conflicts.isFirst(failure)))
        .then();
  }

  private Mono<Entity> existing(EntityKey key, Optional<ETag> version) {
    return first(key)
        .switchIfEmpty(Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")))
        .doOnNext(first -> {
          if (version.isPresent() && !version.equals(first.etag())) {
            throw new PreconditionFailedException("");
          }
        });
  }

  /** Reads what a writer needs to know of row 0: its version, and the number of rows. */
  private Mono<Entity> first(EntityKey key) {
    return Mono.defer(
        () -> service.get(table, WideRows.key(key, 0), Selection.of(WideRows.ROWS, "Timestamp")));
  }

  private Mono<WideEntity> replace(WideEntity entity, Entity first) {
    return Mono.fromCallable(() -> WideRows.of(entity))
        .flatMap(rows -> submit(entity, replacement(entity.key(), rows, first)));
  }

  private static List<Write> replacement(EntityKey key, List<Entity> rows, Entity first) {
    var writes = new ArrayList<Write>();
    writes.add(new Write.Update(rows.get(0), WriteMode.REPLACE, version(first)));
    rows.stream().skip(1).forEach(row -> writes.add(new Write.Upsert(row, WriteMode.REPLACE)));
    removals(key, rows.size(), rows(first)).forEach(writes::add);
    return writes;
  }

  private static Stream<Write.Delete> removals(EntityKey key, int from, int end) {
    return IntStream.range(from, Math.max(from, end))
        .mapToObj(row -> new Write.Delete(WideRows.key(key, row), IfMatch.ANY));
  }

  private Mono<WideEntity> submit(WideEntity entity, List<Write> writes) {
    return Mono.defer(() -> service.submit(table, new Batch(writes)))
        .map(results -> entity.stored(results.get(0).etag()));
  }

  private static int rows(Entity first) {
    return first.getInt32(WideRows.ROWS).orElse(1);
  }

  private static IfMatch version(Entity first) {
    return IfMatch.version(first.etag().orElseThrow());
  }
}
