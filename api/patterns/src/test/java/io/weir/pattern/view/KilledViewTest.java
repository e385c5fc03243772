package io.weir.pattern.view;

import static io.weir.pattern.view.ViewRig.employee;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.filter.Condition;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * A program that runs a view is killed before and after each of its requests. Another one then goes
 * on, and nothing is lost or counted twice.
 */
final class KilledViewTest {

  private ViewRig rig = new ViewRig();

  /** Each run begins with another rig, so that it meets the same state as the run before. */
  private int everywhere(
      Runnable before, BiFunction<TableService, String, Mono<Void>> program, Runnable check) {
    rig = new ViewRig();
    before.run();
    return KilledProgram.everywhere(
        (killed, run) -> program.apply(killed.reach(TableService.class, rig.service), run), run -> {
          check.run();
          assertThat(rig.service.feeds()).as(run).isZero();
          rig = new ViewRig();
          before.run();
        });
  }

  /** Returns a view that ends with its first failure: that of a killed program. */
  private static View mortal(View view) {
    return view.onRetry(failure -> {
      throw new IllegalStateException("The program is dead.", failure);
    });
  }

  private void hire(int from, int to) {
    for (var i = from; i < to; i++) {
      rig.put(employee("p" + i % 3, "e" + i, "mail" + i % 4, "d" + i % 2, new EdmInt64(10L * i)));
    }
  }

  private void fire(int... employees) {
    for (var i : employees) {
      rig.delete(new EntityKey("p" + i % 3, "e" + i));
    }
  }

  @Test
  void aFirstFillGoesOnAfterEachStep() {
    var runs = everywhere(
        () -> hire(0, 6), (service, run) -> mortal(ViewRig.salaries(service, 1)).build(), () -> {
          fire(0, 5);
          hire(6, 8);
          var view = ViewRig.salaries(rig.service, 1);
          view.build().block();
          ViewRig.catchUp(view);
          assertThat(rig.rows(view)).isEqualTo(rig.expectedSalaries());
          assertThat(view.verify().collectList().block()).isEmpty();
        });
    assertThat(runs).isGreaterThan(60);
  }

  @Test
  void changesAreAppliedOnceWhereverAProgramDies() {
    for (var name : List.of("ByEmail", "Salaries")) {
      var runs = everywhere(
          () -> {
            hire(0, 6);
            view(name, rig.service, 1).build().block();
            fire(0, 5);
            hire(2, 9);
          },
          (service, run) -> mortal(view(name, service, 1))
              .run()
              .takeUntil(progress -> progress.applied() >= 6 + 2 + 7 && progress.caughtUp())
              .then(),
          () -> {
            var view = view(name, rig.service, 1);
            ViewRig.catchUp(view);
            assertThat(rig.rows(view)).isEqualTo(expected(name));
            assertThat(view.verify().collectList().block()).isEmpty();
          });
      assertThat(runs).isGreaterThan(20);
    }
  }

  @Test
  void aRebuildLeavesTheOldVersionToReadersUntilTheNewOneIsFilled() {
    var runs = everywhere(
        () -> {
          hire(0, 4);
          ViewRig.byEmail(rig.service, 1).build().block();
        },
        (service, run) -> mortal(ViewRig.byEmail(service, 2)).build(),
        () -> {
          var second = ViewRig.byEmail(rig.service, 2);
          assertThat(rig.rows(second)).as("readers meanwhile").isEqualTo(rig.expectedByEmail());

          hire(4, 6);
          second.build().block();
          ViewRig.catchUp(second);
          assertThat(rig.rows(second)).isEqualTo(rig.expectedByEmail());
          assertThat(second.current().block()).isEqualTo(new TableName("ByEmailV2"));
          assertThat(tables())
              .containsExactly(
                  "ByEmailV2", "ByEmailV2Groups", "ByEmailV2Sources", "Employees", "WeirViews");
          assertThat(consumers())
              .filteredOn(each -> each.startsWith("view-"))
              .containsExactly("view-byemailv2");
        });
    assertThat(runs).isGreaterThan(60);
  }

  @Test
  void removedRangesAndTheDropOfTheSourceAreAppliedWhereverAProgramDies() {
    var runs = everywhere(
        () -> {
          hire(0, 9);
          ViewRig.salaries(rig.service, 1).build().block();
          rig.service
              .deleteRange(ViewRig.SOURCE, Condition.partitionKey().is("p1").filter())
              .block();
          rig.service.deleteTable(ViewRig.SOURCE).block();
        },
        (service, run) -> mortal(ViewRig.salaries(service, 1)).run().then(),
        () -> {
          var view = ViewRig.salaries(rig.service, 1);
          assertThat(view.run().blockLast().ended()).isTrue();
          assertThat(rig.rows(view)).isEmpty();
        });
    assertThat(runs).isGreaterThan(20);
  }

  @Test
  void aRepairIsCompletedByTheNextOne() {
    var runs = everywhere(
        () -> {
          hire(0, 6);
          ViewRig.salaries(rig.service, 1).build().block();
          remove("SalariesV1Sources", new EntityKey("p0", "e3"));
          remove("SalariesV1", new EntityKey("Department", "d0"));
        },
        (service, run) -> ViewRig.salaries(service, 1).repair().then(),
        () -> {
          var view = ViewRig.salaries(rig.service, 1);
          view.repair().blockLast();
          assertThat(view.verify().collectList().block()).isEmpty();
          assertThat(rig.rows(view)).isEqualTo(rig.expectedSalaries());
        });
    assertThat(runs).isGreaterThan(20);
  }

  private void remove(String table, EntityKey key) {
    rig.service.write(new TableName(table), new Write.Delete(key, IfMatch.ANY)).block();
  }

  private static View view(String name, TableService service, int version) {
    return name.equals("ByEmail")
        ? ViewRig.byEmail(service, version)
        : ViewRig.salaries(service, version);
  }

  private Object expected(String name) {
    return name.equals("ByEmail") ? rig.expectedByEmail() : rig.expectedSalaries();
  }

  private List<String> tables() {
    return rig.service.tables().map(TableName::value).sort().collectList().block();
  }

  private List<String> consumers() {
    return rig.service.consumers().list().block().stream()
        .map(each -> each.name().value())
        .toList();
  }
}
