package io.weir.cli.serve;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests of each kind to one table. Immutable; any thread. */
record Rehearsal(TableService tables, TableName table, int requests) {

  private static final int IN_FLIGHT = 4;
  private static final int PARTITIONS = 20;
  private static final int PAGE = 20;

  /** Every so many requests there is one of the rarer kinds. */
  private static final int RARELY = 10;

  /** Creates the table, sends the requests, reads everything and drops the table. */
  Mono<Void> run() {
    return tables
        .createTable(table)
        .thenMany(Flux.range(0, requests).flatMap(this::request, IN_FLIGHT))
        .thenMany(tables.query(table, Query.ALL))
        .then(tables.tables(Query.ALL))
        .then(tables.indexes(table))
        .then(tables.deleteTable(table));
  }

  private Mono<Void> request(int number) {
    var key = key(number);
    var common = tables
        .write(table, new Write.Insert(entity(key, number)))
        .then(tables.get(table, key))
        .then(tables.write(table, new Write.Upsert(entity(key, number + 1), WriteMode.REPLACE)));
    return number % RARELY == 0 ? common.then(rare(number)) : common.then();
  }

  private Mono<Void> rare(int number) {
    var key = key(number);
    var filter = FilterParser.parse(
        "PartitionKey eq '" + key.partitionKey() + "' and Number gt " + number / 2);
    return tables
        .write(table, new Write.Update(entity(key, number + 2), WriteMode.MERGE, IfMatch.ANY))
        .then(tables.page(table, Query.ALL.where(filter).top(PAGE)))
        .then(tables.submit(
            table,
            Batch.of(
                new Write.Insert(entity(beside(key, "a"), number)),
                new Write.Insert(entity(beside(key, "b"), number)))))
        .then(tables.write(table, new Write.Delete(key, IfMatch.ANY)))
        .then();
  }

  private static EntityKey key(int number) {
    return new EntityKey("partition" + number % PARTITIONS, String.format("%08d", number));
  }

  private static EntityKey beside(EntityKey key, String suffix) {
    return new EntityKey(key.partitionKey(), key.rowKey() + suffix);
  }

  private static Entity entity(EntityKey key, int number) {
    return Entity.builder(key.partitionKey(), key.rowKey())
        .set("Name", "a name of usual length")
        .set("Number", number)
        .set("Weight", number / 3.0)
        .set("Ringed", number % 2 == 0)
        .build();
  }
}
