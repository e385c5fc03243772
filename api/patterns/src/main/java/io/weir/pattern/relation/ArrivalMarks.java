package io.weir.pattern.relation;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import reactor.core.publisher.Mono;

/**
 * A table with an entity without properties for each parent: a child that comes to a parent gives
 * it a new version. A commit that has read the children of a parent checks it, and so notices a
 * child that came later.
 *
 * <p>deliberate: a table of its own. The parent's own version would do, but would change under
 * programs that edit the parent.
 */
record ArrivalMarks(TableService service, TableName table) {

  /** Ends the name of the table, which begins with that of the children. */
  static final String SUFFIX = "Arrivals";

  static ArrivalMarks of(TableService service, TableName children) {
    return new ArrivalMarks(service, new TableName(children.value() + SUFFIX));
  }

  Mono<Void> createIfAbsent() {
    return service.createTable(table).onErrorComplete(ConflictException.class);
  }

  /** Returns the write that says that a child comes to a parent. */
  TableWrite coming(EntityKey parent) {
    return TableWrite.of(
        table,
        new Write.Upsert(
            Entity.builder(parent.partitionKey(), parent.rowKey()).build(), WriteMode.REPLACE));
  }

  /** Returns the check that no child comes to a parent between now and the commit. */
  Mono<TableWrite> unchanged(EntityKey parent) {
    return service
        .get(table, parent)
        .map(found ->
            TableWrite.present(table, parent, IfMatch.version(found.etag().orElseThrow())))
        .defaultIfEmpty(TableWrite.absent(table, parent));
  }
}
