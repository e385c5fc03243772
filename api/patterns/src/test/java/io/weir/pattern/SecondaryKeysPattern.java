package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.index.SecondaryKeys;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Intra-partition secondary index: employees are found by number and by e-mail address. */
public interface SecondaryKeysPattern extends PatternDoor {

  @Test
  default void anEmployeeIsFoundByNumberAndByAddress() {
    var table = table("Employees");
    var ada = employee("000223", "ada@contoso.com");

    // snippet
    var employees = SecondaryKeys.of(weir(), table, "EmployeeId", "Email");

    var hired = employees.insert(ada);
    var byAddress = hired.then(employees.get("Sales", "Email", "ada@contoso.com"));
    var moved = hired.then(employees.update(
        "Sales", "EmployeeId", "000223", known -> changed(known, "ada@fabrikam.com")));
    var sorted = employees.query("Sales", "Email");
    // end of snippet

    assertThat(await(byAddress).getString("EmployeeId")).contains("000223");
    await(employees.delete("Sales", "Email", "ada@contoso.com").thenReturn(true));
    await(moved);
    await(employees.insert(employee("000224", "abe@contoso.com")).thenReturn(true));
    assertThat(await(sorted.map(Entity::rowKey)))
        .containsExactly("Email!abe@contoso.com", "Email!ada@fabrikam.com");
    assertThat(employees.get("Sales", "Email", "ada@contoso.com").blockOptional(PATIENCE))
        .isEmpty();
    assertThat(await(employees.verify("Sales"))).isEmpty();
  }

  @Test
  default void everyKeyIsUnique() {
    var employees = SecondaryKeys.of(weir(), table("Employees"), "EmployeeId", "Email");
    employees.insert(employee("1", "a")).block(PATIENCE);
    employees.insert(employee("2", "b")).block(PATIENCE);

    assertThatThrownBy(() -> employees.insert(employee("1", "c")).block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> employees.insert(employee("3", "b")).block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(
            () -> await(employees.update("Sales", "Email", "b", known -> changed(known, "a"))))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> employees
            .insert(Entity.builder("Sales", "").set("EmployeeId", "4").build())
            .block(PATIENCE))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(await(employees.query("Sales", "EmployeeId"))).hasSize(2);
    assertThat(await(employees.query("Sales", "Email"))).hasSize(2);
  }

  @Test
  default void concurrentUpdatesByDifferentKeysAllCount() {
    var employees = SecondaryKeys.of(weir(), table("Employees"), "EmployeeId", "Email");
    employees.insert(employee("1", "a")).block(PATIENCE);

    Flux.range(0, 20)
        .flatMap(
            i -> employees.update(
                "Sales",
                i % 2 == 0 ? "EmployeeId" : "Email",
                i % 2 == 0 ? "1" : "a",
                SecondaryKeysPattern::raised),
            2)
        .blockLast(PATIENCE);

    assertThat(await(employees.get("Sales", "Email", "a")).getInt32("Salary")).contains(20);
    assertThat(await(employees.verify("Sales"))).isEmpty();
  }

  @Test
  default void copiesThatAnotherProgramHasChangedAreFoundAndRepaired() {
    var table = table("Employees");
    var employees = SecondaryKeys.of(weir(), table, "EmployeeId", "Email");
    Flux.just("1", "2", "3")
        .concatMap(id -> employees.insert(employee(id, "m" + id)))
        .blockLast(PATIENCE);
    write(table, new Write.Delete(copyOf("m1").build().key(), IfMatch.ANY));
    write(table, new Write.Upsert(copyOf("m2").set("Salary", 7).build(), WriteMode.MERGE));
    write(
        table,
        new Write.Insert(copyOf("m4").set("EmployeeId", "3").set("Email", "m4").build()));

    assertThat(kinds(await(employees.verify("Sales"))))
        .containsExactly("MISSING Email!m1", "STALE Email!m2", "DANGLING Email!m4");
    assertThat(await(employees.repair("Sales"))).hasSize(3);
    assertThat(await(employees.verify("Sales"))).isEmpty();
    assertThat(await(employees.get("Sales", "Email", "m2")).getInt32("Salary")).contains(0);
  }

  @Test
  default void aProgramThatDiesAtAnyStepLeavesEqualCopies() {
    var table = table("Employees");
    var employees = SecondaryKeys.of(weir(), table, "EmployeeId", "Email");

    KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          var dying = SecondaryKeys.of(tables, table, "EmployeeId", "Email");
          return dying
              .insert(employee(run, "first" + run))
              .then(dying.update(
                  "Sales", "Email", "first" + run, known -> changed(known, "second" + run)))
              .then(dying.delete("Sales", "Email", "second" + run));
        },
        run -> assertThat(await(employees.verify("Sales"))).as(run).isEmpty());
    assertThat(await(weir().query(table, Query.ALL))).isNotEmpty();
  }

  private static Entity employee(String id, String email) {
    return Entity.builder("Sales", "")
        .set("EmployeeId", id)
        .set("Email", email)
        .set("Salary", 0)
        .build();
  }

  private static Entity changed(Entity known, String email) {
    return Entity.builder("Sales", "")
        .set("EmployeeId", known.getString("EmployeeId").orElseThrow())
        .set("Email", email)
        .set("Salary", known.getInt32("Salary").orElseThrow())
        .build();
  }

  private static Entity raised(Entity known) {
    return Entity.builder("Sales", "")
        .set("EmployeeId", known.getString("EmployeeId").orElseThrow())
        .set("Email", known.getString("Email").orElseThrow())
        .set("Salary", known.getInt32("Salary").orElseThrow() + 1)
        .build();
  }

  private static EntityBuilder copyOf(String email) {
    return Entity.builder("Sales", "Email!" + email);
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
