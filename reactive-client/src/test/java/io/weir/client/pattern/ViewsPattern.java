package io.weir.client.pattern;

import static io.weir.client.pattern.PatternDoor.await;
import static io.weir.client.pattern.view.Aggregate.count;
import static io.weir.client.pattern.view.Aggregate.max;
import static io.weir.client.pattern.view.Aggregate.min;
import static io.weir.client.pattern.view.Aggregate.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.filter.Condition;
import io.weir.client.pattern.index.Divergence;
import io.weir.client.pattern.view.Aggregate;
import io.weir.client.pattern.view.View;
import io.weir.client.pattern.view.ViewDefinition;
import io.weir.client.pattern.view.ViewFailedException;
import io.weir.client.pattern.view.ViewProgress;
import io.weir.client.pattern.view.ViewStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Materialised views: employees by their e-mail addresses, and the salaries of departments. */
public interface ViewsPattern extends PatternDoor {

  @Test
  default void employeesAreFoundByEmail() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var name = name("ByEmail");
    var ada = employee("Sales", "000223", "ada@contoso.com", 70_000);
    put(employees, ada);

    // snippet
    var addresses = ViewDefinition.keyed(
            employees,
            employee -> employee.getString("Email").map(address -> new EntityKey(address, "")))
        .where(employee -> !employee.getBoolean("HasLeft").orElse(false))
        .select("LastName", "Salary");
    var byEmail = View.of(weir(), name, 1, addresses);
    var running = byEmail.run().subscribe();
    var found = byEmail
        .awaitEntity(ada.key()) // to read one's own writes
        .then(byEmail.get(new EntityKey("ada@contoso.com", "")));
    // end of snippet

