package io.weir.pattern.migration;

import static io.weir.pattern.PatternDoor.PATIENCE;
import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.PatternDoor;
import io.weir.pattern.partitioned.ShardMap;
import io.weir.pattern.partitioned.ShardMaps;
import java.util.List;
import java.util.Map;
import java.util.Random;
import reactor.core.publisher.Mono;

/** The services and tables of one case. */
record MigrationWorld(MovableShards shards, TableName customers, TableService west) {

  /** All tests move the customers from this region on. */
  static final KeyRegion NORTH_AND_SOUTH = KeyRegion.from("N");

  MigrationWorld(PatternDoor door, TableService west) {
    this(shards(door, west), west);
  }

  private MigrationWorld(MovableShards shards, TableService west) {
    this(shards, shards.tables().orElseThrow().iterator().next(), west);
  }

  private static MovableShards shards(PatternDoor door, TableService west) {
    requireJointCommits(door);
    var customers = door.table("Customers");
    west.createTable(customers).block(PATIENCE);
    var mapsTable = door.table("Maps");
    await(ShardMaps.of(door.weir(), mapsTable)
        .insert("customers", ShardMap.byRange(Map.of("", "east"))));
    return MovableShards.of(
            Map.of("east", door.weir(), "west", west), door.weir(), mapsTable, "customers")
        .only(door.table("Fences"), customers);
  }

  /** Returns the shards with the target as a program reaches it. */
  MovableShards withWest(TableService other) {
    return with(shards.mapService(), other);
  }

  /** Returns the shards with both services as a program reaches them. */
  MovableShards with(TableService east, TableService other) {
    return with(east, other, shards.mapService());
  }

  /** Returns the shards as a program reaches them that is going to be killed. */
  MovableShards reachedBy(KilledProgram program) {
    var east = program.reach(TableService.class, shards.mapService());
    return with(east, program.reach(TableService.class, west), east);
  }

  private MovableShards with(TableService east, TableService other, TableService mapService) {
    return new MovableShards(
        Map.of("east", east, "west", other),
        mapService,
        shards.mapTable(),
        shards.name(),
        shards.fenceTable(),
        shards.tables());
  }

  /** Leaves the case out for a service without joint commits. */
  static void requireJointCommits(PatternDoor door) {
    assumeTrue(door.commitsJointly(), "A fence needs joint commits.");
  }

  /**
   * Stores and removes customers at random. An acknowledged write is expected from then on; a busy
   * region has written nothing.
   */
  static void write(
      TableService tables,
      TableName customers,
      Map<EntityKey, Integer> expected,
      Random random,
      int writes) {
    for (var i = 0; i < writes; i++) {
      var key = new EntityKey(
          List.of("East", "North", "South").get(random.nextInt(3)), "" + random.nextInt(3));
      var value = random.nextInt(1_000);
      var removes = expected.containsKey(key) && random.nextInt(3) == 0;
      var write = removes
          ? new Write.Delete(key, IfMatch.ANY)
          : stored(key.partitionKey(), key.rowKey(), value);
      var isDone = await(tables
          .write(customers, write)
          .thenReturn(true)
          .onErrorResume(ServiceBusyException.class, busy -> Mono.just(false)));
      if (isDone && removes) {
        expected.remove(key);
      } else if (isDone) {
        expected.put(key, value);
      }
    }
  }

  static void check(
      String run, TableService tables, TableName customers, Map<EntityKey, Integer> expected) {
    for (var region : List.of("East", "North", "South")) {
      for (var id = 0; id < 3; id++) {
        var key = new EntityKey(region, "" + id);
        tables
            .get(customers, key)
            .map(found -> found.getInt32("Value").orElseThrow())
            .defaultIfEmpty(-1)
            .onErrorResume(ServiceBusyException.class, busy -> Mono.empty())
            .blockOptional(PATIENCE)
            .ifPresent(value -> assertThat(value)
                .as("seed and run=%s key=%s", run, key)
                .isEqualTo(expected.getOrDefault(key, -1)));
      }
    }
    tables
        .query(customers, Query.ALL)
        .map(Entity::key)
        .collectList()
        .onErrorResume(ServiceBusyException.class, busy -> Mono.empty())
        .blockOptional(PATIENCE)
        .ifPresent(found -> assertThat(found)
            .as("seed and run=%s", run)
            .containsExactlyElementsOf(expected.keySet()));
  }

  static Write stored(String region, String id, int value) {
    return new Write.Upsert(
        Entity.builder(region, id).set("Value", value).build(), WriteMode.REPLACE);
  }

  static int value(TableService tables, TableName customers, String region, String id) {
    return await(tables.get(customers, new EntityKey(region, id)))
        .getInt32("Value")
        .orElseThrow();
  }

  static List<String> regions(TableService service, TableName customers) {
    return await(service.query(customers, Query.ALL).map(Entity::partitionKey).distinct());
  }
}
