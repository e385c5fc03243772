package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.Joins;
import io.weir.pattern.Lookups;
import io.weir.pattern.filter.Condition;
import reactor.core.publisher.Flux;

/**
 * The employees of some departments with the names of the departments: a query each, a merge of two
 * queries, lookups.
 */
final class JoinCosts {

  private static final String PATTERN = "joins";
  private static final int MOST_DEPARTMENTS = 100;

  private final PatternBench bench;
  private final TableName employees;
  private final TableName departments = new TableName("Departments");
  private final int joined;

  /** @param employees the table of all employees */
  JoinCosts(PatternBench bench, TableName employees) {
    this.bench = bench;
    this.employees = employees;
    this.joined = Math.min(MOST_DEPARTMENTS, bench.staff().departments() / 2);
  }

  void measure() {
    StaffLoader.load(
        bench.raw(),
        departments,
        Flux.range(0, bench.staff().departments())
            .map(number -> Entity.builder(Staff.department(number), "")
                .set("Name", "Department " + number)
                .build()));
    bench
        .ask(
            PATTERN,
            "join " + joined + " departments with their employees",
            bench.effort().slowly() / 2 + 1)
        .naive("a query for each department", i -> queryEach())
        .pattern("merge of two queries", i -> merged())
        .times(1)
        .pattern("lookup of the department of each employee", i -> lookedUp());
    bench.drop(departments);
  }

  private Flux<String> queryEach() {
    return bench
        .tables()
        .query(departments, some())
        .concatMap(department -> bench
            .tables()
            .query(
                employees,
                Query.ALL.where(
                    Condition.partitionKey().is(department.partitionKey()).filter()))
            .map(employee -> text(department, employee)));
  }

  private Flux<String> merged() {
    return Joins.inner(
            bench.tables().query(departments, some()),
            Entity::partitionKey,
            bench.tables().query(employees, some()),
            Entity::partitionKey)
        .map(pair -> text(pair.left(), pair.right().orElseThrow()));
  }

  private Flux<String> lookedUp() {
    return Lookups.of(
            bench.tables(),
            departments,
            bench.tables().query(employees, some()),
            employee -> new EntityKey(employee.partitionKey(), ""))
        .map(found -> text(found.entity().orElseThrow(), found.item()));
  }

  private static String text(Entity department, Entity employee) {
    return department.getString("Name").orElse("") + employee.rowKey();
  }

  private Query some() {
    return Query.ALL.where(Condition.partitionKey().lt(Staff.department(joined)).filter());
  }
}
