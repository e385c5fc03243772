package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.view.Aggregate;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewDefinition;
import io.weir.perf.pattern.CostMeter.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The sum of the salaries of departments: a scan for each question, and a view that is kept. */
final class ViewCosts {

  private static final String PATTERN = "materialised-views";
  private static final int SHARE = 10;
  private static final int CHANGES = 1_000;

  private final PatternBench bench;
  private final TableName paid = new TableName("Paid");
  private final Staff staff;
  private final View view;

  ViewCosts(PatternBench bench) {
    this.bench = bench;
    this.staff = bench.staff().first(bench.staff().employees() / SHARE);
    this.view = View.of(
            bench.tables(),
            "Salaries",
            1,
            ViewDefinition.grouped(
                paid,
                employee -> Optional.of(new EntityKey("Department", employee.partitionKey())),
                Aggregate.count("Employees"),
                Aggregate.sum("Total", "Salary")))
        .storingPlaces(Duration.ofMillis(100));
  }

  void measure() throws IOException {
    StaffLoader.load(bench.raw(), paid, staff.all());
    bench.store(
        PATTERN,
        "a view of groups of " + staff.departments() * staff.inDepartment() + " employees",
        "built by the change feed",
        Kind.PATTERN,
        () -> view.build().block());
    read();
    follow();
    view.drop().block();
    bench.drop(paid);
  }

  private void read() {
    bench
        .ask(PATTERN, "sum the salaries of one department", bench.effort().points())
        .times(bench.effort().slowly() * SHARE)
        .naive("scan of the department", i -> sum(ofDepartment(i)))
        .times(bench.effort().points())
        .pattern(
            "view",
            i -> view.get(new EntityKey("Department", Staff.department(i % staff.departments()))));
    bench
        .ask(
            PATTERN,
            "sum the salaries of each of " + staff.departments() + " departments",
            bench.effort().slowly())
        .times(bench.effort().scans())
        .naive("scan of the table", i -> sum(Query.ALL))
        .times(bench.effort().slowly())
        .pattern("view", i -> view.query(Query.ALL));
  }

  /** Emits the sum of each partition. */
  private Flux<Integer> sum(Query query) {
    return bench
        .tables()
        .query(paid, query.select("PartitionKey", "Salary"))
        .windowUntilChanged(Entity::partitionKey)
        .concatMap(department -> department
            .map(employee -> employee.getInt32("Salary").orElseThrow())
            .reduce(0, Integer::sum));
  }

  private Query ofDepartment(int i) {
    return Query.ALL.where(
        Condition.partitionKey().is(Staff.department(i % staff.departments())).filter());
  }

  /** The program of the view runs meanwhile, in this process, and its requests count. */
  private void follow() {
    var question = bench.ask(PATTERN, "change " + CHANGES + " salaries by a bulk write", 1);
    question.naive("without a view", i -> change(1).then());
    var running = view.run().subscribe();
    try {
      question.pattern(
          "the same, until the view has them", i -> change(2).then(view.awaitWrites()));
    } finally {
      running.dispose();
    }
  }

  private Mono<Void> change(int raise) {
    var writes = Flux.range(0, CHANGES)
        .map(staff::draw)
        .map(employee -> Entity.builder(staff.departmentOf(employee), Staff.id(employee))
            .set("Salary", 40_000 + raise)
            .build())
        .map(raised -> BulkLine.of(new Write.Upsert(raised, WriteMode.MERGE)));
    return bench.tables().bulk(paid, writes).then();
  }
}
