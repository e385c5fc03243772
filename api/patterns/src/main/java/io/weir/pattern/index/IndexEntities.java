package io.weir.pattern.index;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.Lookups;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An index by a string property, in the partition of its entities: for each value an entity with
 * the list of row keys, {@code ~LastName!Jones}.
 *
 * <p>One batch writes an entity and its lists, so both are always equal. Row keys that begin with
 * {@code ~} and the property's name are reserved. A list has room for 480 Ki UTF-16 units, such as
 * 70,000 row keys of 6; a longer one fails with {@code EntityTooLarge}. All writers of one value
 * wait for each other, so the pattern suits values with few and seldom changing entities.
 * Immutable; any thread.
 *
 * <p>deliberate: a list is read and written, not appended to in place. Which of its properties has
 * room follows from all of them, and a list without row keys is removed, as {@link #values} needs.
 * The entity that a row key belongs to is read for most writes in any case.
 */
public final class IndexEntities {

  /** Most properties of a list, each of 32 Ki UTF-16 units. */
  private static final int MOST_PIECES = 15;

  /** Ends a row key in a list. No key contains it. */
  private static final char END = '/';

  private static final String PIECE = "Rows";

  private final TableService service;
  private final TableName table;
  private final String property;

  private IndexEntities(TableService service, TableName table, String property) {
    this.service = service;
    this.table = table;
    this.property = property;
  }

  /** Returns the entities of a table, which exists, with an index by this property. */
  public static IndexEntities of(TableService service, TableName table, String property) {
    return new IndexEntities(service, table, property);
  }

  /** Stores a new entity. Fails with {@code EntityAlreadyExists}. */
  public Mono<Void> insert(Entity entity) {
    return Mono.defer(() -> change(list(entity), rows -> rows.add(entity.rowKey())))
        .flatMap(list -> service.submit(table, Batch.of(list, new Write.Insert(entity))))
        .retryWhen(Conflicts.retry(Conflicts::isFirst))
        .then();
  }

  /**
   * Replaces an entity of any version, also if the indexed value has changed. Fails with
   * {@code ResourceNotFound}.
   */
  public Mono<Void> replace(Entity entity) {
    return stored(entity.key())
        .flatMap(before -> list(before).equals(list(entity))
            ? service
                .write(table, new Write.Update(entity, WriteMode.REPLACE, version(before)))
                .then()
            : move(before, entity).then())
        .retryWhen(Conflicts.retry(IndexEntities::isOvertaken))
        .then();
  }

  /** Removes an entity of any version. Fails with {@code ResourceNotFound}. */
  public Mono<Void> delete(EntityKey key) {
    return stored(key)
        .flatMap(before -> change(list(before), rows -> rows.remove(before.rowKey()))
            .flatMap(list ->
                service.submit(table, Batch.of(list, new Write.Delete(key, version(before))))))
        .retryWhen(Conflicts.retry(IndexEntities::isOvertaken))
        .then();
  }

  /** Returns the row keys of the entities with a value, sorted. */
  public Flux<String> rows(String partitionKey, String value) {
    return Flux.defer(
        () -> service.get(table, list(partitionKey, value)).flatMapIterable(IndexEntities::rows));
  }

  /** Returns the entities with a value, in the order of their row keys. */
  public Flux<Entity> find(String partitionKey, String value) {
    return Lookups.of(
            service, table, rows(partitionKey, value).map(row -> new EntityKey(partitionKey, row)))
        .filter(entity -> entity.getString(property).equals(Optional.of(value)));
  }

  /** Returns the values that have entities, sorted. */
  public Flux<String> values(String partitionKey) {
    return Flux.defer(() -> service.query(
            table,
            Query.ALL.where(Condition.partitionKey()
                .is(partitionKey)
                .and(Condition.rowKey().within(lists().prefix()))
                .filter())))
        .map(list -> {
          var parts = CompoundKeyReader.of(list.rowKey());
          parts.text();
          return parts.text();
        });
  }

  private Mono<?> move(Entity before, Entity after) {
    return change(list(before), rows -> rows.remove(before.rowKey()))
        .zipWhen(removed -> change(list(after), rows -> rows.add(after.rowKey())))
        .flatMap(lists -> service.submit(
            table,
            Batch.of(
                lists.getT1(),
                lists.getT2(),
                new Write.Update(after, WriteMode.REPLACE, version(before)))));
  }

  private Mono<Entity> stored(EntityKey key) {
    return Mono.defer(() -> service.get(table, key))
        .switchIfEmpty(Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")));
  }

  /**
   * Reads a list and returns the write of the changed one, under the condition that the stored one
   * stays as it was read.
   */
  private Mono<Write> change(EntityKey list, Consumer<SortedSet<String>> change) {
    return service
        .get(table, list)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .map(stored -> {
          var rows = stored.map(IndexEntities::rows).orElseGet(TreeSet::new);
          change.accept(rows);
          return write(list, stored, rows);
        });
  }

  private static Write write(EntityKey list, Optional<Entity> stored, SortedSet<String> rows) {
    if (stored.isPresent() && rows.isEmpty()) {
      return new Write.Delete(list, version(stored.get()));
    }
    var changed = entity(list, rows);
    return stored
        .<Write>map(known -> new Write.Update(changed, WriteMode.REPLACE, version(known)))
        .orElseGet(() -> new Write.Insert(changed));
  }

  private static Entity entity(EntityKey list, SortedSet<String> rows) {
    var entity = Entity.builder(list.partitionKey(), list.rowKey());
    var pieces = pieces(rows);
    if (pieces.size() > MOST_PIECES) {
      throw new InvalidRequestException(
          ErrorCode.ENTITY_TOO_LARGE, "indexEntity=full rows=" + rows.size());
    }
    for (var i = 0; i < pieces.size(); i++) {
      entity.set(PIECE + i, pieces.get(i));
    }
    return entity.build();
  }

  /** Joins the row keys to as few texts as fit in properties. A key is never divided. */
  private static List<String> pieces(SortedSet<String> rows) {
    var pieces = new ArrayList<String>();
    var piece = new StringBuilder();
    for (var row : rows) {
      if (piece.length() + row.length() + 1 > Limits.STRING_UNITS) {
        pieces.add(piece.toString());
        piece.setLength(0);
      }
      piece.append(row).append(END);
    }
    if (!piece.isEmpty()) {
      pieces.add(piece.toString());
    }
    return pieces;
  }

  private static SortedSet<String> rows(Entity list) {
    var rows = new TreeSet<String>();
    for (var i = 0; i < MOST_PIECES; i++) {
      var piece = list.getString(PIECE + i).orElse("");
      var at = 0;
      for (var end = piece.indexOf(END); end >= 0; end = piece.indexOf(END, at)) {
        rows.add(piece.substring(at, end));
        at = end + 1;
      }
    }
    return rows;
  }

  private EntityKey list(Entity entity) {
    return list(
        entity.partitionKey(),
        entity
            .getString(property)
            .orElseThrow(() -> new InvalidRequestException(
                ErrorCode.INVALID_INPUT, "missing=" + property + " type=String")));
  }

  private EntityKey list(String partitionKey, String value) {
    return new EntityKey(partitionKey, lists().then(value).text());
  }

  private CompoundKey lists() {
    return CompoundKey.of("~" + property);
  }

  /** Whether a batch has met another version of the entity or of a list than it had read. */
  private static boolean isOvertaken(Throwable failure) {
    return failure instanceof PreconditionFailedException
        || failure instanceof TableServiceException refused
            && refused.failedOperation() >= 0
            && (refused.code() == ErrorCode.ENTITY_ALREADY_EXISTS || Conflicts.isGone(refused));
  }

  private static IfMatch version(Entity entity) {
    return IfMatch.version(entity.etag().orElseThrow());
  }
}
