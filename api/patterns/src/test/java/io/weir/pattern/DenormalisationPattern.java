package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.partitionKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.process.ChangeProcessor;
import io.weir.pattern.process.ProcessorOptions;
import io.weir.pattern.relation.Denormalised;
import io.weir.pattern.relation.Members;
import io.weir.pattern.relation.ParentLink;
import io.weir.pattern.typed.EntityType;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Denormalisation: each employee has the name of the department. */
public interface DenormalisationPattern extends CompanyTypes {

  @Test
  default void employeesHaveTheNameOfTheirDepartment() {
    var departments = table("Departments");
    var employees = table("Employees");

    // snippet
    var named = Denormalised.of(
        weir(),
        new Members<>(departments, EntityType.of(Department.class)),
        new Members<>(employees, EntityType.of(Employee.class)),
        new ParentLink<>(
            employee -> new EntityKey(employee.department(), "department"),
            department -> partitionKey().is(department.partitionKey())),
        Map.of("name", "departmentName"));
    var hired = named
        .insertParent(Department.of("D1", "Sales"))
        .then(named.insert(Employee.of("D1", "1", "Jones")));
    var renamed = hired.then(named.replaceParent(Department.of("D1", "Marketing")));
    // end of snippet

    renamed.block(PATIENCE);
    assertThat(names(employees)).containsExactly("1 Marketing");

    // snippet
    var worker = named.handle(
        Denormalised.message(new EntityKey("D1", "department")).text().value());
    var repaired = named.repair();
    // end of snippet

    assertThat(await(worker)).isZero();
    assertThat(await(repaired)).isEmpty();
  }

  @Test
  default void aDepartmentDecidesWhatItsEmployeesRepeat() {
    ways().forEach(way -> {
      var departments = table("Departments");
      var employees = table("Employees");
      var named = way.of(weir(), departments, employees);
      named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
      named.insertParent(Department.of("D2", "Legal")).block(PATIENCE);

      var pretending = new Employee("D1", "1", "Jones", "Board");
      assertThat(await(named.insert(pretending)).departmentName()).isEqualTo("Sales");
      assertThatThrownBy(() -> await(named.insert(pretending)))
          .isInstanceOf(ConflictException.class);
      assertThatThrownBy(() -> await(named.insert(Employee.of("D3", "1", "Jones"))))
          .isInstanceOf(NotFoundException.class)
          .hasMessageContaining("parent=");
      assertThatThrownBy(() -> await(named.replace(Employee.of("D1", "2", "Jones"))))
          .isInstanceOf(NotFoundException.class);
      assertThat(await(named.replace(Employee.of("D1", "1", "Smith"))).departmentName())
          .isEqualTo("Sales");

      var old = new Department("D1", "department", "Press", versionOf(departments, "D1"));
      named.replaceParent(old).block(PATIENCE);
      assertThat(names(employees)).as(way + "").containsExactly("1 Press");
      assertThatThrownBy(() -> named.replaceParent(old).block(PATIENCE))
          .isInstanceOf(PreconditionFailedException.class);
      assertThatThrownBy(() -> named.replaceParent(Department.of("D9", "None")).block(PATIENCE))
          .isInstanceOf(NotFoundException.class);
      assertThat(await(named.verify())).as(way + "").isEmpty();
    });
  }

  @Test
  default void divergenceOfCopiesIsFoundAndRepaired() {
    ways().forEach(way -> {
      var departments = table("Departments");
      var employees = table("Employees");
      var named = way.of(weir(), departments, employees);
      named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
      for (var id : List.of("1", "2")) {
        await(named.insert(Employee.of("D1", id, "Jones")));
      }
      var stranger = Entity.builder("D2", "3").set("lastName", "Jones").build();
      var changed = Entity.builder("D1", "1").set("departmentName", "Board").build();
      await(weir().write(employees, new Write.Insert(stranger)));
      await(weir().write(employees, new Write.Upsert(changed, WriteMode.MERGE)));

      assertThat(kinds(await(named.verify()))).containsExactly("STALE 1", "DANGLING 3");
      assertThat(kinds(await(named.repair()))).containsExactly("STALE 1");
      assertThat(kinds(await(named.verify()))).containsExactly("DANGLING 3");
      assertThat(names(employees)).containsExactly("1 Sales", "2 Sales", "3 null");

      named.insertParent(Department.of("D2", "Legal")).block(PATIENCE);
      assertThat(await(named.verify())).as("the stranger has a department now").isEmpty();
    });
  }

