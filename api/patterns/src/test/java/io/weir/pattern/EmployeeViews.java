package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.view.Aggregate;
import io.weir.pattern.view.View;
import io.weir.pattern.view.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import reactor.core.publisher.Mono;

/** Views of employees, and what their tests write, wait for and read. */
public interface EmployeeViews extends PatternDoor {

  static ViewDefinition byEmail(TableName employees) {
    return ViewDefinition.keyed(
        employees, each -> each.getString("Email").map(address -> new EntityKey(address, "")));
  }

  static ViewDefinition counted(TableName employees, Aggregate... aggregates) {
    return ViewDefinition.grouped(
        employees,
        each -> Optional.of(new EntityKey("Department", each.partitionKey())),
        aggregates);
  }

  /** Does something while a program runs the view. */
  static void running(View view, Runnable test) {
    var failures = new ArrayList<Throwable>();
    var running = view.run().subscribe(progress -> {}, failures::add);
    try {
      test.run();
    } finally {
      running.dispose();
    }
    assertThat(failures).isEmpty();
  }

  /** Waits for all earlier changes of a department: a feed keeps the order of a partition. */
  default void awaitLater(View byEmail, TableName employees) {
    var later = employee("Sales", "later", "later", 0);
    put(employees, later);
    awaitEnd(byEmail.awaitEntity(later.key()));
  }

  static void awaitEnd(Mono<Void> done) {
    done.block(PATIENCE);
  }

  static Map<String, String> rows(View view) {
    var rows = new TreeMap<String, String>();
    PatternDoor.await(view.query(Query.ALL))
        .forEach(row -> rows.put(row.partitionKey() + "/" + row.rowKey(), text(row)));
    return rows;
  }

  static String text(Entity row) {
    var text = new StringBuilder();
    row.toMap()
        .forEach((name, value) -> text.append(text.isEmpty() ? "" : " ")
            .append(name)
            .append('=')
            .append(
                value instanceof EdmInt64 number
                    ? number.value()
                    : row.getInt32(name).<Object>map(each -> each).orElse(value)));
    return text.toString();
  }

  static List<String> kinds(List<Divergence> found) {
    return found.stream()
        .map(each -> each.kind() + " " + each.row().key().rowKey())
        .toList();
  }

  static Entity employee(String department, String id, String email, int salary) {
    return Entity.builder(department, id)
        .set("LastName", "Jones")
        .set("Email", email)
        .set("Salary", salary)
        .build();
  }

  static Entity hasLeft(Entity employee) {
    var left = Entity.builder(employee.partitionKey(), employee.rowKey()).set("HasLeft", true);
    employee.toMap().forEach(left::set);
    return left.build();
  }

  default void put(TableName table, Entity entity) {
    weir().write(table, new Write.Upsert(entity, WriteMode.REPLACE)).block(PATIENCE);
  }

  default void delete(TableName table, EntityKey key) {
    weir().write(table, new Write.Delete(key, IfMatch.ANY)).block(PATIENCE);
  }
}
