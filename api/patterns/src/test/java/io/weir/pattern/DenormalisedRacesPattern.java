package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.pattern.DenormalisationPattern.Way;
import io.weir.testkit.CoreTables;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Denormalisation: other programs write the department, or its employees, while it is renamed or an
 * employee comes.
 */
public interface DenormalisedRacesPattern extends CompanyTypes {

  /**
   * Another program renames the department after the write of the employee and before the second
   * look at the department.
   */
  @Test
  default void anEmployeeIsReturnedAsStoredAfterARenamingMeanwhile() {
    var departments = table("Departments");
    var employees = table("Employees");
    var named = Way.STEPS.of(weir(), departments, employees);
    named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
    var renaming = named.replaceParent(Department.of("D1", "Press"));
    var interrupted = Interruption.after(weir(), "write", employees, renaming);

    var returned = await(Way.STEPS
        .over(interrupted, departments, employees)
        .insert(Employee.of("D1", "1", "Jones")));

    assertThat(returned.departmentName()).isEqualTo("Press");
  }

  /**
   * The employee changes again and again. The department is renamed, so the program must not hear
   * that nothing has changed.
   */
  @Test
  default void aRenamingThatCannotReachAnEmployeeSaysThatTheDepartmentIsRenamed() {
    ways().forEach(way -> {
      var departments = table("Departments");
      var employees = table("Employees");
      var named = way.of(weir(), departments, employees);
      named.insertParent(Department.of("D1", "Sales")).block(PATIENCE);
      await(named.insert(Employee.of("D1", "1", "Jones")));
      var press = new Department("D1", "department", "Press", versionOf(departments));

      var overtaken = way.over(overtaking(employees), departments, employees);
      assertThatThrownBy(() -> overtaken.replaceParent(press).block(PATIENCE))
          .as(way + "")
          .isInstanceOf(ServiceFailedException.class)
          .hasMessageContaining("parent=written")
          .hasCauseInstanceOf(PreconditionFailedException.class);

      assertThat(
              await(weir().get(departments, new EntityKey("D1", "department"))).getString("name"))
          .contains("Press");
      assertThat(await(named.synchronise(new EntityKey("D1", "department")))).isEqualTo(1);
      assertThat(await(named.verify())).isEmpty();
    });
  }

  /**
   * A service with room for two operations in a joint commit, where other programs overtake each
   * write of an employee.
   */
  private TableService overtaking(TableName employees) {
    return new CoreTables(weir()) {
      @Override
      public Mono<WriteResult> write(TableName table, Write write) {
        return table.equals(employees)
            ? Mono.error(new PreconditionFailedException(""))
            : weir().write(table, write);
      }

      @Override
      public Mono<List<WriteResult>> commit(JointCommit commit) {
        var operations = commit.operations();
        if (operations.size() > 2) {
          return Mono.error(new InvalidRequestException(ErrorCode.REQUEST_BODY_TOO_LARGE, ""));
        }
        return operations.stream().anyMatch(each -> each.table().equals(employees))
            ? Mono.error(new PreconditionFailedException("").atOperation(1))
            : weir().commit(commit);
      }
    };
  }

  /**
   * The renaming of a large department is refused. Before that it has read no more employees than a
   * joint commit has room for.
   */
  @Test
  default void aJointRenamingReadsNoMoreEmployeesThanACommitHasRoomFor() {
    assumeTrue(commitsJointly());
    var departments = table("Departments");
    var employees = table("Employees");
    Way.JOINT
        .of(weir(), departments, employees)
        .insertParent(Department.of("D1", "Sales"))
        .block(PATIENCE);
    Flux.range(0, JointCommit.MAX_OPERATIONS + 500)
        .<Write>map(i -> new Write.Insert(Entity.builder("D1", "e" + i).build()))
        .buffer(Batch.MAX_WRITES)
        .concatMap(writes -> weir().submit(employees, new Batch(writes)))
        .blockLast(PATIENCE);
    var read = new AtomicLong();
    var busy = new CoreTables(weir()) {
      @Override
      public Flux<StreamItem> stream(TableName table, Query query) {
        return weir().stream(table, query)
            .doOnNext(item -> read.addAndGet(item instanceof StreamItem.Row ? 1 : 0));
      }

      @Override
      public Mono<List<WriteResult>> commit(JointCommit commit) {
        return Mono.error(new ServiceBusyException("queue=full"));
      }
    };

    var named = Way.JOINT.over(busy, departments, employees);
    assertThatThrownBy(() -> named.replaceParent(Department.of("D1", "Press")).block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class);

    assertThat(read.get()).as("employees read").isLessThan(JointCommit.MAX_OPERATIONS);
  }

  private Stream<Way> ways() {
    return Stream.of(Way.values()).filter(way -> way == Way.STEPS || commitsJointly());
  }

  private String versionOf(TableName departments) {
    return await(weir().get(departments, new EntityKey("D1", "department")))
        .etag()
        .orElseThrow()
        .text();
  }
}
