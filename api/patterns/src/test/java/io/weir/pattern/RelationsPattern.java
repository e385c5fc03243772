package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.partitionKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.Batch;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.relation.Family;
import io.weir.pattern.relation.FamilyTable;
import io.weir.pattern.relation.Members;
import io.weir.pattern.relation.ParentLink;
import io.weir.pattern.relation.SplitFamilies;
import io.weir.pattern.typed.EntityType;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** One-to-many: a department with its employees, in one partition and in two tables. */
public interface RelationsPattern extends CompanyTypes {

  EntityType<Department> DEPARTMENT = EntityType.of(Department.class);
  EntityType<Employee> EMPLOYEE = EntityType.of(Employee.class);
  Duration SETTLED = Duration.ofHours(1);

  @Test
  default void aDepartmentWithItsEmployeesIsReadAndWrittenAsOne() {
    var table = table("Company");

    // snippet
    var company = FamilyTable.of(
        weir(),
        table,
        "department",
        EntityType.of(Department.class),
        EntityType.of(Employee.class));
    var founded = company.insert(new Family<>(
        Department.of("D1", "Sales"),
        List.of(Employee.of("D1", "1", "Jones"), Employee.of("D1", "2", "Smith"))));
    var changed = founded
        .then(company.insertChild(Employee.of("D1", "3", "Miller")))
        .then(company.update(
            "D1",
            family -> family
                .withParent(Department.of("D1", "Marketing"))
                .withChildren(family.children().subList(1, 3))));
    // end of snippet

    var family = await(changed);
    assertThat(family.parent().name()).isEqualTo("Marketing");
    assertThat(family.children()).extracting(Employee::id).containsExactly("2", "3");
    company.deleteChild(family.children().get(0)).block(PATIENCE);
    assertThat(await(company.get("D1")).children()).extracting(Employee::id).containsExactly("3");
    company.delete("D1").block(PATIENCE);
    assertThat(company.get("D1").blockOptional(PATIENCE)).isEmpty();
    assertThat(await(weir().query(table, Query.ALL))).isEmpty();
    company.delete("D1").block(PATIENCE);
  }

