package io.weir.client.pattern;

import static io.weir.client.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.pattern.migration.KeyRegion;
import io.weir.client.pattern.migration.Migration;
import io.weir.client.pattern.migration.MovableShards;
import io.weir.client.pattern.migration.MovableTables;
import io.weir.client.pattern.migration.RegionMigration;
import io.weir.client.pattern.partitioned.ShardMap;
import io.weir.client.pattern.partitioned.ShardMaps;
import io.weir.testkit.ForwardingTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Migration: the customers of a region move from one service to another while programs read and write them. The source is the service under test,
 * with a feed or without; the target is the reference implementation.
 */
public interface RegionMigrationPattern extends PatternDoor {

  /** All tests move the customers from this region on. */
  KeyRegion NORTH_AND_SOUTH = KeyRegion.from("N");

  @BeforeEach
  default void requireJointCommits() {
    assumeTrue(commitsJointly(), "A fence needs joint commits.");
  }

  @Test
  default void theCustomersOfARegionMoveToAnotherService() {
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

  /** A router that has known the old map for long writes to the new shard, and nothing to the old one. */
  @Test
  default void aRouterWithAnOldMapWritesNothingToTheSourceAfterTheSwitch() {
    var world = new World(this, new ModelTableService());
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

  /** A migration that stopped before it removed the closing fence leaves a region that is read, and takes no write. */
  @Test
  default void aWriteToAFrozenRegionIsRefusedAsBusyAndTheRegionIsStillRead() {
    var world = new World(this, new ModelTableService());
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
    var world = new World(this, new ModelTableService());
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

  /** A writer writes until the migration has ended. A write that meets the frozen region waits. */
  @Test
  default void aWriterAndAReaderGoOnWhileTheRegionMoves() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var world = new World(this, new ModelTableService());
    var router = MovableTables.over(world.shards());
    var expected = new TreeMap<EntityKey, Integer>();
    write(router, world.customers(), expected, random, 20);

    var migrated = RegionMigration.over(world.shards())
        .migrate(NORTH_AND_SOUTH, "west")
        .subscribeOn(Schedulers.parallel())
        .cache();
    var watching = migrated.subscribe();
    for (var round = 0; round < 1_000 && !watching.isDisposed(); round++) {
      write(router, world.customers(), expected, random, 3);
      check("seed=" + seed, router, world.customers(), expected);
    }
    migrated.block(PATIENCE);

    write(router, world.customers(), expected, random, 20);
    check("seed=" + seed, MovableTables.over(world.shards()), world.customers(), expected);
    assertThat(regions(weir(), world.customers())).isSubsetOf("East");
  }

  /** The first program is overtaken just before it writes to the target. The second one moves the region meanwhile, and a writer goes on. */
  @Test
  default void aProgramThatWasOvertakenChangesNothingAnyMore() {
    var world = new World(this, new ModelTableService());
    var router = MovableTables.over(world.shards());
    await(router.write(world.customers(), stored("North", "1", 1)));
    var overtaking = RegionMigration.over(world.shards())
        .resume()
        .then(Mono.defer(() -> router.write(world.customers(), stored("North", "1", 2))));
    var isFirst = new AtomicBoolean(true);
    var delayed = new ForwardingTables(world.west()) {
      @Override
      public Mono<List<WriteResult>> commit(JointCommit commit) {
        var carriedOut = Mono.defer(() -> world.west().commit(commit));
        return Mono.defer(
            () -> isFirst.getAndSet(false) ? overtaking.then(carriedOut) : carriedOut);
      }
    };

    assertThatThrownBy(() -> RegionMigration.over(world.withWest(delayed))
            .migrate(NORTH_AND_SOUTH, "west")
            .block(PATIENCE))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(value(router, world.customers(), "North", "1")).isEqualTo(2);
    assertThat(RegionMigration.over(world.shards()).pending().blockOptional(PATIENCE))
        .isEmpty();
  }

  /**
   * Writers change, add and remove entities after the copy has read them and before the target has them. The feed brings all of it, in order: when the
   * comparison begins, the target is equal, and the comparison writes nothing.
   */
  @Test
  default void changesDuringTheCopyArriveByTheFeedAndLeaveNothingToCompare() {
    assumeTrue(followsChanges());
    var world = new World(this, new ModelTableService());
    var customers = world.customers();
    var router = MovableTables.over(world.shards());
    for (var id = 0; id < 6; id++) {
      await(router.write(customers, stored("North", "" + id, id)));
    }
    var meanwhile = Flux.just(
            stored("North", "1", 101), // changed
            stored("North", "2", 201), // changed twice
            stored("North", "2", 202),
            new Write.Delete(new EntityKey("North", "3"), IfMatch.ANY), // gone
            new Write.Delete(new EntityKey("North", "4"), IfMatch.ANY), // gone and back
            stored("North", "4", 401),
            stored("South", "7", 701), // new
            stored("South", "8", 801), // new and gone
            new Write.Delete(new EntityKey("South", "8"), IfMatch.ANY))
        .concatMap(write -> router.write(customers, write))
        .then();
    var copies = new AtomicInteger();
    var east = new ForwardedShard(weir()) {
      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        return weir()
            .page(table, query)
            .delayUntil(page -> table.equals(customers) && copies.getAndIncrement() == 0
                ? meanwhile
                : Mono.empty());
      }
    };
    var atComparison = new ArrayList<List<String>>();
    var mended = new AtomicInteger();
    var west = new ForwardedShard(world.west()) {
      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return values(world.west(), customers)
            .doOnNext(atComparison::add)
            .thenMany(world.west().stream(table, query));
      }

      @Override
      public Mono<List<WriteResult>> commit(JointCommit commit) {
        var writes = commit.operations().stream()
            .filter(operation -> operation.table().equals(customers))
            .count();
        return Mono.defer(() -> {
          mended.addAndGet(atComparison.isEmpty() ? 0 : (int) writes);
          return world.west().commit(commit);
        });
      }
    };

    RegionMigration.over(world.with(east, west))
        .migrate(NORTH_AND_SOUTH, "west")
        .block(PATIENCE);

    var expected = List.of(
        "North/0=0", "North/1=101", "North/2=202", "North/4=401", "North/5=5", "South/7=701");
    assertThat(copies.get())
        .as("pages of the copy, and later of the emptied source")
        .isPositive();
    assertThat(atComparison).as("one comparison, of an equal target").containsExactly(expected);
    assertThat(mended.get()).as("writes of the comparison").isZero();
    assertThat(await(values(router, customers))).isEqualTo(expected);
  }

