package io.weir.client.pattern;

import static io.weir.client.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
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
import io.weir.api.write.Write;
import io.weir.client.pattern.partitioned.PartitionedTables;
import io.weir.client.pattern.partitioned.ShardMap;
import io.weir.client.pattern.partitioned.ShardMaps;
import io.weir.testkit.ForwardingTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Partitioning: the employees of some departments are stored by another service than the others. */
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
    var west = new ForwardingTables(new ModelTableService()) {
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
    assertThat(await(tables.commit(JointCommit.of(
            TableWrite.of(employees, hired("Sales", "1")),
            TableWrite.of(employees, hired("Press", "1"))))))
        .as("in one shard")
        .hasSize(2);
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
    var failing = new ForwardingTables(weir()) {
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
    return new ForwardingTables(service) {
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
