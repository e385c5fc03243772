package io.weir.perf.pattern;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.migration.KeyRegion;
import io.weir.pattern.migration.MovableShards;
import io.weir.pattern.migration.MovableTables;
import io.weir.pattern.migration.RegionMigration;
import io.weir.pattern.partitioned.PartitionedTables;
import io.weir.pattern.partitioned.ShardMap;
import io.weir.pattern.partitioned.ShardMaps;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.report.Measurement;
import io.weir.perf.target.WeirClients;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One service and two of them: reads that name a partition, reads that do not, and a region that
 * moves.
 */
final class ShardingCosts {

  private static final String PARTITIONED = "partitioned-tables";
  private static final String MIGRATION = "region-migration";
  private static final int SHARE = 10;
  private static final String EAST = "east";
  private static final String WEST = "west";
  private static final ShardMap BY_HASH = ShardMap.byHash(EAST, WEST);

  private final PatternBench bench;
  private final Staff staff;
  private final TableName one = new TableName("Whole");
  private final TableName spread = new TableName("Spread");
  private final TableName moving = new TableName("Moving");
  private final TableName maps = new TableName("Maps");

  ShardingCosts(PatternBench bench) {
    this.bench = bench;
    this.staff = bench.staff().first(bench.staff().employees() / SHARE);
  }

  /** Starts a second server, and returns what was measured with both. */
  List<Measurement> measure() throws IOException {
    try (var server = WeirServerProcess.start(bench.surroundings(), Optional.empty());
        var west =
            WeirClient.builder().endpoint(WeirClients.endpoint(server.port())).connect()) {
      var meter = bench.meter().with(server.cpu());
      partitioned(meter, west);
      migration(meter, west);
      return new ArrayList<>(meter.costs());
    }
  }

  private void partitioned(CostMeter meter, TableService west) {
    bench.progress().accept(PARTITIONED);
    StaffLoader.load(bench.raw(), one, staff.all());
    StaffLoader.load(bench.raw(), spread, staff.all().filter(each -> isIn(EAST, each)));
    StaffLoader.load(west, spread, staff.all().filter(each -> isIn(WEST, each)));
    var both = PartitionedTables.over(shards(west), BY_HASH);
    var effort = bench.effort();
    meter
        .ask(PARTITIONED, "read an employee", effort.points())
        .naive("one service", i -> bench.tables().get(one, staff.key(draw(i))))
        .pattern("two shards", i -> both.get(spread, staff.key(draw(i))));
    meter
        .ask(PARTITIONED, "read the first 1,000 employees with a last name", effort.slowly())
        .naive("one service", i -> page(bench.tables(), one, named(i)))
        .pattern("two shards", i -> page(both, spread, named(i)));
    meter
        .ask(PARTITIONED, "page through all employees", effort.scans())
        .naive("one service", i -> pages(bench.tables(), one))
        .pattern("two shards", i -> pages(both, spread));
    meter
        .ask(PARTITIONED, "stream all employees", effort.scans())
        .naive("one service", i -> bench.tables().query(one, Query.ALL))
        .pattern("two shards", i -> both.query(spread, Query.ALL));
    bench.drop(one, spread);
  }

  private void migration(CostMeter meter, TableService west) {
    bench.progress().accept(MIGRATION);
    var half = Staff.department(staff.departments() / 2);
    StaffLoader.load(bench.raw(), moving, staff.all());
    west.createTable(moving).block();
    bench.create(maps.value());
    ShardMaps.of(bench.raw(), maps)
        .insert("staff", ShardMap.byRange(Map.of("", EAST)))
        .block();
    var movable = MovableShards.of(shards(west), bench.tables(), maps, "staff")
        .only(new TableName("Fences"), moving);
    bench.create("Fences");
    west.createTable(new TableName("Fences")).block();
    var router = MovableTables.over(movable);
    meter
        .ask(MIGRATION, "read an employee", bench.effort().points())
        .naive("without a fence", i -> bench.tables().get(moving, staff.key(draw(i))))
        .pattern("movable tables", i -> router.get(moving, staff.key(draw(i))));
    meter
        .ask(MIGRATION, "replace an employee", bench.effort().points())
        .naive("without a fence", i -> bench.tables().write(moving, replacement(i)))
        .pattern("movable tables", i -> router.write(moving, replacement(i)));
    var moved = staff.departments() / 2 * staff.inDepartment();
    meter
        .ask(MIGRATION, "move " + moved + " employees to the other service", 1)
        .pattern(
            "migration, while they are read and written",
            i -> RegionMigration.over(movable).migrate(KeyRegion.from(half), WEST))
        .naive("copy and range delete, while nobody writes", i -> copy(west, half));
    bench.drop(moving, maps);
  }

  /** The counted services of both shards. */
  private Map<String, TableService> shards(TableService west) {
    return Map.of(EAST, bench.tables(), WEST, new CountedTables(west, bench.counts()));
  }

  private static boolean isIn(String shard, Entity employee) {
    return BY_HASH.shardOf(employee.partitionKey()).equals(shard);
  }

  private int draw(int i) {
    return staff.draw(i);
  }

  private Write replacement(int i) {
    return new Write.Upsert(staff.employee(draw(i)), WriteMode.REPLACE);
  }

  private Query named(int i) {
    return Query.ALL.where(Condition.where("LastName").is(staff.lastName(i)).filter());
  }

  private static Mono<Page<Entity>> page(TableService tables, TableName table, Query query) {
    return tables.page(table, query);
  }

  /** Emits the entities of all pages. */
  private static Flux<Entity> pages(TableService tables, TableName table) {
    return tables
        .page(table, Query.ALL)
        .expand(page ->
            page.next() == null ? Mono.empty() : tables.page(table, Query.ALL.from(page.next())))
        .concatMapIterable(Page::items);
  }

  /**
   * Copies the employees of the other service back to the first, and removes them from the other.
   */
  private Mono<Void> copy(TableService west, String half) {
    var counted = new CountedTables(west, bench.counts());
    Filter region = Condition.partitionKey().ge(half).filter();
    var lines = counted
        .query(moving, Query.ALL.where(region))
        .map(each -> BulkLine.of(new Write.Upsert(each, WriteMode.REPLACE)));
    return bench.tables().bulk(moving, lines).then(counted.deleteRange(moving, region));
  }
}