  @Test
  default void aFamilyWithoutItsParentTakesNoChildren() {
    var company = company(weir(), table("Company"));

    assertThatThrownBy(
            () -> company.insertChild(Employee.of("D1", "1", "Jones")).block(PATIENCE))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("parent=D1");
    await(company.insert(family(2)));
    assertThatThrownBy(() -> await(company.insert(family(2))))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> company.deleteChild(Employee.of("D1", "9", "")).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> await(
            company.insert(new Family<>(new Department("D2", "other", "Sales", null), List.of()))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("parentRow=other expected=department");
    assertThatThrownBy(() -> await(company.insert(new Family<>(
            Department.of("D2", "Sales"), List.of(Employee.of("D2", "department", ""))))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("isThatOf=parent");
    assertThatThrownBy(() -> await(company.update(
            "D1",
            family -> family.withChildren(
                List.of(Employee.of("D1", "1", "a"), Employee.of("D1", "1", "b"))))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("isThatOf=anotherChild");
  }

  /** A batch has 100 writes, of which one is the parent. */
  @Test
  default void aFamilyIsStoredAtOnceUpToTheLimitOfABatchAndGrowsBeyondIt() {
    var company = company(weir(), table("Company"));
    var most = Batch.MAX_WRITES - 1;

    assertThatThrownBy(() -> await(company.insert(family(most + 1))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("writes=101 limit=100");
    assertThat(await(company.insert(family(most))).children()).hasSize(most);
    company.insertChild(Employee.of("D1", "more", "Jones")).block(PATIENCE);
    var grown =
        await(company.update("D1", family -> family.withParent(Department.of("D1", "Marketing"))));
    assertThat(grown.children()).hasSize(most + 1);
    assertThat(grown.parent().name()).isEqualTo("Marketing");

    company.delete("D1").block(PATIENCE);
    assertThat(company.get("D1").blockOptional(PATIENCE)).isEmpty();
  }

  /** More children than a page has. See {@code FamilyRacesPattern} for reads between writes. */
  @Test
  default void aFamilyOfSeveralPagesIsReadWhole() {
    var company = company(weir(), table("Company"));
    await(company.insert(family(50)));
    for (var round = 0; round < 12; round++) {
      var first = 50 + 90 * round;
      await(company.update(
          "D1",
          family -> family.withChildren(Stream.concat(
                  family.children().stream(),
                  IntStream.range(first, first + 90).mapToObj(RelationsPattern::employee))
              .toList())));
    }

    assertThat(await(company.get("D1")).children()).hasSize(50 + 12 * 90);
  }

  @Test
  default void writersOfOneFamilyLoseNoChild() {
    var company = company(weir(), table("Company"));
    await(company.insert(family(0)));

    Flux.range(0, 12)
        .flatMap(
            i -> i % 2 == 0
                ? company.insertChild(employee(i)).thenReturn(i)
                : company
                    .update(
                        "D1",
                        family -> family.withChildren(
                            Stream.concat(family.children().stream(), Stream.of(employee(i)))
                                .toList()))
                    .thenReturn(i),
            3)
        .blockLast(PATIENCE);

    assertThat(await(company.get("D1")).children()).hasSize(12);
  }

  @Test
  default void aProgramThatDiesLeavesAWholeFamily() {
    var table = table("Company");
    var sizes = new TreeSet<Integer>();

    KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          var company = company(tables, table);
          return company
              .insert(new Family<>(
                  Department.of(run, "Sales"),
                  IntStream.range(0, 99)
                      .mapToObj(i -> Employee.of(run, "e" + i, "Jones"))
                      .toList()))
              .then(company.insertChild(Employee.of(run, "last", "Jones")))
              .then(company.delete(run));
        },
        run -> {
          var company = company(weir(), table);
          var left = company.get(run).blockOptional(PATIENCE);
          left.ifPresent(family -> sizes.add(family.children().size()));
          assertThat(left.isPresent())
              .as(run)
              .isEqualTo(await(weir()
                  .query(table, Query.ALL.where(partitionKey().is(run).filter()))
                  .hasElements()));
          company.delete(run).block(PATIENCE);
          assertThat(company.get(run).blockOptional(PATIENCE)).as(run).isEmpty();
        });
    assertThat(sizes).containsExactly(1, 99, 100);
  }

  @Test
  default void departmentsAndEmployeesAreInTwoTables() {
    var departments = table("Departments");
    var employees = table("Employees");

    // snippet
    var company = SplitFamilies.of(
        weir(),
        new Members<>(departments, EntityType.of(Department.class)),
        new Members<>(employees, EntityType.of(Employee.class)),
        new ParentLink<>(
            employee -> new EntityKey(employee.department(), "department"),
            department -> partitionKey().is(department.partitionKey())));
    var founded = company
        .insertParent(Department.of("D1", "Sales"))
        .then(company.insertChild(Employee.of("D1", "1", "Jones")));
    var family = founded.then(company.get(new EntityKey("D1", "department")));
    var repaired = company.repair(Duration.ofMinutes(5));
    // end of snippet

    assertThat(await(family).children()).containsExactly(Employee.of("D1", "1", "Jones"));
    assertThat(await(repaired)).isEmpty();
    for (var each : ways(company, commitsJointly() ? company.jointly() : company)) {
      assertThatThrownBy(() -> each.insertChild(Employee.of("D2", "1", "Jones")).block(PATIENCE))
          .isInstanceOf(NotFoundException.class)
          .hasMessageContaining("parent=");
      assertThatThrownBy(() -> each.insertChild(Employee.of("D1", "1", "Jones")).block(PATIENCE))
          .isInstanceOf(ConflictException.class);
    }
    company.delete(new EntityKey("D1", "department")).block(PATIENCE);
    assertThat(await(weir().query(employees, Query.ALL))).isEmpty();
  }

  @Test
  default void inTwoTablesAProgramThatDiesLeavesChildrenThatARepairRemoves() {
    for (var joint : ways(false, commitsJointly())) {
      var departments = table("Departments");
      var employees = table("Employees");
      var kinds = new TreeSet<Divergence.Kind>();

      KilledProgram.everywhere(
          weir(),
          (tables, run) -> {
            var company = split(tables, departments, employees, joint);
            return company
                .insertParent(Department.of(run, "Sales"))
                .thenMany(Flux.just("1", "2"))
                .concatMap(id -> company.insertChild(Employee.of(run, id, "Jones")))
                .then(company.delete(new EntityKey(run, "department")));
          },
          run -> {
            var company = split(weir(), departments, employees, joint);
            var found = await(company.verify());
            found.forEach(each -> kinds.add(each.kind()));
            assertThat(await(company.repair(SETTLED))).as("just written").isEmpty();
            assertThat(await(company.withClock(later()).repair(SETTLED)))
                .as("%s: one that was being removed may be gone", run)
                .isSubsetOf(found);
            assertThat(await(company.verify())).as(run).isEmpty();
            company.delete(new EntityKey(run, "department")).block(PATIENCE);
          });
      assertThat(kinds).containsExactly(Divergence.Kind.DANGLING);
    }
  }

  private static <T> Set<T> ways(T one, T other) {
    return one.equals(other) ? Set.of(one) : Set.of(one, other);
  }

  private static FamilyTable<Department, Employee> company(TableService tables, TableName table) {
    return FamilyTable.of(tables, table, "department", DEPARTMENT, EMPLOYEE);
  }

  private static SplitFamilies<Department, Employee> split(
      TableService tables, TableName departments, TableName employees, boolean joint) {
    var company = SplitFamilies.of(
        tables,
        new Members<>(departments, DEPARTMENT),
        new Members<>(employees, EMPLOYEE),
        new ParentLink<>(
            employee -> new EntityKey(employee.department(), "department"),
            department -> partitionKey().is(department.partitionKey())));
    return joint ? company.jointly() : company;
  }

  private static Family<Department, Employee> family(int children) {
    return new Family<>(
        Department.of("D1", "Sales"),
        IntStream.range(0, children).mapToObj(RelationsPattern::employee).toList());
  }

  private static Employee employee(int number) {
    return Employee.of("D1", String.format("e%05d", number), "Jones");
  }

  private static Clock later() {
    return Clock.offset(Clock.systemUTC(), Duration.ofDays(2));
  }
}
