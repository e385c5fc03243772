package io.weir.pattern.large;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.Conflicts;
import io.weir.pattern.HighVolumeDelete;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The removal of generations that no head names: first a mark that stops an upload, then the
 * chunks, then the row. If it ends early, the row is still there, and the next removal begins
 * again. Any thread.
 *
 * <p>The head is read after the mark. A marked upload cannot become the value any more, so a
 * generation that the head does not name then stays unused. A generation that the head does name
 * keeps its chunks: only a row that another program has written by hand says otherwise.
 */
record UnusedGenerations(TableService service, TableName table) {

  private static final Logger LOG = LoggerFactory.getLogger(UnusedGenerations.class);

  /**
   * deliberate: one warning for each process, because every upload of the partition meets a
   * malformed row again.
   */
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** Removes a generation that was replaced. */
  Mono<Void> remove(LargeValue replaced) {
    return remove(ValueUpload.ofGeneration(replaced));
  }

  /**
   * Removes an upload with all that it stored, whatever it stores meanwhile. Completes also if
   * there is none.
   */
  Mono<Void> discard(EntityKey key, UUID generation) {
    return Mono.defer(() -> service.get(table, ValueRows.upload(key, generation)))
        .filter(row -> ValueUpload.isOpen(row) || ValueUpload.isRemoved(row))
        .flatMap(row -> mark(row).flatMap(this::remove))
        .retryWhen(Conflicts.retry(failure -> failure instanceof PreconditionFailedException));
  }

  /**
   * Removes the allowed generations of a partition whose last write is older than the moment.
   * Returns their number.
   */
  Mono<Long> collect(String partitionKey, Instant before, Predicate<ValueUpload> allowed) {
    return collect(rows(Query.ALL.where(ValueRows.uploads(partitionKey))), before, allowed);
  }

  /**
   * Does the same with at most so many rows: those of the key, those after them, and then those
   * before them.
   */
  Mono<Long> collectNear(EntityKey key, Instant before, int most) {
    var fromHere = rows(Query.ALL.where(ValueRows.uploadsFrom(key)).top(most));
    var others = rows(Query.ALL.where(ValueRows.uploadsBefore(key)).top(most));
    return collect(fromHere.concatWith(others).take(most), before, upload -> true);
  }

  private Flux<Entity> rows(Query query) {
    return Flux.defer(() -> service.query(table, query));
  }

  private Mono<Long> collect(Flux<Entity> rows, Instant before, Predicate<ValueUpload> allowed) {
    return rows.filter(row -> ValueUpload.isRemoved(row) || isOlder(row, before))
        .concatMap(row -> collect(row, allowed), 0)
        .count();
  }

  private Mono<ValueUpload> collect(Entity row, Predicate<ValueUpload> allowed) {
    try {
      return allowed.test(ValueUpload.of(row))
          ? stop(row).flatMap(upload -> remove(upload).thenReturn(upload))
          : Mono.empty();
    } catch (InvalidRequestException malformed) {
      skipped(row, malformed);
      return Mono.empty();
    }
  }

  private void skipped(Entity row, InvalidRequestException malformed) {
    if (WARNED.compareAndSet(false, true)) {
      LOG.atWarn()
          .addKeyValue("table", table)
          .addKeyValue("key", row.key())
          .addKeyValue("failure", malformed.getMessage())
          .log("row that no upload has written is not collected; further ones are not reported");
    }
  }

  private static boolean isOlder(Entity row, Instant moment) {
    return row.timestamp()
        .filter(written -> written.toInstant().isBefore(moment))
        .isPresent();
  }

  /**
   * Marks the row, so that its upload can store nothing more. Empty if the upload has moved on
   * meanwhile.
   */
  private Mono<ValueUpload> stop(Entity row) {
    return mark(row).onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty());
  }

  private Mono<ValueUpload> mark(Entity row) {
    var upload = ValueUpload.of(row);
    return ValueUpload.isRemoved(row)
        ? Mono.just(upload)
        : service.write(table, upload.write(ValueUpload.State.REMOVED)).map(upload::stored);
  }

  private Mono<Void> remove(ValueUpload upload) {
    return isLive(upload).flatMap(live -> live ? forget(upload) : removeUnused(upload));
  }

  private Mono<Boolean> isLive(ValueUpload upload) {
    return service
        .get(table, upload.key())
        .map(head ->
            LargeValue.generationOf(head).filter(upload.generation()::equals).isPresent())
        .defaultIfEmpty(false);
  }

  /**
   * Removes the mark alone, unless another program has written the row since: it may now name a
   * replaced generation.
   */
  private Mono<Void> forget(ValueUpload live) {
    return Mono.justOrEmpty(live.version())
        .flatMap(version ->
            service.write(table, new Write.Delete(live.lastRow(), IfMatch.version(version))))
        .onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty())
        .then();
  }

  private Mono<Void> removeUnused(ValueUpload upload) {
    return HighVolumeDelete.over(service)
        .delete(table, ValueRows.allChunks(upload.key(), upload.generation()))
        .then(service.write(table, new Write.Delete(upload.lastRow(), IfMatch.ANY)))
        .onErrorResume(Conflicts::isGone, gone -> Mono.empty())
        .then();
  }
}
