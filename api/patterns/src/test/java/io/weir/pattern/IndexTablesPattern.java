package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.index.IndexTable;
import io.weir.pattern.index.IndexedTable;
import io.weir.pattern.key.CompoundKey;
import io.weir.testkit.CoreTables;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Inter-partition secondary index, index tables: employees of all departments are found by their
 * last names.
 */
public interface IndexTablesPattern extends PatternDoor {

  @Test
  default void employeesOfAllDepartmentsAreFoundByLastName() {
    var table = table("Employees");
    var namesTable = table("EmployeesByName");
    var ada = employee("Sales", "000223", "Jones");
    var bob = employee("Marketing", "000152", "Jones");

    // snippet
    var byName = IndexTable.by(namesTable, "LastName").including("Email");
    var employees = IndexedTable.of(weir(), table, byName);

    var hired = employees.insert(ada).then(employees.insert(bob));
    var joneses = hired.thenMany(employees.find(byName, "Jones"));
    var addresses = employees
        .covered(byName, "Jones")
        .mapNotNull(row -> row.getString("Email").orElse(null));
    // end of snippet

    assertThat(await(joneses)).extracting(Entity::rowKey).containsExactly("000152", "000223");
    assertThat(await(addresses)).containsExactly("000152@contoso.com", "000223@contoso.com");

    // snippet
    var married = employees.replace(employee("Sales", "000223", "Smith"), IfMatch.ANY);
    var repaired = employees.repair(Duration.ofMinutes(5));
    // end of snippet

    await(married);
    assertThat(await(repaired)).isEmpty();
    assertThat(await(employees.find(byName, "Jones")))
        .extracting(Entity::rowKey)
        .containsExactly("000152");
    assertThat(await(employees.find(byName, "Smith")))
        .extracting(Entity::rowKey)
        .containsExactly("000223");
  }

  @Test
  default void valuesOfSeveralPropertiesAreReadAsARange() {
    var byAge = IndexTable.by(
            table("ByDepartmentAndAge"),
            entity -> entity
                .getInt32("Age")
                .map(age -> CompoundKey.of(entity.partitionKey()).then(age).text()))
        .includingAll();
    var employees = IndexedTable.of(weir(), table("Employees"), byAge);
    Flux.just(41, 9, 30)
        .concatMap(age ->
            employees.insert(Entity.builder("Sales", "e" + age).set("Age", age).build()))
        .blockLast(PATIENCE);
    await(employees.insert(Entity.builder("Sales", "ageless").build()));

    var sales = employees.find(byAge, CompoundKey.of("Sales").prefix());

    assertThat(await(sales)).extracting(Entity::rowKey).containsExactly("e9", "e30", "e41");
    assertThat(await(employees.covered(byAge, CompoundKey.of("Sales").then(30).text())))
        .singleElement()
        .satisfies(copy -> assertThat(copy.getInt32("Age")).contains(30));
    assertThat(await(employees.verify())).isEmpty();
  }

  @Test
  default void aConditionDecidesBetweenTwoWriters() {
    tables().forEach(names -> {
      var byName = IndexTable.by(table("ByName"), "LastName");
      var employees = names.of(weir(), table("Employees"), byName);
      await(employees.insert(employee("Sales", "1", "Jones")));
      var known =
          IfMatch.version(await(employees.find(byName, "Jones").next()).etag().orElseThrow());
      await(employees.replace(employee("Sales", "1", "Smith"), known));

      assertThatThrownBy(() -> await(employees.replace(employee("Sales", "1", "Miller"), known)))
          .isInstanceOf(PreconditionFailedException.class);
      assertThatThrownBy(
              () -> employees.delete(new EntityKey("Sales", "1"), known).block(PATIENCE))
          .isInstanceOf(PreconditionFailedException.class);
      assertThatThrownBy(() -> await(employees.insert(employee("Sales", "1", "Smith"))))
          .isInstanceOf(ConflictException.class);
      assertThatThrownBy(
              () -> await(employees.replace(employee("Sales", "2", "Smith"), IfMatch.ANY)))
          .isInstanceOf(NotFoundException.class);

      assertThat(await(employees.find(byName, "Smith"))).hasSize(1);
      assertThat(await(employees.verify())).as(names + "").isEmpty();
    });
  }

  @Test
  default void concurrentWritersLeaveEveryEntityInItsIndex() {
    tables().forEach(names -> {
      var byName = IndexTable.by(table("ByName"), "LastName").includingAll();
      var employees = names.of(weir(), table("Employees"), byName);
      await(employees.insert(employee("Sales", "1", "n0")));

      Flux.range(0, 24)
          .flatMap(i -> employees.replace(employee("Sales", "1", "n" + i % 3), IfMatch.ANY), 3)
          .blockLast(PATIENCE);

      var found = Flux.just("n0", "n1", "n2").concatMap(name -> employees.find(byName, name));
      assertThat(await(found)).as(names + "").hasSize(1);
      assertThat(await(employees.verify()))
          .as(names + "")
          .noneMatch(each -> each.kind() == Divergence.Kind.MISSING);
      await(employees.withClock(later()).repair(Duration.ofHours(1)));
      assertThat(await(employees.verify())).as(names + "").isEmpty();
    });
  }

