package io.weir.client.pattern.large;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.client.pattern.conflict.Conflicts;
import io.weir.client.pattern.removal.HighVolumeDelete;
import java.time.Instant;
import java.util.UUID;
import reactor.core.publisher.Mono;

/**
 * The removal of generations that no head names: first a mark that stops an upload, then the chunks, then the row. If it ends early, the row
 * is still there, and the next removal begins again. Any thread.
 */
record UnusedGenerations(TableService service, TableName table) {

  /** Removes a generation that was replaced. */
  Mono<Void> remove(LargeValue replaced) {
    return remove(ValueUpload.ofGeneration(replaced));
  }

  /** Removes an upload with all that it stored, whatever it stores meanwhile. Completes also if there is none. */
  Mono<Void> discard(EntityKey key, UUID generation) {
    return Mono.defer(() -> service.get(table, ValueRows.upload(key, generation)))
        .filter(row -> ValueUpload.isOpen(row) || ValueUpload.isRemoved(row))
        .flatMap(row -> mark(row).flatMap(this::remove))
        .retryWhen(Conflicts.retry(failure -> failure instanceof PreconditionFailedException));
  }

  /** Removes the generations of a partition whose last write is older than the moment. Returns their number. */
  Mono<Long> collect(String partitionKey, Instant before) {
    return service
        .query(table, Query.ALL.where(ValueRows.uploads(partitionKey)))
        .filter(row -> ValueUpload.isRemoved(row) || isOlder(row, before))
        .concatMap(row -> stop(row).flatMap(upload -> remove(upload).thenReturn(upload)), 0)
        .count();
  }

  private static boolean isOlder(Entity row, Instant moment) {
    return row.timestamp()
        .filter(written -> written.toInstant().isBefore(moment))
        .isPresent();
  }

  /** Marks the row, so that its upload can store nothing more. Empty if the upload has moved on meanwhile. */
  private Mono<ValueUpload> stop(Entity row) {
    return mark(row).onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty());
  }

  private Mono<ValueUpload> mark(Entity row) {
    var upload = ValueUpload.of(row);
    return ValueUpload.isRemoved(row)
        ? Mono.just(upload)
        : service.write(table, upload.write(ValueUpload.State.REMOVED)).thenReturn(upload);
  }

  private Mono<Void> remove(ValueUpload upload) {
    var row = ValueRows.upload(upload.key(), upload.generation());
    return HighVolumeDelete.over(service)
        .delete(table, ValueRows.allChunks(upload.key(), upload.generation()))
        .then(service.write(table, new Write.Delete(row, IfMatch.ANY)))
        .onErrorResume(Conflicts::isGone, gone -> Mono.empty())
        .then();
  }
}
