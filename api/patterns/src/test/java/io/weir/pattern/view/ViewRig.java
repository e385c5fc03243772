package io.weir.pattern.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.process.FollowedModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A source of employees on a model of a service, two views of it, and what these must contain. */
final class ViewRig {

  static final TableName SOURCE = new TableName("Employees");

  final FollowedModel service = FollowedModel.eager();

  ViewRig() {
    service.createTable(SOURCE).block();
  }

  /** Employees by e-mail, without those who have left. */
  static View byEmail(TableService service, int version) {
    return View.of(
        service,
        "ByEmail",
        version,
        ViewDefinition.keyed(
                SOURCE, each -> each.getString("Email").map(address -> new EntityKey(address, "")))
            .where(each -> each.getBoolean("HasLeft").isEmpty())
            .select("Email", "Salary"));
  }

  /** Salaries by department, which is a property, so that an employee can change it. */
  static View salaries(TableService service, int version) {
    return View.of(
        service,
        "Salaries",
        version,
        ViewDefinition.grouped(
            SOURCE,
            each -> each.getString("Department").map(name -> new EntityKey("Department", name)),
            Aggregate.count("Employees"),
            Aggregate.sum("Total", "Salary"),
            Aggregate.min("Lowest", "Salary"),
            Aggregate.max("Highest", "Salary")));
  }

  /**
   * Runs a view until it has caught up: the model works on the thread that subscribes, as long as
   * there are changes.
   */
  static void catchUp(View view) {
    catchUp(view, Long.MAX_VALUE);
  }

  /** Does the same, but stops after so many commits and checkpoints. */
  static void catchUp(View view, long most) {
    var failures = new ArrayList<Throwable>();
    view.run().take(most).subscribe(progress -> {}, failures::add).dispose();
    assertThat(failures).isEmpty();
  }

  void put(Entity employee) {
    service.write(SOURCE, new Write.Upsert(employee, WriteMode.REPLACE)).block();
  }

  void delete(EntityKey key) {
    service.write(SOURCE, new Write.Delete(key, IfMatch.ANY)).block();
  }

  static Entity employee(
      String partition, String id, String email, String department, EdmValue pay) {
    return Entity.builder(partition, id)
        .set("Email", email)
        .set("Department", department)
        .set("Salary", pay)
        .build();
  }

  /** Returns the rows of a view, without their versions. */
  Map<EntityKey, Map<String, EdmValue>> rows(View view) {
    var rows = new TreeMap<EntityKey, Map<String, EdmValue>>();
    view.query(Query.ALL).toIterable().forEach(row -> rows.put(row.key(), row.toMap()));
    return rows;
  }

  /**
   * Returns the rows that the view by e-mail must have: of equal addresses, the first employee has
   * the row.
   */
  Map<EntityKey, Map<String, EdmValue>> expectedByEmail() {
    var rows = new TreeMap<EntityKey, Map<String, EdmValue>>();
    for (var employee : employees()) {
      var email = employee.getString("Email");
      if (email.isPresent() && employee.getBoolean("HasLeft").isEmpty()) {
        var row = new LinkedHashMap<>(employee.toMap());
        row.keySet().retainAll(List.of("Email", "Salary"));
        rows.putIfAbsent(new EntityKey(email.get(), ""), row);
      }
    }
    return rows;
  }

  /** Returns the rows that the view of salaries must have, computed from all employees. */
  Map<EntityKey, Map<String, EdmValue>> expectedSalaries() {
    var groups = new TreeMap<String, List<Entity>>();
    for (var employee : employees()) {
      employee
          .getString("Department")
          .ifPresent(
              name -> groups.computeIfAbsent(name, any -> new ArrayList<>()).add(employee));
    }
    var rows = new TreeMap<EntityKey, Map<String, EdmValue>>();
    groups.forEach((name, members) -> {
      var row = new EntityBuilder().key(new EntityKey("Department", name)).set("Employees", (long)
          members.size());
      var pays = members.stream()
          .map(each -> each.get("Salary"))
          .flatMap(Optional::stream)
          .filter(ViewRig::isNumber)
          .toList();
      if (!pays.isEmpty()) {
        row.set("Total", total(pays));
        row.set("Lowest", pays.stream().min(ORDER).orElseThrow());
        row.set("Highest", pays.stream().max(ORDER).orElseThrow());
      }
      rows.put(new EntityKey("Department", name), row.build().toMap());
    });
    return rows;
  }

  private static final Comparator<EdmValue> ORDER = Comparator.comparing(ViewRig::decimal);

  private static EdmValue total(List<EdmValue> pays) {
    var total = pays.stream().map(ViewRig::decimal).reduce(BigDecimal.ZERO, BigDecimal::add);
    return pays.stream().anyMatch(EdmDouble.class::isInstance)
        ? new EdmDouble(total.doubleValue())
        : new EdmInt64(total.longValueExact());
  }

  private static boolean isNumber(EdmValue value) {
    return value instanceof EdmInt64 || value instanceof EdmDouble;
  }

  private static BigDecimal decimal(EdmValue value) {
    return value instanceof EdmDouble number
        ? new BigDecimal(number.value())
        : BigDecimal.valueOf(((EdmInt64) value).value());
  }

  private List<Entity> employees() {
    return service.query(SOURCE, Query.ALL).collectList().block();
  }
}
