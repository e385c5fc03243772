package io.weir.engine.model;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.testkit.Effort;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import reactor.core.publisher.Mono;

/**
 * Random requests to a table with unique indexes. The engine answers as the model does, also after
 * restarts and crashes.
 */
class UniqueIndexProperties {

  private static final int STEPS = Effort.choose(150, 150, 2_000);
  private static final TableName TABLE = new TableName("Birds");
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      IndexDefinition.of("byRing", "Ring").uniquely(),
      IndexDefinition.of("byNameOfOwls", "Name", "Kind").where("Kind eq 'Owl'").uniquely(),
      IndexDefinition.of("whole", "Ring", "Name").uniquely().whole());

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void theEngineRefusesWhatTheModelRefuses(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int shards) throws IOException {
    var folder = TestFolders.create("weir-unique");
    try (var twin = Twin.open(folder.resolve("store"), shards)) {
      var random = new Random(seed);
      twin.request("create", tables -> tables.createTable(TABLE));
      for (var step = 0; step < STEPS; step++) {
        step(twin, random);
      }
      compare(twin);
      twin.crash();
      compare(twin);
      twin.verifyTrees();
    } finally {
      delete(folder);
    }
  }

  private static void step(Twin twin, Random random) throws IOException {
    switch (random.nextInt(40)) {
      case 0, 1, 2 -> {
        var definition = DEFINITIONS.get(random.nextInt(DEFINITIONS.size()));
        twin.request("declare " + definition, tables -> declared(tables, definition));
      }
      case 3 -> {
        var name = DEFINITIONS.get(random.nextInt(DEFINITIONS.size())).name();
        twin.request("drop " + name, tables -> tables.dropIndex(TABLE, name));
      }
      case 4 -> {
        var from = random.nextInt(12);
        var filter = FilterParser.parse(
            "PartitionKey eq 'p" + random.nextInt(3) + "' and RowKey ge 'r" + from + "'");
        twin.request("remove " + filter, tables -> tables.deleteRange(TABLE, filter));
      }
      case 5 -> twin.restart();
      case 6 -> twin.crash();
      case 7 -> compare(twin);
      case 8, 9, 10, 11, 12, 13, 14, 15 -> {
        var batch = batch(random);
        twin.request(
            "batch " + batch.writes(), tables -> tables.submit(TABLE, batch).map(List::size));
      }
      case 16, 17, 18, 19, 20, 21 -> {
        var commit = commit(random);
        twin.request(
            "commit " + commit.operations(), tables -> tables.commit(commit).map(List::size));
      }
      default -> {
        var write = write(random, entity(random, "p" + random.nextInt(3)));
        twin.request("write " + write, tables -> tables.write(TABLE, write).map(done -> true));
      }
    }
  }

  /** Declares an index and returns its final state: the model's is final at once. */
  private static Mono<IndexState> declared(TableService tables, IndexDefinition definition) {
    return tables
        .createIndex(TABLE, definition)
        .then(Mono.defer(() -> tables.indexes(TABLE))
            .map(all -> all.stream()
                .filter(status -> status.definition().equals(definition))
                .map(IndexStatus::state)
                .findFirst()
                .orElseThrow())
            .filter(state -> state != IndexState.BACKFILLING)
            .repeatWhenEmpty(looks -> looks.delayElements(LOOK_AGAIN)));
  }

  private static void compare(Twin twin) {
    twin.request(
        "all",
        tables -> tables
            .query(TABLE, Query.ALL)
            .map(entity -> entity.withTimestamp(0))
            .collectList());
  }

  private static Batch batch(Random random) {
    var partition = "p" + random.nextInt(3);
    var writes = new TreeMap<EntityKey, Write>();
    for (var i = 1 + random.nextInt(4); i > 0; i--) {
      var write = write(random, entity(random, partition));
      writes.put(write.key(), write);
    }
    return new Batch(List.copyOf(writes.values()));
  }

  private static JointCommit commit(Random random) {
    var operations = new TreeMap<EntityKey, TableWrite>();
    for (var i = 1 + random.nextInt(4); i > 0; i--) {
      var entity = entity(random, "p" + random.nextInt(3));
      operations.put(
          entity.key(),
          switch (random.nextInt(8)) {
            case 0 -> TableWrite.absent(TABLE, entity.key());
            case 1 -> TableWrite.present(TABLE, entity.key(), IfMatch.ANY);
            default -> TableWrite.of(TABLE, write(random, entity));
          });
    }
    return new JointCommit(List.copyOf(operations.values()));
  }

  private static Write write(Random random, Entity entity) {
    return switch (random.nextInt(8)) {
      case 0 -> new Write.Insert(entity);
      case 1 -> new Write.Update(entity, WriteMode.REPLACE, IfMatch.ANY);
      case 2 -> new Write.Update(entity, WriteMode.MERGE, IfMatch.ANY);
      case 3 -> new Write.Upsert(entity, WriteMode.MERGE);
      case 4, 5 -> new Write.Delete(entity.key(), IfMatch.ANY);
      default -> new Write.Upsert(entity, WriteMode.REPLACE);
    };
  }

  private static Entity entity(Random random, String partition) {
    var entity = Entity.builder(partition, "r" + random.nextInt(12));
    if (random.nextInt(4) > 0) {
      var ring = random.nextInt(14);
      switch (random.nextInt(3)) {
        case 0 -> entity.set("Ring", ring);
        case 1 -> entity.set("Ring", (long) ring);
        default -> entity.set("Ring", (double) ring);
      }
    }
    if (random.nextInt(3) > 0) {
      entity.set("Name", "n" + random.nextInt(6));
    }
    return entity.set("Kind", random.nextBoolean() ? "Owl" : "Tern").build();
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
