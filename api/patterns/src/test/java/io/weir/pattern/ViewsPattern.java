package io.weir.pattern;

import static io.weir.pattern.EmployeeViews.awaitEnd;
import static io.weir.pattern.EmployeeViews.counted;
import static io.weir.pattern.EmployeeViews.employee;
import static io.weir.pattern.EmployeeViews.hasLeft;
import static io.weir.pattern.EmployeeViews.rows;
import static io.weir.pattern.EmployeeViews.running;
import static io.weir.pattern.EmployeeViews.text;
import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.view.Aggregate.count;
import static io.weir.pattern.view.Aggregate.max;
import static io.weir.pattern.view.Aggregate.min;
import static io.weir.pattern.view.Aggregate.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewDefinition;
import io.weir.pattern.view.ViewStatus;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Materialised views: employees by their e-mail addresses, and the salaries of departments. */
public interface ViewsPattern extends EmployeeViews {

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
        assertThat(status.applied())
            .as("an entity that changes during the first fill may count twice")
            .isBetween(2L, 4L);
        assertThat(status.lag()).isPresent();
      });
      assertThat(await(weir().consumers().list()).stream()
              .filter(consumer -> consumer.table().equals(Optional.of(employees))))
          .as("the mark of the waiting is removed")
          .hasSize(1);
    });
  }
}
