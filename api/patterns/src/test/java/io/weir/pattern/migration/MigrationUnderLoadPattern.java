package io.weir.pattern.migration;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.migration.MigrationWorld.NORTH_AND_SOUTH;
import static io.weir.pattern.migration.MigrationWorld.check;
import static io.weir.pattern.migration.MigrationWorld.regions;
import static io.weir.pattern.migration.MigrationWorld.stored;
import static io.weir.pattern.migration.MigrationWorld.value;
import static io.weir.pattern.migration.MigrationWorld.write;
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
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.PatternDoor;
import io.weir.testkit.CoreTables;
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
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Migrations while others write, and migrations whose program is overtaken or dies. */
public interface MigrationUnderLoadPattern extends PatternDoor {

  /** A writer writes until the migration has ended. A write that meets the frozen region waits. */
  @Test
  default void aWriterAndAReaderGoOnWhileTheRegionMoves() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var world = new MigrationWorld(this, new ModelTableService());
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

  /**
   * The first program is overtaken just before it writes to the target. The second one moves the
   * region meanwhile, and a writer goes on.
   */
  @Test
  default void aProgramThatWasOvertakenChangesNothingAnyMore() {
    var world = new MigrationWorld(this, new ModelTableService());
    var router = MovableTables.over(world.shards());
    await(router.write(world.customers(), stored("North", "1", 1)));
    var overtaking = RegionMigration.over(world.shards())
        .resume()
        .then(Mono.defer(() -> router.write(world.customers(), stored("North", "1", 2))));
    var isFirst = new AtomicBoolean(true);
    var delayed = new CoreTables(world.west()) {
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
   * Writers change, add and remove entities after the copy has read them and before the target has
   * them. The feed brings all of it, in order: when the comparison begins, the target is equal, and
   * the comparison writes nothing.
   */
  @Test
  default void changesDuringTheCopyArriveByTheFeedAndLeaveNothingToCompare() {
    assumeTrue(followsChanges());
    var world = new MigrationWorld(this, new ModelTableService());
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

  /**
   * The program dies at each of its calls; writers go on; another program finishes, or goes back.
   */
  @Test
  default void aKilledMigrationLosesNoAcknowledgedWriteAndResurrectsNone() {
    MigrationWorld.requireJointCommits(this);
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var worlds = new TreeMap<String, MigrationWorld>();
    var accounts = new TreeMap<String, Map<EntityKey, Integer>>();

    KilledProgram.everywhere(
        (program, run) -> {
          var world = new MigrationWorld(this, new ModelTableService());
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

  private static Mono<List<String>> values(TableService service, TableName customers) {
    return service
        .query(customers, Query.ALL)
        .map(each -> each.partitionKey() + "/" + each.rowKey() + "="
            + each.getInt32("Value").orElseThrow())
        .collectList();
  }

  /** A service with all that a migration uses. */
  abstract class ForwardedShard extends CoreTables {

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
}
