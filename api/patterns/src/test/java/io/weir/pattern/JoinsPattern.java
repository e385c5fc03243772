package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Joins in the client: departments with their employees. */
public interface JoinsPattern extends PatternDoor {

  @Test
  default void departmentsAreJoinedWithTheirEmployees() {
    var departments = filled("Departments", "Legal/", "Marketing/", "Sales/");
    var employees = filled("Employees", "Marketing/1", "Marketing/2", "Press/3", "Sales/4");

    // snippet
    var joined = Joins.leftOuter(
            weir().query(departments, Query.ALL),
            Entity::partitionKey,
            weir().query(employees, Query.ALL),
            Entity::partitionKey)
        .map(pair -> pair.left().partitionKey()
            + pair.right().map(employee -> " " + employee.rowKey()).orElse(" nobody"));
    // end of snippet

    assertThat(await(joined))
        .containsExactly("Legal nobody", "Marketing 1", "Marketing 2", "Sales 4");
  }

  @Test
  default void employeesAreReadByTheKeysOfAnotherTable() {
    var employees = filled("Employees", "Marketing/1", "Marketing/2", "Sales/4");
    var birthdays = filled("Birthdays", "May/Sales!4", "May/Sales!5", "May/Marketing!1");

    // snippet
    var inMay = weir().query(birthdays, Query.ALL.where("PartitionKey eq 'May'"));
    var celebrating = Lookups.of(weir(), employees, inMay.map(day -> employeeOf(day.rowKey())));
    // end of snippet

    assertThat(await(celebrating.map(Entity::rowKey))).containsExactly("1", "4");
  }

  @Test
  default void aJoinEqualsThatOfListsInMemory() {
    for (var seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var left = await(Flux.range(0, 40).filter(i -> random.nextInt(3) == 0));
      var right = random.ints(random.nextInt(60), 0, 40).sorted().boxed().toList();

      var expected = new ArrayList<String>();
      left.forEach(
          i -> right.stream().filter(i::equals).forEach(same -> expected.add(i + "=" + same)));

      var joined = Joins.inner(
              Flux.fromIterable(left),
              Function.identity(),
              Flux.fromIterable(right),
              Function.identity())
          .map(pair -> pair.left() + "=" + pair.right().orElseThrow());
      assertThat(await(joined)).as("seed " + seed).isEqualTo(expected);
    }
  }

  @Test
  default void aJoinReadsNoFurtherThanItsSubscriberAndSomeItems() {
    var read = new AtomicLong();
    var numbers = Flux.range(0, 10_000).doOnNext(i -> read.incrementAndGet());

    StepVerifier.create(Joins.inner(numbers, Function.identity(), numbers, Function.identity()), 0)
        .thenRequest(10)
        .expectNextCount(10)
        .then(() -> assertThat(read.get()).isLessThan(10 * 2 + 4L * Joins.AHEAD))
        .thenCancel()
        .verify(PATIENCE);
  }

  @Test
  default void anUnsortedStreamIsRefused() {
    var sorted = Flux.just(1, 2, 3);

    assertThatThrownBy(() -> await(
            Joins.inner(Flux.just(1, 3, 2), Function.identity(), sorted, Function.identity())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stream=left key=2");
    assertThatThrownBy(() ->
            await(Joins.inner(Flux.just(1, 1), Function.identity(), sorted, Function.identity())))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> await(
            Joins.inner(sorted, Function.identity(), Flux.just(1, 3, 2), Function.identity())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stream=right key=2");
  }

  @Test
  default void lookupsAreBounded() {
    var employees = filled("Employees", "Sales/4");
    var requested = new AtomicLong();
    var keys = Flux.range(0, 10_000)
        .map(i -> new EntityKey("Sales", "4"))
        .doOnRequest(requested::addAndGet);

    StepVerifier.create(Lookups.of(weir(), employees, keys), 0)
        .thenRequest(10)
        .expectNextCount(10)
        .then(() -> assertThat(requested.get()).isLessThanOrEqualTo(10 + 2L * Lookups.IN_FLIGHT))
        .thenCancel()
        .verify(PATIENCE);
  }

  /** Returns the key of an employee in a compound row key. */
  private static EntityKey employeeOf(String rowKey) {
    var parts = rowKey.split("!", -1);
    return new EntityKey(parts[0], parts[1]);
  }

  private TableName filled(String name, String... keys) {
    var table = table(name);
    Flux.fromIterable(List.of(keys))
        .map(key -> key.split("/", -1))
        .concatMap(key ->
            weir().write(table, new Write.Insert(Entity.builder(key[0], key[1]).build())))
        .blockLast(PATIENCE);
    return table;
  }
}
