package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.partitionKey;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** High-volume delete: the employees who have left are removed from their departments. */
public interface HighVolumeDeletePattern extends PatternDoor {

  @Test
  default void aDepartmentIsRemovedAsARange() {
    var employees = employees(300);

    var progress = await(HighVolumeDelete.over(weir())
        .delete(employees, partitionKey().is("Sales").filter()));

    assertThat(progress).hasSize(removesRanges() ? 0 : 1);
    assertThat(departments(employees)).doesNotContain("Sales").contains("Marketing");
  }

  @Test
  default void employeesAreRemovedByAnyPropertyInBatches() {
    var employees = employees(1_250);

    // snippet
    var left = where("HasLeft").is(true).filter();
    var removed = HighVolumeDelete.over(weir())
        .delete(employees, left)
        .doOnNext(progress -> System.out.println(progress.deleted() + " removed so far"))
        .last();
    // end of snippet

    assertThat(await(removed).deleted()).isEqualTo(1_250);
    assertThat(count(employees)).isEqualTo(1_250);
  }

  @Test
  default void aRemovalThatWasStoppedContinuesFromItsLastProgress() {
    var employees = employees(1_250);
    var left = where("HasLeft").is(true).filter();
    var removal = HighVolumeDelete.over(weir()).inBatches();

    var first = await(removal.delete(employees, left).next());
    assertThat(first.next()).isPresent();
    var last = await(removal.resume(employees, left, first.next().orElseThrow()).last());

    assertThat(first.deleted() + last.deleted()).isEqualTo(1_250);
    assertThat(count(employees)).isEqualTo(1_250);
  }

  @Test
  default void aPageIsRemovedOnlyWhenItsProgressIsRequested() {
    var employees = employees(1_250);
    var removal = HighVolumeDelete.over(weir())
        .inBatches()
        .delete(employees, where("HasLeft").is(true).filter());

    StepVerifier.create(removal, 0)
        .thenRequest(1)
        .assertNext(progress -> assertThat(progress.deleted()).isPositive().isLessThan(1_250))
        .then(
            () -> assertThat(count(employees)).as("employees after one page").isGreaterThan(1_250))
        .thenCancel()
        .verify(PATIENCE);
  }

  @Test
  default void twoRemovalsOfTheSameEmployeesBothSucceed() {
    var employees = employees(300);
    var removal = HighVolumeDelete.over(weir())
        .inBatches()
        .delete(employees, where("HasLeft").is(true).filter());

    var both = await(Flux.merge(removal.last(), removal.last()).map(DeleteProgress::deleted));

    assertThat(both.stream().mapToLong(Long::longValue).sum()).isEqualTo(300);
    assertThat(count(employees)).isEqualTo(300);
  }

  /** Stores this many employees who have left in Sales, and as many who have not in Marketing. */
  private TableName employees(int count) {
    var employees = table("Employees");
    Flux.just("Sales", "Marketing")
        .flatMap(department -> Flux.range(0, count)
            .<Write>map(id -> new Write.Insert(Entity.builder(department, String.format("%06d", id))
                .set("HasLeft", department.equals("Sales"))
                .build()))
            .buffer(Batch.MAX_WRITES)
            .concatMap(writes -> weir().submit(employees, new Batch(writes))))
        .blockLast(PATIENCE);
    return employees;
  }

  private long count(TableName employees) {
    return await(weir().count(employees, Query.ALL)).returned();
  }

  private List<String> departments(TableName employees) {
    return await(weir().query(employees, Query.ALL).map(Entity::partitionKey).distinct());
  }
}
