package io.weir.pattern.migration;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.migration.MigrationWorld.NORTH_AND_SOUTH;
import static io.weir.pattern.migration.MigrationWorld.regions;
import static io.weir.pattern.migration.MigrationWorld.stored;
import static io.weir.pattern.migration.MigrationWorld.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.pattern.PatternDoor;
import io.weir.pattern.partitioned.ShardMap;
import io.weir.pattern.partitioned.ShardMaps;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Migration: the customers of a region move from one service to another while programs read and
 * write them. The source is the service under test, with a feed or without; the target is the
 * reference implementation. {@link MigrationUnderLoadPattern} has programs that write meanwhile,
 * are overtaken, or die.
 */
public interface RegionMigrationPattern extends PatternDoor {

  @Test
  default void theCustomersOfARegionMoveToAnotherService() {
    MigrationWorld.requireJointCommits(this);
    var customers = table("Customers");
    var mapsTable = table("Maps");
    var fences = table("Fences");
    var west = new ModelTableService();
    var maps = ShardMaps.of(weir(), mapsTable);

    // snippet
    var shards = MovableShards.of(
            Map.of("east", weir(), "west", west), weir(), mapsTable, "customers")
        .only(fences, customers);
    var tables = MovableTables.over(shards);

    var moved = maps.insert("customers", ShardMap.byRange(Map.of("", "east")))
        .thenMany(Flux.just("East", "North", "South"))
        .concatMap(region ->
            tables.write(customers, new Write.Insert(Entity.builder(region, "1").build())))
        .then(RegionMigration.over(shards).migrate(KeyRegion.from("N"), "west"));
    // end of snippet

    moved.block(PATIENCE);
    assertThat(regions(tables, customers)).containsExactly("East", "North", "South");
    assertThat(regions(weir(), customers)).containsExactly("East");
    assertThat(regions(west, customers)).containsExactly("North", "South");
    assertThat(await(maps.load("customers")).map())
        .isEqualTo(ShardMap.byRange(Map.of("", "east", "N", "west")));
    assertThat(RegionMigration.over(shards).pending().blockOptional(PATIENCE)).isEmpty();
  }

  /**
   * A router that has known the old map for long writes to the new shard, and nothing to the old
   * one.
   */
  @Test
  default void aRouterWithAnOldMapWritesNothingToTheSourceAfterTheSwitch() {
    var world = new MigrationWorld(this, new ModelTableService());
    var stale = MovableTables.over(world.shards());
    await(stale.write(world.customers(), stored("North", "1", 1)));

    RegionMigration.over(world.shards()).migrate(NORTH_AND_SOUTH, "west").block(PATIENCE);
    await(stale.write(world.customers(), stored("North", "1", 2)));
    await(stale.write(world.customers(), stored("South", "2", 3)));

    assertThat(regions(weir(), world.customers())).isEmpty();
    assertThat(regions(world.west(), world.customers())).containsExactly("North", "South");
    assertThat(value(MovableTables.over(world.shards()), world.customers(), "North", "1"))
        .isEqualTo(2);
  }

  /**
   * A migration that stopped before it removed the closing fence leaves a region that is read, and
   * takes no write.
   */
  @Test
  default void aWriteToAFrozenRegionIsRefusedAsBusyAndTheRegionIsStillRead() {
    var world = new MigrationWorld(this, new ModelTableService());
    var router = MovableTables.over(world.shards());
    await(router.write(world.customers(), stored("East", "1", 1)));
    await(router.write(world.customers(), stored("North", "1", 1)));
    frozen(world);
    var impatient = router.withPatience(Duration.ZERO);

    assertThatThrownBy(() -> await(impatient.write(world.customers(), stored("North", "1", 2))))
        .isInstanceOf(ServiceBusyException.class);
    await(impatient.write(world.customers(), stored("East", "1", 2)));
    assertThat(value(impatient, world.customers(), "North", "1")).isEqualTo(1);
    assertThat(regions(impatient, world.customers())).containsExactly("East", "North");

    RegionMigration.over(world.shards()).rollBack().block(PATIENCE);
    await(impatient.write(world.customers(), stored("North", "1", 3)));
    assertThat(regions(world.west(), world.customers())).isEmpty();
    assertThat(regions(weir(), world.customers())).containsExactly("East", "North");
  }

  @Test
  default void aMapHasOneMigrationAtATimeAndARegionBelongsToOneShard() {
    var world = new MigrationWorld(this, new ModelTableService());
    var migration = RegionMigration.over(world.shards());
    await(migration.begin(NORTH_AND_SOUTH, "west"));

    assertThatThrownBy(() -> await(migration.begin(KeyRegion.from("S"), "west")))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> await(migration.begin(NORTH_AND_SOUTH, "east")))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> await(migration.begin(KeyRegion.key("North"), "west")))
        .isInstanceOf(InvalidRequestException.class);

    migration.resume().block(PATIENCE);
    assertThatThrownBy(() -> await(migration.begin(KeyRegion.from("E"), "west")))
        .as("of two shards")
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  default void aSlotOfAHashAndAKeyOfAListMoveToo() {
    for (var move : Map.of(
            new ShardMap.Hash(List.of("east", "east", "east", "west")),
            KeyRegion.slot(1, 4),
            ShardMap.byList(Map.of(), "east"),
            KeyRegion.key("C07"))
        .entrySet()) {
      var world = new MigrationWorld(this, new ModelTableService());
      var maps = ShardMaps.of(weir(), world.shards().mapTable());
      var before = await(maps.load("customers"));
      await(maps.replace("customers", before, move.getKey()));
      var router = MovableTables.over(world.shards());
      var names = Flux.range(0, 40).map(i -> String.format("C%02d", i));
      await(names.concatMap(name -> router.write(world.customers(), stored(name, "1", 1))));

      RegionMigration.over(world.shards()).migrate(move.getValue(), "west").block(PATIENCE);

      var map = await(maps.load("customers")).map();
      var all = await(names);
      assertThat(all).anyMatch(move.getValue()::contains);
      assertThat(all.stream().filter(move.getValue()::contains).map(map::shardOf))
          .containsOnly("west");
      assertThat(regions(router, world.customers())).isEqualTo(all);
      assertThat(regions(weir(), world.customers()))
          .isEqualTo(
              all.stream().filter(name -> map.shardOf(name).equals("east")).toList());
      assertThat(regions(world.west(), world.customers()))
          .isEqualTo(
              all.stream().filter(name -> map.shardOf(name).equals("west")).toList());
    }
  }

  /** Leaves a migration whose program dies when it compares: the target cannot be read. */
  private static void frozen(MigrationWorld world) {
    var west = new CoreTables(world.west()) {
      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return Flux.error(new ServiceBusyException("test=dead"));
      }

      @Override
      public Mono<List<WriteResult>> commit(JointCommit commit) {
        return world.west().commit(commit);
      }
    };
    var shards = world.withWest(west);
    assertThatThrownBy(
            () -> RegionMigration.over(shards).migrate(NORTH_AND_SOUTH, "west").block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class);
    assertThat(await(RegionMigration.over(shards).pending()).step())
        .isEqualTo(Migration.Step.FROZEN);
  }
}
