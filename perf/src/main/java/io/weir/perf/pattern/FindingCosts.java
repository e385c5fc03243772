package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.index.IndexEntities;
import io.weir.pattern.index.IndexTable;
import io.weir.pattern.index.IndexedTable;
import io.weir.pattern.index.SecondaryKeys;
import io.weir.perf.pattern.CostMeter.Kind;
import io.weir.perf.peer.TableIndexes;
import java.io.IOException;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finding an employee by e-mail address, and some by last name: table scans, copies under secondary
 * keys, index entities, index tables, and indexes of the service. Belongs to one thread, which
 * blocks.
 */
final class FindingCosts {

  private static final String KEYS = "intra-partition-index";
  private static final String TABLES = "index-tables";
  private static final String LISTS = "index-entities";
  private static final String BY_EMAIL = "find one employee of the company by e-mail";
  private static final String WRITE = "store a new employee who is found by e-mail and by name";
  private static final String STAFF = "all employees";
  private static final int SCANS_OF_A_DEPARTMENT = 10;

  /** Most departments of the table without indexes of the service, whose employees are written. */
  private static final int WRITTEN_DEPARTMENTS = 20;

  /** Ways to change an e-mail address in that table. */
  private static final int WAYS_TO_MOVE = 3;

  private final PatternBench bench;
  private final TableName plain = new TableName("Employees");
  private final TableName unindexed = new TableName("Unindexed");
  private final TableName keyed = new TableName("Keyed");
  private final TableName listed = new TableName("Listed");
  private final IndexTable byEmail = IndexTable.by(new TableName("EmployeesByEmail"), "Email");
  private final IndexTable byName =
      IndexTable.by(new TableName("EmployeesByName"), "LastName").including("Email");
  private int hired;

  FindingCosts(PatternBench bench) {
    this.bench = bench;
  }

  /** Leaves the table of all employees for the patterns that come after it. */
  void measure() throws IOException {
    load();
    findByEmail();
    findByName();
    findInDepartment();
    write();
    bench.drop(
        keyed,
        listed,
        unindexed,
        new TableName("EmployeesByEmail"),
        new TableName("EmployeesByName"));
  }

  private void load() throws IOException {
    var all = bench.staff().all();
    bench.store(
        KEYS, STAFF, "once", Kind.NAIVE, () -> StaffLoader.load(bench.tables(), plain, all));
    bench.store(
        KEYS,
        STAFF,
        "copies under 2 keys",
        Kind.PATTERN,
        () -> StaffLoader.write(
            bench.tables(), keyed, PlannedWrites.of(keyed, all, planned -> keys(planned)::insert)));
    bench.store(
        TABLES,
        "an index by e-mail of " + STAFF,
        "index table of keys",
        Kind.PATTERN,
        () -> loadIndex(new TableName("EmployeesByEmail"), byEmail));
    bench.store(
        TABLES,
        "an index by name of " + STAFF,
        "index table with the e-mail",
        Kind.PATTERN,
        () -> loadIndex(new TableName("EmployeesByName"), byName));
    StaffLoader.load(bench.raw(), unindexed, writtenStaff().all());
    bench.create(listed.value());
    Flux.range(0, bench.staff().inDepartment())
        .concatMap(number -> lists().insert(bench.staff().employee(number)))
        .blockLast();
  }

  private Staff writtenStaff() {
    return bench.staff().first(WRITTEN_DEPARTMENTS * bench.staff().inDepartment());
  }

  private void loadIndex(TableName rows, IndexTable index) {
    StaffLoader.write(
        bench.tables(),
        rows,
        PlannedWrites.of(
            rows,
            bench.staff().all(),
            planned -> IndexedTable.of(planned, plain, index).jointly()::insert));
  }

  private void findByEmail() throws IOException {
    var staff = bench.staff();
    var effort = bench.effort();
    var question = bench.ask(KEYS, BY_EMAIL, effort.points());
    question
        .times(effort.scans())
        .naive("table scan", i -> bench.tables().query(plain, byEmail(staff.draw(i))));
    question
        .times(effort.slowly() * SCANS_OF_A_DEPARTMENT)
        .naive(
            "scan of her department, if it is known",
            i -> bench.tables().query(plain, inDepartmentByEmail(staff.draw(i))));
    question.pattern(
        "secondary key, if the department is known",
        i -> keys(bench.tables())
            .get(staff.departmentOf(staff.draw(i)), "Email", Staff.email(staff.draw(i))));
    question.pattern("index table", i -> indexed().find(byEmail, Staff.email(staff.draw(i))));
    bench.store(
        TABLES,
        "an index by e-mail of " + STAFF,
        "index of the service",
        Kind.NATIVE,
        () -> index(plain, "byEmail", "Email"));
    question.natively(
        "index of the service", i -> bench.tables().query(plain, byEmail(staff.draw(i))));
  }

