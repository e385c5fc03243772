package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Write;
import io.weir.pattern.partitioned.PartitionedTables;
import io.weir.pattern.partitioned.ShardMap;
import io.weir.pattern.partitioned.ShardMaps;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * Partitioning: the employees of some departments are stored by another service than the others.
 */
public interface PartitionedTablesPattern extends PatternDoor {

  @Test
  default void departmentsAreSpreadOverTwoServices() {
    var west = new ModelTableService();
    var mapsTable = table("Maps");
    var employees = new TableName("Employees" + RUN + TABLES.incrementAndGet());

    // snippet
    var maps = ShardMaps.of(weir(), mapsTable);
    var stored = maps.insert("employees", ShardMap.byRange(Map.of("", "east", "N", "west")));
    var tables = PartitionedTables.over(
        Map.of("east", weir(), "west", west), maps.cached("employees", Duration.ofMinutes(1)));

    var hired = stored
        .then(tables.createTable(employees))
        .thenMany(Flux.just("Sales", "Marketing", "Press", "Legal"))
        .concatMap(department -> tables.write(
            employees, new Write.Insert(Entity.builder(department, "1").build())));
    var departments = hired.thenMany(tables.query(employees, Query.ALL)).map(Entity::partitionKey);
    // end of snippet

    assertThat(await(departments)).containsExactly("Legal", "Marketing", "Press", "Sales");
    assertThat(departments(weir(), employees)).containsExactly("Legal", "Marketing");
    assertThat(departments(west, employees)).containsExactly("Press", "Sales");
  }

  @Test
  default void aShardThatIsOfflineLeavesTheOthersWorking() {
    var employees = new TableName("Employees" + RUN + TABLES.incrementAndGet());
    var west = new ModelTableService();
    both(weir(), west).createTable(employees).block(PATIENCE);
    await(both(weir(), west).write(employees, hired("Sales", "1")));

    var tables = both(weir(), offline(west));

    await(tables.write(employees, hired("Legal", "1")));
    assertThat(await(tables.get(employees, new EntityKey("Legal", "1"))).rowKey())
        .isEqualTo("1");
    assertThat(await(tables.query(employees, Query.ALL.where("PartitionKey eq 'Legal'"))))
        .hasSize(1);
    assertThatThrownBy(() -> await(tables.get(employees, new EntityKey("Sales", "1"))))
        .isInstanceOf(ServiceFailedException.class);
    StepVerifier.create(tables.stream(employees, Query.ALL).ofType(StreamItem.End.class))
        .verifyError(ServiceFailedException.class);
    assertThatThrownBy(() -> await(tables.page(employees, Query.ALL)))
        .isInstanceOf(ServiceFailedException.class);
  }

  @Test
  default void aMergedQueryIsReadAsItIsRequestedAndResumed() {
    var employees = new TableName("Employees" + RUN + TABLES.incrementAndGet());
    var read = new AtomicInteger();
    var west = new CoreTables(new ModelTableService()) {
      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return super.stream(table, query).doOnNext(item -> read.incrementAndGet());
      }
    };
    var map = ShardMap.byHash("east", "west");
    var tables = PartitionedTables.over(Map.of("east", weir(), "west", west), map);
    tables.createTable(employees).block(PATIENCE);
    var keys = await(Flux.range(0, 400).map(i -> String.format("D%04d", i)));
    Flux.fromIterable(keys)
        .flatMap(key -> tables.write(employees, hired(key, "1")), 16)
        .blockLast(PATIENCE);

    StepVerifier.create(tables.query(employees, Query.ALL).map(Entity::partitionKey), 0)
        .thenRequest(10)
        .expectNextSequence(keys.subList(0, 10))
        .then(() -> assertThat(read.get()).isLessThan(120))
        .thenCancel()
        .verify(PATIENCE);