    try {
      assertThat(await(found).toMap().keySet()).containsExactly("LastName", "Salary");

      put(employees, employee("Sales", "000223", "ada@fabrikam.com", 70_000));
      awaitEnd(byEmail.awaitEntity(ada.key()));
      assertThat(rows(byEmail)).containsOnlyKeys("ada@fabrikam.com/");

      put(employees, hasLeft(ada));
      awaitLater(byEmail, employees);
      assertThat(rows(byEmail)).containsOnlyKeys("later/");

      put(employees, ada);
      delete(employees, ada.key());
      awaitEnd(byEmail.awaitEntity(ada.key()));
      assertThat(rows(byEmail)).containsOnlyKeys("later/");
    } finally {
      running.dispose();
    }
  }

  @Test
  default void salariesAreSummedByDepartment() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var name = name("Salaries");
    put(employees, employee("Sales", "1", "a", 50_000));
    put(employees, employee("Sales", "2", "b", 70_000));
    put(employees, employee("Legal", "3", "c", 60_000));

    // snippet
    var totals = ViewDefinition.grouped(
        employees,
        employee -> Optional.of(new EntityKey("Department", employee.partitionKey())),
        count("Employees"),
        sum("Total", "Salary"),
        min("Lowest", "Salary"),
        max("Highest", "Salary"));
    var salaries = View.of(weir(), name, 1, totals);
    var sales = salaries.build().then(salaries.get(new EntityKey("Department", "Sales")));
    // end of snippet

    assertThat(text(await(sales))).isEqualTo("Employees=2 Total=120000 Lowest=50000 Highest=70000");

    running(salaries, () -> {
      put(employees, employee("Sales", "1", "a", 90_000));
      awaitEnd(salaries.awaitEntity(new EntityKey("Sales", "1")));
      assertThat(rows(salaries).get("Department/Sales"))
          .isEqualTo("Employees=2 Total=160000 Lowest=70000 Highest=90000");

      delete(employees, new EntityKey("Sales", "1"));
      put(employees, employee("Sales", "4", "d", 80_000));
      awaitEnd(salaries.awaitEntity(new EntityKey("Sales", "4")));
      assertThat(rows(salaries).get("Department/Sales"))
          .isEqualTo("Employees=2 Total=150000 Lowest=70000 Highest=80000");

      delete(employees, new EntityKey("Sales", "2"));
      delete(employees, new EntityKey("Sales", "4"));
      awaitEnd(salaries.awaitWrites());
      assertThat(rows(salaries)).containsOnlyKeys("Department/Legal");
      assertThat(await(salaries.verify())).isEmpty();
    });
  }

  @Test
  default void aNewVersionIsBuiltBesideTheOldOneWhichIsThenRemoved() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var name = name("Salaries");
    put(employees, employee("Sales", "1", "a", 50_000));
    var first = View.of(weir(), name, 1, counted(employees, count("Employees")));
    awaitEnd(first.build());
    var ended = first.run().then(Mono.just("ended")).cache();
    var running = ended.subscribe();

    // snippet
    var second = View.of(
        weir(),
        name,
        2,
        ViewDefinition.grouped(
            employees,
            employee -> Optional.of(new EntityKey("Department", employee.partitionKey())),
            sum("Total", "Salary")));
    var switched = second.build();
    // end of snippet

    assertThat(rows(first).get("Department/Sales")).isEqualTo("Employees=1");
    awaitEnd(switched);

    assertThat(rows(first))
        .as("readers of any version read the current one")
        .isEqualTo(rows(second));
    assertThat(rows(second).get("Department/Sales")).isEqualTo("Total=50000");
    put(employees, employee("Sales", "1", "a", 60_000)); // wakes the first version
    assertThat(await(ended)).isEqualTo("ended");
    running.dispose();
    assertThat(await(second.current())).isEqualTo(new TableName(name + "V2"));
    assertThat(weir().table(new TableName(name + "V1")).block(PATIENCE)).isNull();
    assertThat(await(second.status().map(ViewStatus::version))).containsExactly(2);
  }

  @Test
  default void twoProgramsThatRunOneViewCountNothingTwice() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var salaries = View.of(
        weir(),
        name("Salaries"),
        1,
        counted(employees, count("Employees"), sum("Total", "Salary")));
    Flux.range(0, 40)
        .concatMap(i ->
            weir().write(employees, new Write.Insert(employee("Sales", "e" + i, "a" + i, i))))
        .blockLast(PATIENCE);

    running(
        salaries,
        () -> running(salaries, () -> {
          Flux.range(0, 40)
              .concatMap(i -> weir()
                  .write(
                      employees,
                      new Write.Upsert(
                          employee("Sales", "e" + i, "a" + i, 2 * i), WriteMode.REPLACE)))
              .blockLast(PATIENCE);
          Flux.range(0, 40)
              .concatMap(i -> salaries.awaitEntity(new EntityKey("Sales", "e" + i)))
              .blockLast(PATIENCE);

          assertThat(rows(salaries).get("Department/Sales")).isEqualTo("Employees=40 Total=1560");
        }));
    assertThat(await(salaries.verify())).isEmpty();
  }

  @Test
  default void aReaderWaitsForAllWritesThatWereAcknowledged() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var salaries = View.of(weir(), name("Salaries"), 1, counted(employees, count("Employees")))
        .storingPlaces(Duration.ofMillis(200));

    running(salaries, () -> {
      for (var i = 1; i <= 2; i++) {
        put(employees, employee("Sales", "e" + i, "a", 1));
        salaries.awaitWrites().block(PATIENCE);
        assertThat(rows(salaries).get("Department/Sales")).isEqualTo("Employees=" + i);
      }
      assertThat(await(salaries.status())).singleElement().satisfies(status -> {
        assertThat(status.current()).isTrue();
        assertThat(status.applied()).isEqualTo(2);
        assertThat(status.lag()).isPresent();
      });
      assertThat(await(weir().consumers().list()).stream()
              .filter(consumer -> consumer.table().equals(Optional.of(employees))))
          .as("the mark of the waiting is removed")
          .hasSize(1);
    });
  }

  @Test
  default void oneOfTheEntitiesWithOneKeyHasTheRow() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var byEmail = View.of(weir(), name("ByEmail"), 1, byEmail(employees));
    put(employees, employee("Sales", "2", "same", 2));
    put(employees, employee("Sales", "1", "same", 1));
    put(employees, employee("Sales", "3", "same", 3));
    awaitEnd(byEmail.build());
    running(byEmail, () -> {
      assertThat(rows(byEmail).get("same/")).contains("Salary=1");

      put(employees, employee("Sales", "1", "other", 1));
      awaitEnd(byEmail.awaitEntity(new EntityKey("Sales", "1")));
      assertThat(rows(byEmail).get("same/")).contains("Salary=2");
      assertThat(rows(byEmail).get("other/")).contains("Salary=1");

      delete(employees, new EntityKey("Sales", "2"));
      awaitLater(byEmail, employees);
      assertThat(rows(byEmail).get("same/")).contains("Salary=3");
    });
    assertThat(await(byEmail.verify())).isEmpty();
  }

  @Test
  default void removedRangesAndTheDropOfTheSourceEmptyTheView() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var salaries = View.of(weir(), name("Salaries"), 1, counted(employees, count("Employees")));
    for (var department : List.of("Legal", "Press", "Sales")) {
      Flux.range(0, 200)
          .map(i -> new Write.Insert(employee(department, "e" + i, "a", i)))
          .buffer(100)
          .concatMap(writes -> weir().submit(employees, new Batch(List.copyOf(writes))))
          .blockLast(PATIENCE);
    }
    awaitEnd(salaries.build());
    var progress = new ArrayList<ViewProgress>();
    var ended = salaries.run().doOnNext(progress::add).then(Mono.just("ended")).cache();
    var running = ended.subscribe();

    weir().deleteRange(employees, Condition.partitionKey().is("Press").filter()).block(PATIENCE);
    put(employees, employee("Press", "late", "a", 1));
    awaitEnd(salaries.awaitEntity(new EntityKey("Press", "late")));
    assertThat(rows(salaries))
        .isEqualTo(Map.of(
            "Department/Legal", "Employees=200",
            "Department/Press", "Employees=1",
            "Department/Sales", "Employees=200"));
    weir().deleteRange(employees, Filter.ALL).block(PATIENCE);
    awaitEnd(salaries.awaitWrites());
    put(employees, employee("Legal", "last", "a", 1));
    awaitEnd(salaries.awaitEntity(new EntityKey("Legal", "last")));
    assertThat(rows(salaries)).isEqualTo(Map.of("Department/Legal", "Employees=1"));

    weir().deleteTable(employees).block(PATIENCE);
    assertThat(await(ended)).isEqualTo("ended");
    running.dispose();
    assertThat(rows(salaries)).isEmpty();
    assertThat(progress.get(progress.size() - 1).ended()).isTrue();
    assertThat(await(salaries.run().map(ViewProgress::ended))).containsExactly(true);
  }

  @Test
  default void divergenceOfAViewIsFoundAndRepaired() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    var name = name("Salaries");
    var salaries =
        View.of(weir(), name, 1, counted(employees, count("Employees"), max("Highest", "Salary")));
    for (var i = 1; i <= 4; i++) {
      put(employees, employee("Sales", "e" + i, "a", i));
    }
    put(employees, employee("Legal", "e9", "a", 9));
    awaitEnd(salaries.build());
    assertThat(await(salaries.verify())).isEmpty();

    var sources = new TableName(name + "V1Sources");
    var rows = new TableName(name + "V1");
    delete(sources, new EntityKey("Sales", "e4"));
    delete(rows, new EntityKey("Department", "Legal"));
    put(rows, Entity.builder("Department", "Press").set("Employees", 7L).build());

    assertThat(kinds(await(salaries.verify())))
        .contains("MISSING Sales", "STALE Sales", "MISSING Legal", "DANGLING Press");
    assertThat(await(salaries.repair())).isNotEmpty();
    assertThat(await(salaries.verify())).isEmpty();
    assertThat(rows(salaries))
        .isEqualTo(Map.of(
            "Department/Legal", "Employees=1 Highest=9",
            "Department/Sales", "Employees=4 Highest=4"));

    running(salaries, () -> {
      put(employees, employee("Sales", "e4", "a", 2));
      awaitEnd(salaries.awaitEntity(new EntityKey("Sales", "e4")));
      assertThat(rows(salaries).get("Department/Sales")).isEqualTo("Employees=4 Highest=3");
    });
  }

  @Test
  default void aChangeThatCannotBeAppliedEndsTheViewAndSaysWhich() {
    assumeTrue(followsChanges());
    var employees = table("Employees");
    put(employees, employee("Sales", "1", "a", 1));
    put(employees, employee("Sales", "2", "not/a/key", 2));

    assertThatThrownBy(() ->
            View.of(weir(), name("ByEmail"), 1, byEmail(employees)).build().block(PATIENCE))
        .isInstanceOf(ViewFailedException.class)
        .hasMessageContaining("Sales")
        .hasMessageContaining("2");
  }

  @Test
  default void aViewThatIsNotFilledIsNotReadAsAnEmptyOne() {
    assumeTrue(followsChanges());
    var view = View.of(weir(), name("ByEmail"), 1, byEmail(table("Employees")));

    assertThatThrownBy(() -> view.query(Query.ALL).blockLast(PATIENCE))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("state=notFilled");
    awaitEnd(view.build());
    assertThat(rows(view)).isEmpty();
    view.drop().block(PATIENCE);
    assertThat(view.current().block(PATIENCE)).isNull();
  }

  @Test
  default void aServiceWithoutChangeFeedRefusesAView() {
    assumeFalse(followsChanges());
    var name = name("ByEmail");

    assertThatThrownBy(
            () -> View.of(weir(), name, 1, byEmail(table("Employees"))).build().block(PATIENCE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("needs=changeFeed,namedConsumers,jointCommits")
        .extracting(failure -> ((TableServiceException) failure).code())
        .isEqualTo(ErrorCode.NOT_IMPLEMENTED);
    assertThat(weir().table(new TableName(name + "V1")).block(PATIENCE)).isNull();
  }

  private static ViewDefinition byEmail(TableName employees) {
    return ViewDefinition.keyed(
        employees, each -> each.getString("Email").map(address -> new EntityKey(address, "")));
  }

  private static ViewDefinition counted(TableName employees, Aggregate... aggregates) {
    return ViewDefinition.grouped(
        employees,
        each -> Optional.of(new EntityKey("Department", each.partitionKey())),
        aggregates);
  }

  /** Does something while a program runs the view. */
  private static void running(View view, Runnable test) {
    var failures = new ArrayList<Throwable>();
    var running = view.run().subscribe(progress -> {}, failures::add);
    try {
      test.run();
    } finally {
      running.dispose();
    }
    assertThat(failures).isEmpty();
  }

  /** Waits for all earlier changes of a department: a feed keeps the order of a partition. */
  private void awaitLater(View byEmail, TableName employees) {
    var later = employee("Sales", "later", "later", 0);
    put(employees, later);
    awaitEnd(byEmail.awaitEntity(later.key()));
  }

  private static void awaitEnd(Mono<Void> done) {
    done.block(PATIENCE);
  }

  private static Map<String, String> rows(View view) {
    var rows = new TreeMap<String, String>();
    PatternDoor.await(view.query(Query.ALL))
        .forEach(row -> rows.put(row.partitionKey() + "/" + row.rowKey(), text(row)));
    return rows;
  }

  private static String text(Entity row) {
    var text = new StringBuilder();
    row.toMap()
        .forEach((name, value) -> text.append(text.isEmpty() ? "" : " ")
            .append(name)
            .append('=')
            .append(
                value instanceof EdmInt64 number
                    ? number.value()
                    : row.getInt32(name).<Object>map(each -> each).orElse(value)));
    return text.toString();
  }

  private static List<String> kinds(List<Divergence> found) {
    return found.stream()
        .map(each -> each.kind() + " " + each.row().key().rowKey())
        .toList();
  }

  private static Entity employee(String department, String id, String email, int salary) {
    return Entity.builder(department, id)
        .set("LastName", "Jones")
        .set("Email", email)
        .set("Salary", salary)
        .build();
  }

  private static Entity hasLeft(Entity employee) {
    var left = Entity.builder(employee.partitionKey(), employee.rowKey()).set("HasLeft", true);
    employee.toMap().forEach(left::set);
    return left.build();
  }

  private void put(TableName table, Entity entity) {
    weir().write(table, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
  }

  private void delete(TableName table, EntityKey key) {
    weir().write(table, new Write.Delete(key, IfMatch.ANY)).block(PATIENCE);
  }
}