  private void findByName() throws IOException {
    var staff = bench.staff();
    var effort = bench.effort();
    bench
        .ask(TABLES, "find " + 2 * staff.departments() + " employees by last name", effort.slowly())
        .times(effort.scans())
        .naive("table scan", i -> bench.tables().query(plain, byName(staff.draw(i))))
        .times(effort.slowly())
        .pattern("index table", i -> indexed().find(byName, staff.lastName(staff.draw(i))))
        .pattern(
            "index table, e-mails only",
            i -> indexed().covered(byName, staff.lastName(staff.draw(i))));
    bench.store(
        TABLES,
        "an index by name of " + STAFF,
        "index of the service",
        Kind.NATIVE,
        () -> index(plain, "byName", "LastName"));
    bench
        .ask(TABLES, "find " + 2 * staff.departments() + " employees by last name", effort.slowly())
        .natively("index of the service", i -> bench.tables().query(plain, byName(staff.draw(i))));
  }

  private void findInDepartment() {
    var staff = bench.staff();
    var effort = bench.effort();
    var department = Staff.department(0);
    bench
        .ask(LISTS, "find 2 employees of a department by last name", effort.points())
        .times(effort.slowly() * SCANS_OF_A_DEPARTMENT)
        .naive(
            "scan of the department",
            i -> bench.tables().query(plain, inDepartmentByName(department, i)))
        .times(effort.points())
        .pattern("index entity", i -> lists().find(department, staff.lastName(i)))
        .natively(
            "index of the service",
            i -> bench.tables().query(plain, inDepartmentByName(department, i)));
  }

  private void write() {
    var question = bench.ask(TABLES, WRITE, bench.effort().points());
    question
        .naive("one entity, not found by either", i -> insert(unindexed))
        .pattern("index tables, in steps", i -> written().insert(next()).then())
        .pattern(
            "index tables, jointly", i -> written().jointly().insert(next()).then())
        .natively("two indexes of the service", i -> insert(plain));
    bench
        .ask(KEYS, "store a new employee with 2 keys", bench.effort().points())
        .naive("one entity", i -> insert(unindexed))
        .pattern("copies under 2 keys", i -> keys(bench.tables()).insert(next()))
        .natively("two indexes of the service", i -> insert(plain));
    bench
        .ask(TABLES, "change the e-mail address", bench.effort().points())
        .naive("one entity", i -> replace(unindexed, moved(i, 0)))
        .pattern(
            "index tables, in steps",
            i -> written().replace(moved(i, 1), IfMatch.ANY).then())
        .pattern(
            "index tables, jointly",
            i -> written().jointly().replace(moved(i, 2), IfMatch.ANY).then())
        .natively("two indexes of the service", i -> replace(plain, moved(i, 0)));
    bench
        .ask(LISTS, "store a new employee who is found by name", bench.effort().points())
        .naive("one entity", i -> insert(unindexed))
        .pattern("index entity", i -> lists().insert(next()))
        .natively("two indexes of the service", i -> insert(plain));
  }

  private Mono<Void> insert(TableName table) {
    return bench.tables().write(table, new Write.Insert(next())).then();
  }

  private Mono<Void> replace(TableName table, Entity entity) {
    return bench
        .tables()
        .write(table, new Write.Upsert(entity, WriteMode.REPLACE))
        .then();
  }

  private Entity next() {
    return bench.staff().hired(hired++);
  }

  /**
   * Returns an employee with an e-mail address that no repetition has used before.
   *
   * @param way ways have employees of their own, because an index table is not kept by the others
   */
  private Entity moved(int i, int way) {
    var employee = bench.staff().employee(writtenStaff().inGroup(way, WAYS_TO_MOVE, i));
    var changed = Entity.builder(employee.partitionKey(), employee.rowKey());
    employee.toMap().forEach((name, value) -> {
      if (!name.equals("Email")) {
        changed.set(name, value);
      }
    });
    return changed
        .set("Email", "new" + i + "." + employee.rowKey() + "@contoso.com")
        .build();
  }

  private void index(TableName table, String name, String property) {
    TableIndexes.create(bench.tables(), table, List.of(IndexDefinition.of(name, property)))
        .block();
  }

  private static SecondaryKeys keys(TableService tables) {
    return SecondaryKeys.of(tables, new TableName("Keyed"), "EmployeeId", "Email");
  }

  private IndexedTable indexed() {
    return IndexedTable.of(bench.tables(), plain, byEmail, byName);
  }

  /** Returns the table without indexes of the service, with its index tables. */
  private IndexedTable written() {
    return IndexedTable.of(bench.tables(), unindexed, byEmail, byName);
  }

  private IndexEntities lists() {
    return IndexEntities.of(bench.tables(), listed, "LastName");
  }

  private static Query byEmail(int employee) {
    return where(Condition.where("Email").is(Staff.email(employee)));
  }

  private Query inDepartmentByEmail(int employee) {
    return where(Condition.partitionKey()
        .is(bench.staff().departmentOf(employee))
        .and(Condition.where("Email").is(Staff.email(employee))));
  }

  private Query byName(int employee) {
    return where(Condition.where("LastName").is(bench.staff().lastName(employee)));
  }

  private Query inDepartmentByName(String department, int employee) {
    return where(Condition.partitionKey()
        .is(department)
        .and(Condition.where("LastName").is(bench.staff().lastName(employee))));
  }

  private static Query where(Condition condition) {
    return Query.ALL.where(condition.filter());
  }
}