  /**
   * The insert has written its row before the removal looks at it, and writes its entity after the
   * removal of the old one.
   */
  @Test
  default void anInsertDuringTheRemovalOfTheSameEntityKeepsItsRow() {
    for (var removesRowLate : List.of(true, false)) {
      var table = table("Employees");
      var namesTable = table("ByName");
      var byName = IndexTable.by(namesTable, "LastName");
      var ada = employee("Sales", "1", "Jones");
      await(IndexedTable.of(weir(), table, byName).insert(ada));

      var entityIsRemoved = Sinks.empty();
      var rowMayBeRemoved = Sinks.empty();
      var removal = IndexedTable.of(
              new CoreTables(weir()) {
                @Override
                public Mono<WriteResult> write(TableName of, Write write) {
                  return of.equals(table)
                      ? super.write(of, write).doOnNext(done -> entityIsRemoved.tryEmitEmpty())
                      : rowMayBeRemoved.asMono().then(super.write(of, write));
                }
              },
              table,
              byName)
          .delete(ada.key(), IfMatch.ANY)
          .cache();
      var insertion = IndexedTable.of(
              new CoreTables(weir()) {
                @Override
                public Mono<WriteResult> write(TableName of, Write write) {
                  return of.equals(table)
                      ? Mono.firstWithSignal(removal, entityIsRemoved.asMono())
                          .then(super.write(of, write))
                          .delayUntil(done -> removesRowLate ? Mono.empty() : removed())
                      : super.write(of, write);
                }

                private Mono<Void> removed() {
                  rowMayBeRemoved.tryEmitEmpty();
                  return removal;
                }
              },
              table,
              byName)
          .insert(ada);
      await(insertion);
      rowMayBeRemoved.tryEmitEmpty();
      removal.block(PATIENCE);

      assertThat(await(IndexedTable.of(weir(), table, byName).find(byName, "Jones")))
          .as("row removed late: " + removesRowLate)
          .hasSize(1);
    }
  }

  @Test
  default void divergenceIsFoundAndRepaired() {
    var namesTable = table("ByName");
    var byName = IndexTable.by(namesTable, "LastName").including("Email");
    var employees = IndexedTable.of(weir(), table("Employees"), byName);
    Flux.just("1", "2")
        .concatMap(id -> employees.insert(employee("Sales", id, "Jones")))
        .blockLast(PATIENCE);
    write(namesTable, new Write.Delete(new EntityKey("Jones", "Sales!1"), IfMatch.ANY));
    write(namesTable, new Write.Upsert(row("Jones", "Sales!2"), WriteMode.REPLACE));
    write(namesTable, new Write.Upsert(row("Smith", "Sales!2"), WriteMode.REPLACE));

    assertThat(kinds(await(employees.verify())))
        .containsExactly("MISSING Sales!1", "STALE Sales!2", "DANGLING Sales!2");
    assertThat(await(employees.find(byName, "Smith"))).isEmpty();

    assertThat(kinds(await(employees.repair(Duration.ofHours(1)))))
        .as("the third row may belong to a write that is under way")
        .containsExactly("MISSING Sales!1", "STALE Sales!2");
    assertThat(kinds(await(employees.withClock(later()).repair(Duration.ofHours(1)))))
        .containsExactly("DANGLING Sales!2");
    assertThat(await(employees.verify())).isEmpty();
  }

  @Test
  default void aProgramThatDiesAtAnyStepLeavesOnlyWhatRepairRemoves() {
    tables().forEach(names -> {
      var table = table("Employees");
      var byName = IndexTable.by(table("ByName"), "LastName").includingAll();
      var employees = names.of(weir(), table, byName);

      var runs = KilledProgram.everywhere(
          weir(),
          (tables, run) -> {
            var dying = names.of(tables, table, byName);
            return dying
                .insert(employee("Sales", run, "Jones" + run))
                .then(dying.replace(employee("Sales", run, "Smith" + run), IfMatch.ANY))
                .then(dying.delete(new EntityKey("Sales", run), IfMatch.ANY));
          },
          run -> {
            for (var name : List.of("Jones" + run, "Smith" + run)) {
              assertThat(await(employees.find(byName, name)))
                  .as(run)
                  .isEqualTo(
                      await(weir().query(table, Query.ALL.where("LastName eq '" + name + "'"))));
            }
            assertThat(await(employees.verify()))
                .as(run)
                .allMatch(each -> names == Way.STEPS && each.kind() == Divergence.Kind.DANGLING);
            await(employees.withClock(later()).repair(Duration.ofHours(1)));
            assertThat(await(employees.verify())).as(run).isEmpty();
            employees
                .delete(new EntityKey("Sales", run), IfMatch.ANY)
                .onErrorComplete(NotFoundException.class)
                .block(PATIENCE);
          });
      assertThat(runs).isGreaterThan(names == Way.STEPS ? 20 : 12);
    });
  }

  /** How an index is kept. */
  enum Way {
    STEPS,
    JOINT;

    IndexedTable of(TableService service, TableName table, IndexTable... indexes) {
      var indexed = IndexedTable.of(service, table, indexes);
      return this == JOINT ? indexed.jointly() : indexed;
    }
  }

  private Stream<Way> tables() {
    return Stream.of(Way.values()).filter(way -> way == Way.STEPS || commitsJointly());
  }

  private static Clock later() {
    return Clock.offset(Clock.systemUTC(), Duration.ofDays(2));
  }

  private static Entity employee(String department, String id, String lastName) {
    return Entity.builder(department, id)
        .set("LastName", lastName)
        .set("Email", id + "@contoso.com")
        .build();
  }

  private static Entity row(String value, String entity) {
    return Entity.builder(value, entity).build();
  }

  private void write(TableName table, Write write) {
    weir().write(table, write).block(PATIENCE);
  }

  private static List<String> kinds(List<Divergence> found) {
    return found.stream()
        .map(each -> each.kind() + " " + each.row().key().rowKey())
        .toList();
  }
}
