package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.relation.Denormalised;
import io.weir.pattern.relation.Family;
import io.weir.pattern.relation.FamilyTable;
import io.weir.pattern.relation.Members;
import io.weir.pattern.relation.ParentLink;
import io.weir.pattern.relation.SplitEntities;
import io.weir.pattern.relation.SplitFamilies;
import io.weir.pattern.typed.EntityType;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.pattern.typed.TypedTable;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A department of 50 employees: its name in each of them, all of them as one, an employee of two
 * parts, and several types in one table.
 */
final class RelationCosts {

  private static final String COPIES = "denormalisation";
  private static final String MANY = "one-to-many";
  private static final String ONE = "one-to-one";
  private static final String TYPES = "inheritance";
  private static final String ROW = "department";
  private static final int MEMBERS = 50;
  private static final int DETAIL_UNITS = 20_000;

  private final PatternBench bench;
  private final TableName departments = new TableName("CostDepartments");
  private final TableName members = new TableName("CostMembers");
  private final TableName families = new TableName("CostFamilies");
  private final TableName whole = new TableName("CostWhole");
  private final TableName mains = new TableName("CostMains");
  private final TableName details = new TableName("CostDetails");

  /** A department. */
  record Unit(@PartitionKey String id, @RowKey String row, String name) {}

  /** Someone who works in it, with the name of the department. */
  record Worker(
      @PartitionKey String unit,
      @RowKey String id,
      String lastName,
      @Nullable String unitName) {}

  /** A worker together with the file. */
  record Documented(@PartitionKey String unit, @RowKey String id, String lastName, String file) {}

  /** The file on a worker. */
  record WorkerFile(@PartitionKey String unit, @RowKey String id, String file) {}

  /** Several types of one table, of which one in ten is a boss. */
  sealed interface Colleague {}

  /** Someone who is led. */
  record Led(@PartitionKey String unit, @RowKey String id, String skill) implements Colleague {}

  /** Someone who leads. */
  record Boss(@PartitionKey String unit, @RowKey String id, int reports) implements Colleague {}

  private static final EntityType<Unit> UNIT = EntityType.of(Unit.class);
  private static final EntityType<Worker> WORKER = EntityType.of(Worker.class);
  private static final ParentLink<Worker> LINK = new ParentLink<>(
      worker -> new EntityKey(worker.unit(), ROW),
      unit -> Condition.partitionKey().is(unit.partitionKey()));

  RelationCosts(PatternBench bench) {
    this.bench = bench;
  }

  void measure() {
    for (var table : List.of(departments, members, families, whole, mains, details)) {
      bench.create(table.value());
    }
    copies();
    family();
    parts();
    types();
    bench.drop(departments, members, families, whole, mains, details);
  }

  private void copies() {
    var raw = named(bench.raw());
    raw.jointly().createIfAbsent().block();
    raw.insertParent(unit("Sales")).block();
    Flux.range(0, MEMBERS).concatMap(i -> raw.insert(worker("D1", i))).blockLast();
    var effort = bench.effort();
    bench
        .ask(
            COPIES,
            "read " + MEMBERS + " employees with the name of their department",
            effort.slowly())
        .naive(
            "the department of each is looked up",
            i -> bench
                .tables()
                .query(members, Query.ALL)
                .concatMap(each ->
                    bench.tables().get(departments, new EntityKey(each.partitionKey(), ROW))))
        .pattern("the name is in each", i -> bench.tables().query(members, Query.ALL));
    bench
        .ask(COPIES, "rename a department of " + MEMBERS + " employees", effort.slowly())
        .naive(
            "the department only",
            i -> bench
                .tables()
                .write(
                    departments,
                    new Write.Upsert(UNIT.toEntity(unit("Naive" + i)), WriteMode.REPLACE))
                .then())
        .pattern("in steps", i -> named(bench.tables()).replaceParent(unit("Steps" + i)))
        .natively("jointly", i -> named(bench.tables()).jointly().replaceParent(unit("Joint" + i)));
  }

  private Denormalised<Unit, Worker> named(TableService tables) {
    return Denormalised.of(
        tables,
        new Members<>(departments, UNIT),
        new Members<>(members, WORKER),
        LINK,
        Map.of("name", "unitName"));
  }