  /** Departments are renamed while employees come, change and move. No one keeps an old name. */
  @Test
  default void writersOfBothSidesLeaveNoOldName() {
    var seed = new Random().nextLong();
    ways().forEach(way -> {
      var random = new Random(seed);
      var departments = table("Departments");
      var employees = table("Employees");
      var named = way.of(weir(), departments, employees);
      for (var id : List.of("D0", "D1")) {
        named.insertParent(Department.of(id, "n0")).block(PATIENCE);
      }

      var renaming = Flux.range(1, 12)
          .concatMap(i -> named
              .replaceParent(Department.of("D" + random.nextInt(2), "n" + i))
              .thenReturn(i));
      var hiring = Flux.range(0, 24)
          .concatMap(i -> named.insert(Employee.of("D" + i % 2, "e" + i, "Jones")));
      var changing = Flux.range(0, 24)
          .concatMap(i -> named
              .replace(Employee.of("D" + i % 2, "e" + i, "Smith"))
              .onErrorComplete(NotFoundException.class));
      Flux.merge(renaming, hiring, changing).blockLast(PATIENCE);

      assertThat(names(employees)).hasSize(24);
      assertThat(await(named.verify())).as("%s seed=%d", way, seed).isEmpty();
    });
  }

  /** A joint commit has 1,000 operations: the department, its arrival, and 998 employees. */
  @Test
  default void aLargeDepartmentIsRenamedBeyondTheLimitOfAJointCommit() {
    assumeTrue(commitsJointly());
    for (var size : List.of(JointCommit.MAX_OPERATIONS - 2, JointCommit.MAX_OPERATIONS - 1)) {
      var departments = table("Departments");
      var employees = table("Employees");
      var named = Way.JOINT.of(weir(), departments, employees);
      named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
      var lines = Flux.range(0, size)
          .map(i -> BulkLine.of(new Write.Insert(Entity.builder("D1", "e" + i)
              .set("lastName", "Jones")
              .set("departmentName", "Sales")
              .build())));
      await(weir().bulk(employees, lines));
      var commits = new TreeSet<Integer>();
      var counting = new CoreTables(weir()) {
        @Override
        public Mono<List<WriteResult>> commit(JointCommit commit) {
          commits.add(commit.operations().size());
          return weir().commit(commit);
        }
      };

      Way.JOINT
          .over(counting, departments, employees)
          .replaceParent(Department.of("D1", "Press"))
          .block(PATIENCE);

      assertThat(commits)
          .as("operations of the commits")
          .isEqualTo(
              size + 2 == JointCommit.MAX_OPERATIONS
                  ? new TreeSet<>(List.of(JointCommit.MAX_OPERATIONS))
                  : new TreeSet<>(List.of(1, 2)));
      assertThat(await(named.verify())).isEmpty();
    }
  }

  @Test
  default void aProgramThatDiesLeavesOldNamesThatAFollowerOrARepairReplaces() {
    ways().forEach(way -> {
      var departments = table("Departments");
      var employees = table("Employees");
      way.of(weir(), departments, employees);
      var stale = new TreeSet<String>();

      KilledProgram.everywhere(
          weir(),
          (tables, run) -> {
            var dying = way.over(tables, departments, employees);
            return dying
                .insertParent(Department.of(run, "Sales"))
                .then(dying.insert(Employee.of(run, "1", "Jones")))
                .then(dying.insert(Employee.of(run, "2", "Jones")))
                .then(dying.replaceParent(Department.of(run, "Press")));
          },
          run -> {
            var named = way.over(weir(), departments, employees);
            var found = await(named.verify());
            assertThat(found).as(run).allMatch(each -> each.kind() == Divergence.Kind.STALE);
            if (!found.isEmpty()) {
              stale.add(run);
            }
            if (run.hashCode() % 2 == 0) {
              await(named.handle(
                  Denormalised.message(new EntityKey(run, "department")).text().value()));
            } else {
              await(named.repair());
            }
            assertThat(await(named.verify())).as(run).isEmpty();
          });
      assertThat(stale.isEmpty()).as(way + "").isEqualTo(way == Way.JOINT);
    });
  }

