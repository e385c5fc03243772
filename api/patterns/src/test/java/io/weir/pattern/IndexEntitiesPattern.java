package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.pattern.index.IndexEntities;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/**
 * Index entities: the numbers of all employees with one last name, in an entity of their
 * department.
 */
public interface IndexEntitiesPattern extends PatternDoor {

  @Test
  default void employeesAreFoundByTheirLastName() {
    var table = table("Employees");

    // snippet
    var employees = IndexEntities.of(weir(), table, "LastName");

    var hired = Flux.just(
            employee("000223", "Jones"), employee("000152", "Jones"), employee("000224", "Smith"))
        .concatMap(employees::insert);
    var joneses = hired.thenMany(employees.find("Sales", "Jones"));
    // end of snippet

    assertThat(await(joneses.map(Entity::rowKey))).containsExactly("000152", "000223");
    assertThat(await(employees.values("Sales"))).containsExactly("Jones", "Smith");

    employees.replace(employee("000223", "Smith")).block(PATIENCE);
    employees.delete(new EntityKey("Sales", "000152")).block(PATIENCE);

    assertThat(await(employees.values("Sales"))).containsExactly("Smith");
    assertThat(await(employees.rows("Sales", "Smith"))).containsExactly("000223", "000224");
  }

  @Test
  default void concurrentWritersOfOneNameLoseNoEntry() {
    var employees = IndexEntities.of(weir(), table("Employees"), "LastName");

    Flux.range(0, 20)
        .flatMap(i -> employees.insert(employee("" + (100 + i), "Jones")), 3)
        .blockLast(PATIENCE);

    assertThat(await(employees.find("Sales", "Jones"))).hasSize(20);
  }

  @Test
  default void onlyAnEntityThatExistsIsChanged() {
    var employees = IndexEntities.of(weir(), table("Employees"), "LastName");
    employees.insert(employee("1", "Jones")).block(PATIENCE);

    assertThatThrownBy(() -> employees.insert(employee("1", "Smith")).block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> employees.replace(employee("2", "Smith")).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> employees.delete(new EntityKey("Sales", "2")).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThat(await(employees.values("Sales"))).containsExactly("Jones");
  }

  @Test
  default void aListHasRoomForAsManyKeysAsItsEntity() {
    var table = table("Employees");
    var employees = IndexEntities.of(weir(), table, "LastName");
    var pieces = Flux.range(0, 15)
        .collect(
            () -> Entity.builder("Sales", "~LastName!Jones"),
            (list, i) -> list.set("Rows" + i, String.format("%05d", i) + "x".repeat(32_700) + "/"));
    weir().write(table, new Write.Insert(await(pieces).build())).block(PATIENCE);

    employees.insert(employee("1", "Jones")).block(PATIENCE);

    assertThatThrownBy(
            () -> employees.insert(employee("2".repeat(512), "Jones")).block(PATIENCE))
        .isInstanceOf(InvalidRequestException.class)
        .extracting(failure -> ((TableServiceException) failure).code())
        .isEqualTo(ErrorCode.ENTITY_TOO_LARGE);
    assertThat(await(employees.rows("Sales", "Jones"))).hasSize(16).contains("1");
  }

  @Test
  default void aProgramThatDiesAtAnyStepLeavesAListThatAgrees() {
    var table = table("Employees");
    var employees = IndexEntities.of(weir(), table, "LastName");

    KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          var dying = IndexEntities.of(tables, table, "LastName");
          return dying
              .insert(employee(run, "Jones"))
              .then(dying.replace(employee(run, "Smith")))
              .then(dying.delete(new EntityKey("Sales", run)));
        },
        run -> {
          for (var name : List.of("Jones", "Smith")) {
            assertThat(await(employees.rows("Sales", name)))
                .as(run)
                .isEqualTo(await(weir()
                    .query(table, Query.ALL.where("LastName eq '" + name + "'"))
                    .map(Entity::rowKey)));
          }
        });
  }

  private static Entity employee(String id, String lastName) {
    return Entity.builder("Sales", id).set("LastName", lastName).build();
  }
}
