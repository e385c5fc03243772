package io.weir.pattern.index;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One write of an entity with the rows of its indexes.
 *
 * <p>The order of the steps, where the service does not commit jointly:
 *
 * <ol>
 *   <li>read the versions of the rows that the entity will no longer have;
 *   <li>write its new rows;
 *   <li>write the entity, under the condition that it is as it was read;
 *   <li>remove its old rows, in the versions that were read;
 *   <li>if the entity is new: write its rows again.
 * </ol>
 *
 * <p>A program that ends early therefore leaves at most rows without an entity; the exception is an
 * insert that ends before step 5, while another program removes the same entity, whose entity may
 * lack its rows. Step 4 cannot remove a row that a later replacement needs: that writer has read
 * the entity after step 3, so it has written the row after step 1, and the row has another version.
 * An insert reads nothing: it may have written its row before step 1 of a removal, and its entity
 * after step 3. Step 5 restores the row, or changes its version in time. A writer that loses step 3
 * removes nothing, because the winner may need the same row.
 */
final class IndexedWrite {

  private final TableName table;
  private final Write write;
  private final boolean isNew;
  private final Map<TableKey, Entity> added = new LinkedHashMap<>();
  private final List<TableKey> removed = new ArrayList<>();

  /** Plans a write. Its condition is that the entity is as it was read before. */
  IndexedWrite(
      TableName table,
      List<IndexTable> indexes,
      Optional<Entity> before,
      Optional<Entity> after,
      Write write) {
    this.table = table;
    this.write = write;
    this.isNew = before.isEmpty();
    for (var index : indexes) {
      after
          .flatMap(index::row)
          .ifPresent(row -> added.put(new TableKey(index.table(), row.key()), row));
      before
          .flatMap(index::row)
          .map(row -> new TableKey(index.table(), row.key()))
          .filter(row -> !added.containsKey(row))
          .ifPresent(removed::add);
    }
  }

  /** Carries out the steps. */
  Mono<WriteResult> inSteps(TableService service) {
    return outdated(service)
        .flatMap(rows -> writeRows(service)
            .then(Mono.defer(() -> service.write(table, write)))
            .flatMap(result -> removeRows(service, rows)
                .then(isNew ? writeRows(service) : Mono.empty())
                .thenReturn(result)));
  }

  private Mono<Void> writeRows(TableService service) {
    return Flux.fromIterable(added.entrySet())
        .concatMap(row -> service.write(row.getKey().table(), upsert(row.getValue())))
        .then();
  }

  private static Mono<Void> removeRows(TableService service, List<TableWrite.Change> rows) {
    return Flux.fromIterable(rows)
        .concatMap(removal -> service
            .write(removal.table(), removal.write())
            .onErrorResume(Conflicts::hasMovedOn, failure -> Mono.empty()))
        .then();
  }

  /** Commits the entity and its rows together. The entity is the first operation. */
  Mono<WriteResult> jointly(TableService service) {
    return outdated(service)
        .flatMap(rows -> {
          var operations = new ArrayList<TableWrite>();
          operations.add(TableWrite.of(table, write));
          added.forEach((key, row) -> operations.add(TableWrite.of(key.table(), upsert(row))));
          operations.addAll(rows);
          return service.commit(new JointCommit(operations));
        })
        .map(results -> results.get(0));
  }

  /** Reads the rows that the entity will no longer have, and returns their removals. */
  private Mono<List<TableWrite.Change>> outdated(TableService service) {
    return Flux.fromIterable(removed)
        .concatMap(row -> service
            .get(row.table(), row.key(), Selection.of("Timestamp"))
            .map(found -> new TableWrite.Change(
                row.table(),
                new Write.Delete(row.key(), IfMatch.version(found.etag().orElseThrow())))))
        .collectList();
  }

  private static Write upsert(Entity row) {
    return new Write.Upsert(row, WriteMode.REPLACE);
  }
}