    var pages = Flux.range(0, 1)
        .concatMap(start -> tables.page(employees, Query.ALL.top(70)))
        .expand(page -> page.next() == null
            ? Mono.empty()
            : tables.page(employees, Query.ALL.top(70).from(page.next())))
        .concatMapIterable(page -> page.items())
        .map(Entity::partitionKey);
    assertThat(await(pages)).isEqualTo(keys);
    assertThat(await(tables.count(employees, Query.ALL)).returned()).isEqualTo(400);
  }

  @Test
  default void whatSpansShardsIsRefusedByName() {
    var employees = new TableName("Employees" + RUN + TABLES.incrementAndGet());
    var tables = both(weir(), new ModelTableService());
    tables.createTable(employees).block(PATIENCE);

    assertThatThrownBy(() -> await(tables.commit(JointCommit.of(
            TableWrite.of(employees, hired("Legal", "1")),
            TableWrite.of(employees, hired("Sales", "1"))))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("operation=joint shards=2");
    assertRefused(
        tables.getAll(List.of(
            new TableKey(employees, new EntityKey("Legal", "1")),
            new TableKey(employees, new EntityKey("Sales", "1")))),
        "operation=joint shards=2");
    assertRefused(
        tables.createIndex(employees, IndexDefinition.of("one", "Email").uniquely()),
        "index=unique shards=2");
    assertRefused(
        tables.page(employees, Query.ALL.orderBy(SortProperty.ascending("Salary"))),
        "orderBy=overShards page=unsupported shards=2 remedy=stream");
    assertRefused(
        tables.changes(FeedScope.of(employees), FeedStart.NOW).next(),
        "operation=changes remedy=followEachShard");
    assertRefused(tables.consumers().list(), "");
    assertThat(await(tables.commit(JointCommit.of(
            TableWrite.of(employees, hired("Sales", "1")),
            TableWrite.of(employees, hired("Press", "1"))))))
        .as("in one shard")
        .hasSize(2);
  }

  /** Both shards keep the index; an order by it is merged, whatever the query selects. */
  @Test
  default void anIndexIsCreatedInAllShardsAndItsOrderIsMerged() {
    assumeTrue(hasIndexes());
    var employees = new TableName("Employees" + RUN + TABLES.incrementAndGet());
    var west = new ModelTableService();
    var tables = both(weir(), west);
    var bySalary = IndexDefinition.of("bySalary", "Salary");
    tables.createTable(employees).block(PATIENCE);
    var departments = List.of("Legal", "Press", "Sales", "Board");
    Flux.range(0, 120)
        .concatMap(
            i -> tables.write(employees, paid(departments.get(i % 4), "e" + i, i * 37 % 120)))
        .blockLast(PATIENCE);

    weir().createIndex(employees, bySalary).block(PATIENCE);
    assertThat(await(tables.indexes(employees)))
        .as("a creation that stopped after the first shard")
        .extracting(IndexStatus::state)
        .containsExactly(IndexState.BACKFILLING);
    tables.createIndex(employees, bySalary).block(PATIENCE);
    await(Mono.defer(() -> tables.indexes(employees))
        .filter(all -> all.get(0).state() == IndexState.READABLE)
        .repeatWhenEmpty(again -> again.delayElements(Duration.ofMillis(20))));
    assertThat(await(tables.indexes(employees))).singleElement().satisfies(index -> {
      assertThat(index.definition()).isEqualTo(bySalary);
      assertThat(index.entries()).isEqualTo(120);
      assertThat(index.progress()).isEqualTo(1);
    });

    var ordered = Query.ALL.orderBy(SortProperty.ascending("Salary"));
    var all = IntStream.range(0, 120).boxed().toList();
    assertThat(salaries(tables, employees, ordered)).isEqualTo(all);
    assertThat(salaries(
            tables,
            employees,
            Query.ALL.orderBy(SortProperty.descending("Salary")).top(3)))
        .containsExactly(119, 118, 117);
    assertThat(await(tables.query(employees, ordered.select("PartitionKey")).take(2)))
        .allSatisfy(found -> assertThat(found.toMap()).isEmpty());
    assertThat(await(tables.count(employees, ordered)).returned()).isEqualTo(120);
    assertThat(await(tables.count(employees, ordered.top(7))).returned()).isEqualTo(7);
    assertThat(await(
                tables.page(employees, ordered.where("PartitionKey eq 'Press'").top(2)))
            .items())
        .as("a page of one shard")
        .hasSize(2);
    StepVerifier.create(tables.stream(employees, ordered).last())
        .assertNext(
            end -> assertThat(((StreamItem.End) end).report().returned()).isEqualTo(120))
        .verifyComplete();

    west.deleteTable(employees).block(PATIENCE);
    assertThatThrownBy(() -> await(tables.query(employees, ordered)))
        .as("a shard without the table")
        .isInstanceOf(NotFoundException.class);
    west.createTable(employees).block(PATIENCE);
    tables.dropIndex(employees, bySalary.name()).block(PATIENCE);
    assertThat(await(tables.indexes(employees))).isEmpty();
    assertThatThrownBy(() -> tables.dropIndex(employees, bySalary.name()).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> await(tables.query(employees, ordered)))
        .isInstanceOf(InvalidRequestException.class);
  }

  private static List<Integer> salaries(TableService tables, TableName employees, Query query) {
    return await(
        tables.query(employees, query).map(found -> found.getInt32("Salary").orElseThrow()));
  }

  private static Write paid(String department, String id, int salary) {
    return new Write.Insert(Entity.builder(department, id).set("Salary", salary).build());
  }

  private static void assertRefused(Mono<?> request, String facts) {
    assertThatThrownBy(() -> request.block(PATIENCE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(facts)
        .extracting(failure -> ((TableServiceException) failure).code())
        .isEqualTo(ErrorCode.NOT_IMPLEMENTED);
  }

  @Test
  default void aTableThatWasCreatedInSomeShardsOnlyIsCompleted() {
    var west = new ModelTableService();

    KilledProgram.everywhere(
        weir(), (tables, run) -> both(tables, west).createTable(staff(run)), run -> {
          both(weir(), west)
              .createTable(staff(run))
              .onErrorComplete(ConflictException.class)
              .block(PATIENCE);
          assertThat(weir().table(staff(run)).blockOptional(PATIENCE)).as(run).isPresent();
          assertThat(west.table(staff(run)).blockOptional(PATIENCE)).as(run).isPresent();
          assertThatThrownBy(() -> both(weir(), west).createTable(staff(run)).block(PATIENCE))
              .isInstanceOf(ConflictException.class);
          both(weir(), west).deleteTable(staff(run)).block(PATIENCE);
          assertThatThrownBy(() -> both(weir(), west).deleteTable(staff(run)).block(PATIENCE))
              .isInstanceOf(NotFoundException.class);
        });
  }

  @Test
  default void mapsAreStoredAndReplacedByVersion() {
    var maps = ShardMaps.of(weir(), table("Maps"));
    for (var map : List.of(
        ShardMap.byHash("a", "b"),
        ShardMap.byRange(Map.of("", "a", "M!x", "b")),
        ShardMap.byList(Map.of("Sales", "a", "", "b"), "c"))) {
      var name = map.getClass().getSimpleName();
      var stored = await(maps.insert(name, map));

      assertThat(await(maps.load(name))).isEqualTo(stored);
      assertThatThrownBy(() -> await(maps.insert(name, map))).isInstanceOf(ConflictException.class);
      await(maps.replace(name, stored, ShardMap.byHash("z")));
      assertThatThrownBy(() -> await(maps.replace(name, stored, map)))
          .isInstanceOf(PreconditionFailedException.class);
      assertThat(await(maps.load(name)).map()).isEqualTo(ShardMap.byHash("z"));
    }
    assertThatThrownBy(() -> await(maps.load("none"))).isInstanceOf(NotFoundException.class);
  }

  @Test
  default void aMapIsReadOnceInATimeAndKeptWhenItCannotBeRead() {
    var table = table("Maps");
    var map = ShardMap.byHash("a", "b");
    await(ShardMaps.of(weir(), table).insert("m", map));
    var reads = new AtomicInteger();
    var failing = new CoreTables(weir()) {
      @Override
      public Mono<Entity> get(TableName of, EntityKey key, Selection selection) {
        return reads.incrementAndGet() == 1
            ? super.get(of, key, selection)
            : Mono.error(new ServiceBusyException(""));
      }
    };

    var forAnHour = ShardMaps.of(failing, table).cached("m", Duration.ofHours(1));
    assertThat(await(forAnHour)).isEqualTo(map);
    assertThat(await(forAnHour)).isEqualTo(map);
    assertThat(reads.get()).isOne();

    reads.set(0);
    var forNoTime = ShardMaps.of(failing, table).cached("m", Duration.ZERO);
    assertThat(await(forNoTime)).isEqualTo(map);
    assertThat(await(forNoTime)).as("the map that was read before").isEqualTo(map);
    assertThat(reads.get()).isEqualTo(2);
    assertThatThrownBy(() -> await(ShardMaps.of(failing, table).cached("m", Duration.ZERO)))
        .isInstanceOf(ServiceBusyException.class);
  }

  private static PartitionedTables both(TableService east, TableService west) {
    return PartitionedTables.over(
        Map.of("east", east, "west", west), ShardMap.byRange(Map.of("", "east", "N", "west")));
  }

  /** A service that answers every request for entities with a failure. */
  private static TableService offline(TableService service) {
    return new CoreTables(service) {
      @Override
      public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
        return Mono.error(failure());
      }

      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return Flux.error(failure());
      }

      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        return Mono.error(failure());
      }

      private ServiceFailedException failure() {
        return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "outcome=notSent", null);
      }
    };
  }

  private static Write hired(String department, String id) {
    return new Write.Insert(Entity.builder(department, id).build());
  }

  private static TableName staff(String run) {
    return new TableName("Staff" + RUN + run);
  }

  private static List<String> departments(TableService service, TableName employees) {
    return await(service.query(employees, Query.ALL).map(Entity::partitionKey));
  }
}
