package io.weir.pattern.relation;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.partitionKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.pattern.CompanyTypes;
import io.weir.pattern.Interruption;
import io.weir.pattern.typed.EntityType;
import io.weir.testkit.CoreTables;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One-to-many: another program acts between two requests of a program that reads, changes or
 * removes a family.
 */
public interface FamilyRacesPattern extends CompanyTypes {

  EntityType<Department> DEPARTMENT = EntityType.of(Department.class);
  EntityType<Employee> EMPLOYEE = EntityType.of(Employee.class);
  EntityKey D1 = new EntityKey("D1", "department");

  /** More employees than a page has. */
  int MANY = 1_100;

  /** The department follows its employees in the order of keys, so that the first page lacks it. */
  @Test
  default void aFamilyOfSeveralPagesIsReadAsOfOneMoment() {
    for (var call : List.of("page", "get", "query")) {
      var table = familyOf("a", MANY);
      var renaming = company(weir(), table).update("D1", firstAndLast("b"));
      var interrupted = company(Interruption.after(weir(), call, table, renaming), table);

      var names = await(interrupted.get("D1")).children().stream()
          .map(Employee::lastName)
          .toList();

      assertThat(names).hasSize(MANY);
      assertThat(names.get(0)).as("changes after " + call).isEqualTo(names.get(MANY - 1));
    }
  }

  @Test
  default void aChangeOfAFamilyOfSeveralPagesLosesNoOtherChange() {
    var table = familyOf("a", MANY);
    var other = company(weir(), table).update("D1", firstAndLast("b"));
    var interrupted = company(Interruption.after(weir(), "page", table, other), table);

    interrupted.update("D1", firstAndLast("c")).block(PATIENCE);

    var children = await(company(weir(), table).get("D1")).children();
    assertThat(children.get(0).lastName()).isEqualTo("Jonesbc");
    assertThat(children.get(MANY - 1).lastName()).isEqualTo("Jonesbc");
  }

  /** The department precedes its employees in the order of keys, so that the first page has it. */
  @Test
  default void aFamilyThatIsRemovedDuringAReadIsAbsent() {
    var table = familyOf("e", MANY);
    var removal = company(weir(), table).delete("D1");
    var interrupted = company(Interruption.after(weir(), "page", table, removal), table);

    assertThat(interrupted.get("D1").blockOptional(PATIENCE)).isEmpty();
  }

  @Test
  default void theRemovalOfAFamilyReadsEachRowOnce() {
    var table = familyOf("e", 500);
    var rows = new AtomicLong();
    var counting = new CoreTables(weir()) {
      @Override
      public Flux<StreamItem> stream(TableName name, Query query) {
        return weir().stream(name, query).doOnNext(item -> rows.incrementAndGet());
      }

      @Override
      public Mono<Page<Entity>> page(TableName name, Query query) {
        return weir()
            .page(name, query)
            .doOnNext(page -> rows.addAndGet(page.items().size()));
      }
    };

    company(counting, table).delete("D1").block(PATIENCE);

    assertThat(await(weir().query(table, Query.ALL))).isEmpty();
    assertThat(rows.get()).as("rows read").isLessThan(600);
  }

  @Test
  default void aRemovalKeepsTheChildrenOfAParentThatIsStoredAgain() {
    for (var joint : ways()) {
      var departments = table("Departments");
      var employees = table("Employees");
      var company = split(weir(), departments, employees, joint);
      company.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
      company.insertChild(Employee.of("D1", "1", "Jones")).block(PATIENCE);
      var founding = company
          .insertParent(Department.of("D1", "Press"))
          .then(company.insertChild(Employee.of("D1", "2", "Smith")));
      var interrupted = Interruption.before(weir(), "query", employees, founding);

      split(interrupted, departments, employees, joint).delete(D1).block(PATIENCE);

      assertThat(await(company.get(D1)).children())
          .as("joint: " + joint)
          .extracting(Employee::id)
          .containsExactly("1", "2");
    }
  }

  @Test
  default void aRepairKeepsTheChildrenOfAParentThatIsStoredMeanwhile() {
    for (var joint : ways()) {
      var departments = table("Departments");
      var employees = table("Employees");
      var company = split(weir(), departments, employees, joint);
      var orphan = new Write.Insert(EMPLOYEE.toEntity(Employee.of("D1", "1", "Jones")));
      await(weir().write(employees, orphan));
      var founding = company.insertParent(Department.of("D1", "Press"));
      var interrupted = Interruption.after(weir(), "get", departments, founding);

      var repaired = split(interrupted, departments, employees, joint)
          .withClock(Clock.offset(Clock.systemUTC(), Duration.ofDays(2)))
          .repair(Duration.ofHours(1));

      assertThat(await(repaired)).as("joint: " + joint).isEmpty();
      assertThat(await(company.get(D1)).children()).extracting(Employee::id).containsExactly("1");
    }
  }

  private Set<Boolean> ways() {
    return commitsJointly() ? Set.of(false, true) : Set.of(false);
  }

  /** Stores a department of many employees, whose row keys begin with a letter. */
  private TableName familyOf(String beginning, int employees) {
    var table = table("Company");
    var company = DEPARTMENT.toEntity(Department.of("D1", "Sales"));
    Flux.range(0, employees)
        .map(i -> Employee.of("D1", String.format("%s%05d", beginning, i), "Jones"))
        .map(EMPLOYEE::toEntity)
        .startWith(company)
        .<Write>map(Write.Insert::new)
        .buffer(Batch.MAX_WRITES)
        .concatMap(writes -> weir().submit(table, new Batch(writes)))
        .blockLast(PATIENCE);
    return table;
  }

  private static UnaryOperator<Family<Department, Employee>> firstAndLast(String added) {
    return family -> family.withChildren(family.children().stream()
        .map(child -> child.id().endsWith("00000") || child.id().endsWith("" + (MANY - 1))
            ? Employee.of("D1", child.id(), child.lastName() + added)
            : child)
        .toList());
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
}