  private void family() {
    var split = SplitFamilies.of(
        bench.tables(), new Members<>(departments, UNIT), new Members<>(members, WORKER), LINK);
    var one = FamilyTable.of(bench.tables(), families, ROW, UNIT, WORKER);
    one.insert(new Family<>(
            unit("Sales"),
            IntStream.range(0, MEMBERS).mapToObj(i -> worker("D1", i)).toList()))
        .block();
    var effort = bench.effort();
    bench
        .ask(MANY, "read a department with its " + MEMBERS + " employees", effort.slowly())
        .naive(
            "an employee at a time",
            i -> bench
                .tables()
                .get(departments, new EntityKey("D1", ROW))
                .thenMany(Flux.range(0, MEMBERS))
                .concatMap(
                    number -> bench.tables().get(members, new EntityKey("D1", Staff.id(number))))
                .then(Mono.just(1)))
        .pattern("two tables", i -> split.get(new EntityKey("D1", ROW)))
        .pattern("one partition", i -> one.get("D1"));
    bench
        .ask(MANY, "add an employee to a department", effort.slowly())
        .naive(
            "one write, whether or not the department is there",
            i -> bench
                .tables()
                .write(members, new Write.Insert(WORKER.toEntity(worker("D1", 1_000 + i))))
                .then())
        .pattern("two tables, in steps", i -> split.insertChild(worker("D1", 2_000 + i)))
        .natively("two tables, jointly", i -> split.jointly().insertChild(worker("D1", 3_000 + i)))
        .pattern("one partition", i -> one.insertChild(worker("D1", 4_000 + i)));
  }

  private void parts() {
    var documented = EntityType.of(Documented.class);
    var file = "x".repeat(DETAIL_UNITS);
    var split = SplitEntities.of(
        bench.tables(),
        new Members<>(mains, WORKER),
        new Members<>(details, EntityType.of(WorkerFile.class)));
    for (var i = 0; i < MEMBERS; i++) {
      bench
          .raw()
          .write(
              whole,
              new Write.Insert(
                  documented.toEntity(new Documented("D1", Staff.id(i), "Jones", file))))
          .block();
      split.insert(worker("D1", i), new WorkerFile("D1", Staff.id(i), file)).block();
    }
    bench
        .ask(
            ONE,
            "list " + MEMBERS + " employees without their files of 40 KB",
            bench.effort().slowly())
        .naive("one entity", i -> bench.tables().query(whole, Query.ALL))
        .pattern("two parts", i -> bench.tables().query(mains, Query.ALL));
    bench
        .ask(ONE, "read an employee with the file", bench.effort().slowly())
        .naive("one entity", i -> bench.tables().get(whole, new EntityKey("D1", Staff.id(1))))
        .pattern("two parts", i -> split.get(new EntityKey("D1", Staff.id(1))));
    bench
        .ask(ONE, "replace both parts", bench.effort().slowly())
        .naive(
            "one entity",
            i -> bench
                .tables()
                .write(
                    whole,
                    new Write.Upsert(
                        documented.toEntity(new Documented("D1", Staff.id(1), "n" + i, file)),
                        WriteMode.REPLACE))
                .then())
        .pattern("two parts, in steps", i -> split.update(key(1), both -> both).then())
        .natively(
            "two parts, jointly",
            i -> split.jointly().update(key(1), both -> both).then());
  }

  private void types() {
    var name = "CostColleagues";
    var type = EntityType.of(Colleague.class);
    var count = bench.staff().inDepartment();
    StaffLoader.load(
        bench.raw(),
        new TableName(name),
        Flux.range(0, count).map(i -> type.toEntity(colleague(i))));
    var colleagues = TypedTable.of(bench.tables(), name, type);
    bench
        .ask(
            TYPES,
            "read the bosses among " + count + " colleagues",
            bench.effort().slowly())
        .naive(
            "all of one table, selected by the program", i -> colleagues.query().ofType(Boss.class))
        .pattern("one type of one table", i -> colleagues.only(Boss.class).query());
    bench.drop(new TableName(name));
  }

  private static Colleague colleague(int i) {
    return i % 10 == 0 ? new Boss("D1", Staff.id(i), 9) : new Led("D1", Staff.id(i), "Java");
  }

  private static EntityKey key(int number) {
    return new EntityKey("D1", Staff.id(number));
  }

  private static Unit unit(String name) {
    return new Unit("D1", ROW, name);
  }

  private static Worker worker(String unit, int number) {
    return new Worker(unit, Staff.id(number), "Jones", null);
  }
}
