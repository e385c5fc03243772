package io.weir.pattern.relation;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.CompanyTypes;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.typed.EntityType;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.testkit.CoreTables;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One-to-one: an employee, and the file on her in another table. */
public interface SplitEntitiesPattern extends CompanyTypes {

  EntityType<Employee> EMPLOYEE = EntityType.of(Employee.class);
  Duration SETTLED = Duration.ofHours(1);

  /** The file on an employee, which is read seldom. */
  record Dossier(@PartitionKey String department, @RowKey String id, String text) {}

  @Test
  default void anEmployeeAndHerDossierAreReadApartAndChangeAsOne() {
    var employees = table("Employees");
    var dossiers = table("Dossiers");
    var ada = new EntityKey("D1", "1");

    // snippet
    var staff = SplitEntities.of(
        weir(),
        new Members<>(employees, EntityType.of(Employee.class)),
        new Members<>(dossiers, EntityType.of(Dossier.class)));
    var hired = staff.insert(Employee.of("D1", "1", "Jones"), new Dossier("D1", "1", "..."));
    var married = hired
        .then(staff.updateMain(ada, employee -> Employee.of("D1", "1", "Smith")))
        .then(staff.update(
            ada, both -> new SplitEntities.Whole<>(both.main(), new Dossier("D1", "1", "married"))))
        .then(staff.get(ada));
    // end of snippet

    assertThat(await(married))
        .isEqualTo(new SplitEntities.Whole<>(
            Employee.of("D1", "1", "Smith"), new Dossier("D1", "1", "married")));
    assertThat(await(staff.main(ada)).lastName()).isEqualTo("Smith");
    assertThat(await(staff.verify())).isEmpty();
    assertThatThrownBy(() -> staff
            .insert(Employee.of("D1", "1", "Jones"), new Dossier("D1", "1", ""))
            .block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    staff.withClock(later()).repair(SETTLED).blockLast(PATIENCE);
    assertThat(await(weir().query(dossiers, Query.ALL))).hasSize(1);
    staff.delete(ada).block(PATIENCE);
    assertThat(staff.get(ada).blockOptional(PATIENCE)).isEmpty();
    assertThat(await(weir().query(dossiers, Query.ALL))).isEmpty();
    staff.delete(ada).block(PATIENCE);
  }

  /** Readers and writers at once: both parts are always of one write. */
  @Test
  default void bothPartsAreOfOneWrite() {
    for (var joint : ways(false, commitsJointly())) {
      var staff = staff(weir(), table("Employees"), table("Dossiers"), joint);
      var ada = new EntityKey("D1", "1");
      staff.insert(Employee.of("D1", "1", "0"), new Dossier("D1", "1", "0")).block(PATIENCE);

      var writing = Flux.range(1, 20)
          .concatMap(i -> staff.update(
              ada,
              both -> new SplitEntities.Whole<>(
                  Employee.of("D1", "1", "" + i), new Dossier("D1", "1", "" + i))))
          .then();
      var reading = Flux.range(0, 40)
          .concatMap(i -> staff.get(ada))
          .doOnNext(
              both -> assertThat(both.main().lastName()).isEqualTo(both.detail().text()))
          .then();
      writing.and(reading).block(PATIENCE);

      assertThat(await(staff.get(ada)).detail().text()).isEqualTo("20");
      assertThat(await(staff.verify())).isEmpty();
    }
  }

  /**
   * Each change of either kind counts: three programs add to both parts, and three to the main part
   * alone.
   */
  @Test
  default void writersOfOneValueLoseNoChange() {
    for (var joint : ways(false, commitsJointly())) {
      var staff = staff(weir(), table("Employees"), table("Dossiers"), joint);
      var ada = new EntityKey("D1", "1");
      staff.insert(Employee.of("D1", "1", ""), new Dossier("D1", "1", "")).block(PATIENCE);

      Flux.range(0, 18)
          .flatMap(
              i -> i % 2 == 0
                  ? staff
                      .update(
                          ada,
                          both -> new SplitEntities.Whole<>(
                              Employee.of("D1", "1", both.main().lastName() + "b"),
                              new Dossier("D1", "1", both.detail().text() + "b")))
                      .thenReturn(i)
                  : staff
                      .updateMain(ada, main -> Employee.of("D1", "1", main.lastName() + "m"))
                      .thenReturn(i),
              3)
          .blockLast(PATIENCE);

      var whole = await(staff.get(ada));
      assertThat(whole.detail().text()).isEqualTo("b".repeat(9));
      assertThat(whole.main().lastName().replace("m", "")).isEqualTo("b".repeat(9));
      assertThat(whole.main().lastName()).hasSize(18);
      assertThat(await(staff.verify())).isEmpty();
    }
  }

  @Test
  default void aProgramThatDiesLeavesBothPartsOfOneWriteAndDetailsThatARepairRemoves() {
    for (var joint : ways(false, commitsJointly())) {
      var employees = table("Employees");
      var dossiers = table("Dossiers");
      var dangling = new TreeSet<String>();

      KilledProgram.everywhere(
          weir(),
          (tables, run) -> {
            var staff = staff(tables, employees, dossiers, joint);
            var key = new EntityKey("D1", run);
            return staff
                .insert(Employee.of("D1", run, "a"), new Dossier("D1", run, "a"))
                .then(staff.update(
                    key,
                    both -> new SplitEntities.Whole<>(
                        Employee.of("D1", run, "b"), new Dossier("D1", run, "b"))))
                .then(staff.delete(key));
          },
          run -> {
            var staff = staff(weir(), employees, dossiers, joint);
            var key = new EntityKey("D1", run);
            staff
                .get(key)
                .blockOptional(PATIENCE)
                .ifPresent(both -> assertThat(both.main().lastName())
                    .as(run)
                    .isEqualTo(both.detail().text()));
            if (!await(staff.verify()).isEmpty()) {
              dangling.add(run);
            }
            assertThat(await(staff.repair(SETTLED))).as("just written").isEmpty();
            staff.withClock(later()).repair(SETTLED).blockLast(PATIENCE);
            assertThat(await(staff.verify())).as(run).isEmpty();
            staff.delete(key).block(PATIENCE);
          });
      assertThat(dangling.isEmpty()).as("joint: " + joint).isEqualTo(joint);
    }
  }

  /**
   * Another program replaces an employee without this class. The file is not lost: it is found, and
   * no repair removes it.
   */
  @Test
  default void aFileThatItsEmployeeNoLongerNamesIsReportedAndKept() {
    for (var joint : ways(false, commitsJointly())) {
      var employees = table("Employees");
      var dossiers = table("Dossiers");
      var staff = staff(weir(), employees, dossiers, joint);
      var ada = new EntityKey("D1", "1");
      staff.insert(Employee.of("D1", "1", "Jones"), new Dossier("D1", "1", "a")).block(PATIENCE);
      var replaced = EMPLOYEE.toEntity(Employee.of("D1", "1", "Smith"));
      await(weir().write(employees, new Write.Upsert(replaced, WriteMode.REPLACE)));

      assertThat(await(staff.main(ada)).lastName()).isEqualTo("Smith");
      assertThatThrownBy(() -> await(staff.get(ada)))
          .isInstanceOf(ServiceFailedException.class)
          .hasMessageContaining("detail=unnamed");
      assertThatThrownBy(() -> await(staff.updateMain(ada, main -> main)))
          .isInstanceOf(ServiceFailedException.class)
          .hasMessageContaining("detail=unnamed");
      assertThat(await(staff.verify()))
          .extracting(Divergence::kind)
          .containsExactly(Divergence.Kind.STALE);
      assertThat(await(staff.withClock(later()).repair(SETTLED))).isEmpty();
      assertThat(await(weir().query(dossiers, Query.ALL))).hasSize(1);

      staff.delete(ada).block(PATIENCE);
      assertThat(await(staff.main(ada).hasElement())).isFalse();
      assertThat(await(staff.withClock(later()).repair(SETTLED))).hasSize(1);
      assertThat(await(weir().query(dossiers, Query.ALL))).isEmpty();
    }
  }

  /** An employee of a type that keeps all properties of an entity. */
  final class OpenEmployee {
    private final Map<String, Object> rest = new LinkedHashMap<>();

    @PartitionKey
    public String department = "D1";

    @RowKey
    public String id = "1";

    public String lastName = "Jones";

    @JsonAnyGetter
    public Map<String, Object> rest() {
      return rest;
    }

    @JsonAnySetter
    void put(String property, Object value) {
      rest.put(property, value);
    }
  }

  @Test
  default void aTypeThatKeepsUnknownPropertiesChangesAndKeepsItsFile() {
    var staff = SplitEntities.of(
        weir(),
        new Members<>(table("Employees"), EntityType.of(OpenEmployee.class)),
        new Members<>(table("Dossiers"), EntityType.of(Dossier.class)));
    var ada = new EntityKey("D1", "1");
    staff.insert(new OpenEmployee(), new Dossier("D1", "1", "a")).block(PATIENCE);

    await(staff.updateMain(ada, main -> {
      main.lastName = "Smith";
      return main;
    }));
    await(staff.update(
        ada, both -> new SplitEntities.Whole<>(both.main(), new Dossier("D1", "1", "b"))));

    assertThat(await(staff.get(ada)).main().lastName).isEqualTo("Smith");
    assertThat(await(staff.get(ada)).detail().text()).isEqualTo("b");
    assertThat(await(staff.verify())).isEmpty();
  }

  /** The file of a refused employee cannot be removed. The program hears of the refusal. */
  @Test
  default void aRefusalIsReportedEvenIfTheFileStays() {
    var employees = table("Employees");
    var dossiers = table("Dossiers");
    var busy = new CoreTables(weir()) {
      @Override
      public Mono<WriteResult> write(TableName table, Write write) {
        return write instanceof Write.Delete
            ? Mono.error(new ServiceBusyException("queue=full"))
            : weir().write(table, write);
      }
    };
    var staff = staff(busy, employees, dossiers, false);
    staff.insert(Employee.of("D1", "1", "Jones"), new Dossier("D1", "1", "a")).block(PATIENCE);

    assertThatThrownBy(() -> staff
            .insert(Employee.of("D1", "1", "Smith"), new Dossier("D1", "1", "b"))
            .block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    assertThat(await(staff.verify()))
        .extracting(Divergence::kind)
        .containsExactly(Divergence.Kind.DANGLING);
  }

  private static <T> Set<T> ways(T one, T other) {
    return one.equals(other) ? Set.of(one) : Set.of(one, other);
  }

  private static SplitEntities<Employee, Dossier> staff(
      TableService tables, TableName employees, TableName dossiers, boolean joint) {
    var staff = SplitEntities.of(
        tables,
        new Members<>(employees, EMPLOYEE),
        new Members<>(dossiers, EntityType.of(Dossier.class)));
    return joint ? staff.jointly() : staff;
  }

  private static Clock later() {
    return Clock.offset(Clock.systemUTC(), Duration.ofDays(2));
  }
}