  /** A service with all that a migration uses. */
  abstract class ForwardedShard extends ForwardingTables {

    private final TableService shard;

    protected ForwardedShard(TableService shard) {
      super(shard);
      this.shard = shard;
    }

    @Override
    public Mono<List<WriteResult>> commit(JointCommit commit) {
      return shard.commit(commit);
    }

    @Override
    public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
      return shard.getAll(keys);
    }

    @Override
    public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
      return shard.changes(scope, from);
    }
  }

  private static Mono<List<String>> values(TableService service, TableName customers) {
    return service
        .query(customers, Query.ALL)
        .map(each -> each.partitionKey() + "/" + each.rowKey() + "="
            + each.getInt32("Value").orElseThrow())
        .collectList();
  }

  @Test
  default void aSlotOfAHashAndAKeyOfAListMoveToo() {
    for (var move : Map.of(
            new ShardMap.Hash(List.of("east", "east", "east", "west")),
            KeyRegion.slot(1, 4),
            ShardMap.byList(Map.of(), "east"),
            KeyRegion.key("C07"))
        .entrySet()) {
      var world = new World(this, new ModelTableService());
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

  /** The program dies at each of its calls; writers go on; another program finishes, or goes back. */
  @Test
  default void aKilledMigrationLosesNoAcknowledgedWriteAndResurrectsNone() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var worlds = new TreeMap<String, World>();
    var accounts = new TreeMap<String, Map<EntityKey, Integer>>();

    KilledProgram.everywhere(
        (program, run) -> {
          var world = new World(this, new ModelTableService());
          worlds.put(run, world);
          var written = new TreeMap<EntityKey, Integer>();
          accounts.put(run, written);
          var router = MovableTables.over(world.shards()).withPatience(Duration.ZERO);
          write(router, world.customers(), written, random, 8);
          var migrating = RegionMigration.over(world.reachedBy(program));
          return migrating.migrate(NORTH_AND_SOUTH, "west");
        },
        run -> {
          var world = Objects.requireNonNull(worlds.get(run));
          var expected = Objects.requireNonNull(accounts.get(run));
          var router = MovableTables.over(world.shards()).withPatience(Duration.ZERO);
          write(router, world.customers(), expected, random, 6);
          check(seed + " " + run, router, world.customers(), expected);

          var other = RegionMigration.over(world.shards());
          var step = other.pending().map(Migration::step).blockOptional(PATIENCE);
          var back = random.nextBoolean()
              && step.filter(at -> at != Migration.Step.SWITCHED).isPresent();
          (back ? other.rollBack() : other.resume()).block(PATIENCE);

          write(router, world.customers(), expected, random, 6);
          check(seed + " " + run, router, world.customers(), expected);
          check(seed + " " + run, MovableTables.over(world.shards()), world.customers(), expected);
          assertThat(regions(weir(), world.customers()).stream()
                      .filter(NORTH_AND_SOUTH::contains)
                      .toList()
                      .isEmpty()
                  || regions(world.west(), world.customers()).isEmpty())
              .as("seed=%s run=%s step=%s", seed, run, step)
              .isTrue();
        });
  }

  /** The services and tables of one case. */
  record World(MovableShards shards, TableName customers, TableService west) {
    World(PatternDoor door, TableService west) {
      this(shards(door, west), west);
    }

    private World(MovableShards shards, TableService west) {
      this(shards, shards.tables().orElseThrow().iterator().next(), west);
    }

    private static MovableShards shards(PatternDoor door, TableService west) {
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
      return new MovableShards(
          Map.of("east", shards.mapService(), "west", other),
          shards.mapService(),
          shards.mapTable(),
          shards.name(),
          shards.fenceTable(),
          shards.tables());
    }

    /** Returns the shards with both services as a program reaches them. */
    MovableShards with(TableService east, TableService other) {
      return new MovableShards(
          Map.of("east", east, "west", other),
          shards.mapService(),
          shards.mapTable(),
          shards.name(),
          shards.fenceTable(),
          shards.tables());
    }

    /** Returns the shards as a program reaches them that is going to be killed. */
    MovableShards reachedBy(KilledProgram program) {
      var east = program.reach(TableService.class, shards.mapService());
      return new MovableShards(
          Map.of("east", east, "west", program.reach(TableService.class, west)),
          east,
          shards.mapTable(),
          shards.name(),
          shards.fenceTable(),
          shards.tables());
    }
  }

  /** Leaves a migration whose program dies when it compares: the target cannot be read. */
  private static void frozen(World world) {
    var west = new ForwardingTables(world.west()) {
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

  /** Stores and removes customers at random. An acknowledged write is expected from then on; a busy region has written nothing. */
  private static void write(
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

  private static void check(
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

  private static Write stored(String region, String id, int value) {
    return new Write.Upsert(
        Entity.builder(region, id).set("Value", value).build(), WriteMode.REPLACE);
  }

  private static int value(TableService tables, TableName customers, String region, String id) {
    return await(tables.get(customers, new EntityKey(region, id)))
        .getInt32("Value")
        .orElseThrow();
  }

  private static List<String> regions(TableService service, TableName customers) {
    return await(service.query(customers, Query.ALL).map(Entity::partitionKey).distinct());
  }
}