  /**
   * The follower is a change processor. Another program changes departments and dies before their
   * employees.
   */
  @Test
  default void aFollowerOfTheChangeFeedCompletesWhatADeadProgramBegan() {
    assumeTrue(followsChanges());
    var departments = table("Departments");
    var employees = table("Employees");
    var named = Way.STEPS.of(weir(), departments, employees);
    named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
    await(named.insert(Employee.of("D1", "1", "Jones")));

    // snippet
    var follower = new ChangeProcessor(
            weir(),
            named::apply,
            ProcessorOptions.of("names", FeedScope.of(departments)).build())
        .run();
    // end of snippet

    var options = ProcessorOptions.of(name("names"), FeedScope.of(departments))
        .start(FeedStart.BEGINNING)
        .build();
    assertThat(follower).isNotNull();
    var running = new ChangeProcessor(weir(), named::apply, options).run().subscribe();
    try {
      var press = Entity.builder("D1", "department").set("name", "Press").build();
      await(weir().write(departments, new Write.Update(press, WriteMode.REPLACE, IfMatch.ANY)));

      var seen = Flux.defer(() -> weir().query(employees, Query.ALL))
          .filter(employee ->
              employee.getString("departmentName").filter("Press"::equals).isPresent())
          .repeatWhen(again -> again.delayElements(Duration.ofMillis(20)))
          .next();
      assertThat(await(seen).rowKey()).isEqualTo("1");
    } finally {
      running.dispose();
    }
  }

  @Test
  default void copiesAreNamedOnce() {
    for (var copies : List.of(Map.<String, String>of(), Map.of("name", "same", "floor", "same"))) {
      assertThatThrownBy(() -> Denormalised.of(
              weir(),
              new Members<>(new TableName("Departments"), EntityType.of(Department.class)),
              new Members<>(new TableName("Employees"), EntityType.of(Employee.class)),
              Way.LINK,
              copies))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("copies=");
    }
  }

  /** How copies are kept. */
  enum Way {
    STEPS,
    JOINT;

    static final ParentLink<Employee> LINK = new ParentLink<>(
        employee -> new EntityKey(employee.department(), "department"),
        department -> partitionKey().is(department.partitionKey()));

    Denormalised<Department, Employee> over(
        TableService tables, TableName departments, TableName employees) {
      var named = Denormalised.of(
          tables,
          new Members<>(departments, EntityType.of(Department.class)),
          new Members<>(employees, EntityType.of(Employee.class)),
          LINK,
          Map.of("name", "departmentName"));
      return this == JOINT ? named.jointly() : named;
    }

    Denormalised<Department, Employee> of(
        TableService tables, TableName departments, TableName employees) {
      var named = over(tables, departments, employees);
      named.createIfAbsent().block(PATIENCE);
      named.createIfAbsent().block(PATIENCE);
      return named;
    }
  }

  private Stream<Way> ways() {
    return Stream.of(Way.values()).filter(way -> way == Way.STEPS || commitsJointly());
  }

  private List<String> names(TableName employees) {
    return await(weir()
        .query(employees, Query.ALL)
        .map(each -> each.rowKey() + " " + each.getString("departmentName").orElse("null")));
  }

  private String versionOf(TableName departments, String id) {
    return await(weir().get(departments, new EntityKey(id, "department")))
        .etag()
        .orElseThrow()
        .text();
  }

  private static List<String> kinds(List<Divergence> found) {
    return found.stream()
        .map(each -> each.kind() + " " + each.row().key().rowKey())
        .toList();
  }
}
