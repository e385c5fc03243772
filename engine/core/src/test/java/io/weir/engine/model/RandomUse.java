package io.weir.engine.model;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import reactor.core.publisher.Mono;

/** Random steps on a {@link Twin}, one after another. */
final class RandomUse {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Twin twin;
  private final RandomData data;

  RandomUse(Twin twin, Random random) {
    this.twin = twin;
    this.data = new RandomData(random);
  }

  void step() throws IOException {
    var kind = data.below(100);
    if (kind < 24) {
      submit(1 + data.below(100));
    } else if (kind < 36) {
      bulk(1 + data.below(60));
    } else if (kind < 60) {
      write();
    } else if (kind < 70) {
      get();
    } else if (kind < 84) {
      query();
    } else if (kind < 91) {
      deleteRange();
    } else if (kind < 95) {
      createOrDrop();
    } else {
      disturb(kind);
    }
  }

  /** Restarts and similar steps: about one in twenty. */
  private void disturb(int kind) throws IOException {
    switch (kind) {
      case 95 -> twin.restart();
      case 96, 97 -> twin.crash();
      default -> twin.snapshot();
    }
  }

  void createTables() {
    for (var i = 0; i < 3; i++) {
      var table = new TableName("Table" + i);
      twin.request("create " + table, tables -> tables.createTable(table));
    }
  }

  /** Compares all tables and entities. */
  void compareAll() {
    for (var i = 0; i < 3; i++) {
      var table = new TableName("Table" + i);
      twin.request("all of " + table, tables -> tables.query(table, Query.ALL).collectList());
    }
    twin.request("tables", tables -> tables.tables().collectList());
  }

  private void createOrDrop() {
    var table = data.table();
    if (data.below(3) == 0) {
      twin.request("drop " + table, tables -> tables.deleteTable(table));
    } else {
      twin.request("create " + table, tables -> tables.createTable(table));
    }
  }

  private void write() {
    var table = data.table();
    var entity = data.entity();
    var write = write(table, entity);
    twin.request("write " + write.key(), tables -> tables.write(table, write));
  }

  private void submit(int count) {
    var table = data.table();
    var partition = data.partition();
    var writes = new TreeMap<EntityKey, Write>();
    var strict = data.below(4) == 0; // most batches should succeed
    for (var i = 0; i < count; i++) {
      var entity = data.entity(partition, data.row());
      writes.put(
          entity.key(),
          strict ? write(table, entity) : new Write.Upsert(entity, WriteMode.REPLACE));
    }
    var inBounds = List.copyOf(writes.values()).subList(0, Math.min(12, writes.size()));
    var batch = new Batch(strict ? inBounds : bounded(writes));
    twin.request("batch in " + partition, tables -> tables.submit(table, batch));
  }

  /** Writes lines of many partitions, some of them in groups. */
  private void bulk(int units) {
    var table = data.table();
    var lines = new ArrayList<BulkLine>();
    for (var unit = 0; unit < units; unit++) {
      if (data.below(4) == 0) {
        lines.addAll(group(table, "g" + unit));
      } else {
        lines.add(BulkLine.of(write(table, data.entity())));
      }
    }
    twin.bulk("bulk of " + lines.size(), table, lines);
  }

  private List<BulkLine> group(TableName table, String name) {
    var partition = data.partition();
    var lines = new TreeMap<EntityKey, BulkLine>();
    for (var i = data.below(6); i >= 0; i--) {
      var entity = data.entity(partition, data.row());
      lines.put(entity.key(), BulkLine.of(write(table, entity), name));
    }
    return List.copyOf(lines.values());
  }

  /** Returns the first 40 writes, which fit into a batch in bytes. */
  private static List<Write> bounded(SortedMap<EntityKey, Write> writes) {
    var all = List.copyOf(writes.values());
    return all.subList(0, Math.min(all.size(), 40));
  }

  private Write write(TableName table, Entity entity) {
    return switch (data.below(6)) {
      case 0 -> new Write.Insert(entity);
      case 1 -> new Write.Upsert(entity, WriteMode.REPLACE);
      case 2 -> new Write.Upsert(entity, WriteMode.MERGE);
      case 3 -> new Write.Update(entity, WriteMode.REPLACE, ifMatch(table, entity.key()));
      case 4 -> new Write.Update(entity, WriteMode.MERGE, ifMatch(table, entity.key()));
      default -> new Write.Delete(entity.key(), ifMatch(table, entity.key()));
    };
  }

  /** Returns any version, the stored one, or one that never existed. */
  private IfMatch ifMatch(TableName table, EntityKey key) {
    return switch (data.below(4)) {
      case 0 -> IfMatch.ANY;
      case 1 -> IfMatch.version(ETag.ofTimestamp(4711));
      default -> IfMatch.version(ETag.ofTimestamp(storedTicks(table, key)));
    };
  }

  private long storedTicks(TableName table, EntityKey key) {
    var stored =
        twin.model().get(table, key).onErrorResume(absent -> Mono.empty()).blockOptional(PATIENCE);
    return stored.map(Entity::timestampTicks).orElse(1L);
  }

  private void get() {
    var table = data.table();
    var key = data.key();
    twin.request("get " + key, tables -> tables.get(table, key));
  }

  private void deleteRange() {
    var table = data.table();
    var filter = data.keyRange();
    twin.request(
        "delete " + filter, tables -> tables.deleteRange(table, FilterParser.parse(filter)));
  }

  private void query() {
    var table = data.table();
    var ascending = Query.ALL.where(data.filter());
    var query = data.below(2) == 0 ? ascending : ascending.descending();
    if (data.below(2) == 0) {
      twin.request("stream " + query, tables -> tables.query(table, query).collectList());
    } else {
      var top = 1 + data.below(30);
      twin.request("pages of " + top + " " + query, tables -> pages(tables, table, query.top(top)));
    }
  }

  /** Reads all pages, one after another. */
  private static Mono<List<Entity>> pages(TableService tables, TableName table, Query query) {
    return tables
        .page(table, query)
        .expand(page ->
            page.next() == null ? Mono.empty() : tables.page(table, query.from(page.next())))
        .concatMapIterable(Page::items)
        .collectList();
  }
}
