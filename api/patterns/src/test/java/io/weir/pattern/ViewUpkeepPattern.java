package io.weir.pattern;

import static io.weir.pattern.EmployeeViews.awaitEnd;
import static io.weir.pattern.EmployeeViews.byEmail;
import static io.weir.pattern.EmployeeViews.counted;
import static io.weir.pattern.EmployeeViews.employee;
import static io.weir.pattern.EmployeeViews.kinds;
import static io.weir.pattern.EmployeeViews.rows;
import static io.weir.pattern.EmployeeViews.running;
import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.view.Aggregate.count;
import static io.weir.pattern.view.Aggregate.max;
import static io.weir.pattern.view.Aggregate.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewFailedException;
import io.weir.pattern.view.ViewProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Views whose programs, keys, sources or rows do not behave: each one stays or becomes what its
 * source implies, or says why not.
 */
public interface ViewUpkeepPattern extends EmployeeViews {

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
}
