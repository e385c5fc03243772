package io.weir.api.contract;

import static java.util.stream.Collectors.groupingBy;

import io.weir.api.Aggregates;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table of the implementation under test, with blocking methods for scenarios. Each method waits
 * for its answer for at most {@link #PATIENCE}.
 */
final class Table {

  /** The longest time that a method waits for its answer. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String RUN =
      Long.toString(System.nanoTime(), Character.MAX_RADIX).replace('-', 'x');
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final int BATCHES_IN_FLIGHT = 8;
  private static final int MOST_PAGES = 500;

  private final Door door;
  private final TableName name;

  private Table(Door door, TableName name) {
    this.door = door;
    this.name = name;
  }

  /** Creates an empty table with a fresh name. */
  static Table in(Door door) {
    var table = absentIn(door);
    table.create();
    return table;
  }

  /** Returns a table that was never created. */
  static Table absentIn(Door door) {
    return new Table(door, freshName("Strikes"));
  }

  static Table named(Door door, String name) {
    return new Table(door, new TableName(name));
  }

  /** Returns a name that no other scenario uses. */
  static TableName freshName(String beginning) {
    return new TableName(beginning + RUN + "n" + COUNTER.incrementAndGet());
  }

  TableName name() {
    return name;
  }

  void create() {
    door.service().createTable(name).block(PATIENCE);
  }

  void drop() {
    door.service().deleteTable(name).block(PATIENCE);
  }

  Optional<TableName> lookUp() {
    return door.service().table(name).blockOptional(PATIENCE);
  }

  WriteResult insert(EntityBuilder entity) {
    return insert(entity.build());
  }

  WriteResult insert(Entity entity) {
    return write(new Write.Insert(entity));
  }

  WriteResult upsert(WriteMode mode, EntityBuilder entity) {
    return write(new Write.Upsert(entity.build(), mode));
  }

  WriteResult update(WriteMode mode, EntityBuilder entity, IfMatch ifMatch) {
    return write(new Write.Update(entity.build(), mode, ifMatch));
  }

  WriteResult delete(String partitionKey, String rowKey, IfMatch ifMatch) {
    return write(new Write.Delete(new EntityKey(partitionKey, rowKey), ifMatch));
  }

  void deleteRange(String filter) {
    door.service().deleteRange(name, FilterParser.parse(filter)).block(PATIENCE);
  }

  WriteResult write(Write write) {
    return answered(door.service().write(name, write).block(PATIENCE));
  }

  List<WriteResult> submit(Write... writes) {
    return submit(List.of(writes));
  }

  List<WriteResult> submit(List<Write> writes) {
    return answered(door.service().submit(name, new Batch(writes)).block(PATIENCE));
  }

  /** Upserts many small entities in batches of 100. */
  Table load(Stream<EntityBuilder> entities) {
    var byPartition = entities
        .map(entity -> (Write) new Write.Upsert(entity.build(), WriteMode.REPLACE))
        .collect(groupingBy(write -> write.key().partitionKey()));
    Flux.fromIterable(byPartition.values())
        .concatMapIterable(Table::batches)
        .flatMap(batch -> door.service().submit(name, batch), BATCHES_IN_FLIGHT)
        .blockLast(PATIENCE);
    return this;
  }

  Optional<Entity> find(String partitionKey, String rowKey) {
    return door.service().get(name, new EntityKey(partitionKey, rowKey)).blockOptional(PATIENCE);
  }

  /** Writes jointly. */
  void commit(Write... writes) {
    var operations = Stream.of(writes).map(write -> TableWrite.of(name, write)).toList();
    door.service().commit(new JointCommit(operations)).block(PATIENCE);
  }

  void declare(IndexDefinition definition) {
    door.service().createIndex(name, definition).block(PATIENCE);
  }

  void dropIndex(String index) {
    door.service().dropIndex(name, new IndexName(index)).block(PATIENCE);
  }

  List<IndexStatus> indexes() {
    return answered(door.service().indexes(name).block(PATIENCE));
  }

  /** Waits until all indexes are readable, and returns them. */
  List<IndexStatus> awaitIndexes() {
    return answered(Mono.defer(() -> door.service().indexes(name))
        .filter(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE));
  }

  /** Waits until the backfill of each index has ended, and returns the indexes. */
  List<IndexStatus> awaitBackfills() {
    return answered(Mono.defer(() -> door.service().indexes(name))
        .filter(all -> all.stream().noneMatch(each -> each.state() == IndexState.BACKFILLING))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(PATIENCE));
  }

  long count(Query query) {
    return answered(door.service().count(name, query).block(PATIENCE)).returned();
  }

  Aggregates aggregate(Query query, Aggregation aggregation) {
    return answered(door.service().aggregate(name, query, aggregation).block(PATIENCE));
  }

  boolean deleteIfExists(String partitionKey, String rowKey) {
    var key = new EntityKey(partitionKey, rowKey);
    return answered(door.service().deleteIfExists(name, key).block(PATIENCE));
  }

  boolean deleteIfExists(String partitionKey, String rowKey, IfMatch version) {
    var key = new EntityKey(partitionKey, rowKey);
    return answered(door.service().deleteIfExists(name, key, version).block(PATIENCE));
  }

  /** Returns an entity that must exist. */
  Entity get(String partitionKey, String rowKey) {
    return find(partitionKey, rowKey).orElseThrow();
  }

  Page<Entity> page(Query query) {
    return answered(door.service().page(name, query).block(PATIENCE));
  }

  /** Returns all pages of a query, following their continuations. Fails when they do not end. */
  List<Page<Entity>> pages(Query query) {
    var pages = new ArrayList<Page<Entity>>();
    for (var page = page(query); pages.size() < MOST_PAGES; page = page(query.from(page.next()))) {
      pages.add(page);
      if (page.next() == null) {
        return pages;
      }
    }
    throw new AssertionError("The pages do not end. pages=" + MOST_PAGES + " query=" + query);
  }

  /** Returns the entities of all pages. */
  List<Entity> select(Query query) {
    return pages(query).stream().flatMap(page -> page.items().stream()).toList();
  }

  List<Entity> select(String filter) {
    return select(Query.ALL.where(filter));
  }

  /** Returns all entities of the table. */
  List<Entity> all() {
    return select(Query.ALL);
  }

  Flux<StreamItem> stream(Query query) {
    return door.service().stream(name, query);
  }

  /** Returns all items of a stream. */
  List<StreamItem> items(Query query) {
    return answered(stream(query).collectList().block(PATIENCE));
  }

  private static List<Batch> batches(List<Write> writes) {
    var count = (writes.size() + Batch.MAX_WRITES - 1) / Batch.MAX_WRITES;
    return IntStream.range(0, count)
        .mapToObj(i -> writes.subList(
            i * Batch.MAX_WRITES, Math.min((i + 1) * Batch.MAX_WRITES, writes.size())))
        .map(Batch::new)
        .toList();
  }

  private static <T> T answered(@Nullable T answer) {
    if (answer == null) {
      throw new AssertionError("The service completed without an answer.");
    }
    return answer;
  }
}
