package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/**
 * Wide entities: an employee has a rating for each of 1,000 skills, and an entity has at most 252
 * properties.
 */
public interface WideEntitiesPattern extends PatternDoor {

  /** Where most cases store an entity. */
  EntityKey EMPLOYEE = new EntityKey("Sales", "000223");

  @Test
  default void anEmployeeWithAThousandSkillsIsWrittenAndReadAsOne() {
    var employees = table("Employees");
    var skills = skills(1_000);

    // snippet
    var wide = WideEntities.of(weir(), employees);
    var key = new EntityKey("Sales", "000223");

    var promoted = wide.insert(WideEntity.of(key, skills))
        .then(wide.update(key, employee -> employee.with("Skill0007", new EdmInt32(5))));
    // end of snippet

    assertThat(await(promoted).properties())
        .hasSize(1_000)
        .containsEntry("Skill0007", new EdmInt32(5));
    assertThat(await(wide.get(key)).properties())
        .hasSize(1_000)
        .containsEntry("Skill0006", new EdmDouble(0.6))
        .containsEntry("Skill0007", new EdmInt32(5));
    assertThat(await(weir().query(employees, Query.ALL))).hasSize(4);
  }

  @Test
  default void anEntityOfAnyWidthIsReadAsItWasWritten() {
    var wide = WideEntities.of(weir(), table("Employees"));

    for (var width : new int[] {1_000, 0, 1, 249, 250, 251, 500, 501, 3}) {
      await(wide.upsert(WideEntity.of(EMPLOYEE, skills(width))));

      var read = await(wide.get(EMPLOYEE));
      assertThat(read.properties()).as(width + " properties").isEqualTo(skills(width));
      assertThat(read.properties().keySet())
          .containsExactlyElementsOf(skills(width).keySet());
    }
  }

  @Test
  default void rowsAreDividedBySizeToo() {
    var wide = WideEntities.of(weir(), table("Employees"));
    var pictures = new LinkedHashMap<String, EdmValue>();
    IntStream.range(0, 40).forEach(i -> pictures.put("P" + i, new EdmBinary(new byte[60_000])));

    await(wide.insert(WideEntity.of(EMPLOYEE, pictures)));

    assertThat(await(wide.get(EMPLOYEE)).properties()).isEqualTo(pictures);
  }

  @Test
  default void anEntityIsNoLargerThanABatch() {
    var wide = WideEntities.of(weir(), table("Employees"));

    await(wide.insert(WideEntity.of(EMPLOYEE, skills(25_000))));

    assertThat(await(wide.get(EMPLOYEE)).properties()).hasSize(25_000);
    assertRefused(ErrorCode.TOO_MANY_PROPERTIES, wide, skills(25_001));
    var large = new LinkedHashMap<String, EdmValue>();
    IntStream.range(0, 80).forEach(i -> large.put("P" + i, new EdmBinary(new byte[60_000])));
    assertRefused(ErrorCode.REQUEST_BODY_TOO_LARGE, wide, large);
    assertRefused(ErrorCode.PROPERTY_NAME_INVALID, wide, Map.of("WideRows", new EdmInt32(1)));
  }

  @Test
  default void aVersionDecidesBetweenTwoWriters() {
    var wide = WideEntities.of(weir(), table("Employees"));
    var first = await(wide.insert(WideEntity.of(EMPLOYEE, skills(600))));

    var second = await(wide.replace(first.with("Name", new EdmString("Ada"))));

    assertThatThrownBy(() -> await(wide.replace(first.without("Skill0001"))))
        .isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> wide.delete(first).block(PATIENCE))
        .isInstanceOf(PreconditionFailedException.class);
    assertThatThrownBy(() -> await(wide.insert(first))).isInstanceOf(ConflictException.class);
    assertThat(await(wide.get(EMPLOYEE))).isEqualTo(second);
  }

  @Test
  default void aRemovedEntityLeavesNoRow() {
    var employees = table("Employees");
    var wide = WideEntities.of(weir(), employees);
    var stored = await(wide.insert(WideEntity.of(EMPLOYEE, skills(600))));

    wide.delete(stored).block(PATIENCE);

    assertThat(wide.get(EMPLOYEE).blockOptional(PATIENCE)).isEmpty();
    assertThat(await(weir().query(employees, Query.ALL))).isEmpty();
    assertThatThrownBy(() -> wide.delete(stored).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> await(wide.replace(stored))).isInstanceOf(NotFoundException.class);
  }

  @Test
  default void noUpdateIsLostAndEveryReadSeesOneWrite() {
    var wide = WideEntities.of(weir(), table("Employees"));
    await(wide.insert(WideEntity.of(EMPLOYEE, counters(0))));

    var updates =
        Flux.range(0, 20).flatMap(i -> wide.update(EMPLOYEE, WideEntitiesPattern::next), 2);
    var seen = Flux.range(0, 40)
        .concatMap(i -> wide.get(EMPLOYEE))
        .map(read -> read.properties().values().stream().distinct().count());
    var distinct = await(Flux.merge(updates.thenMany(Flux.<Long>empty()), seen));

    assertThat(distinct).hasSize(40).containsOnly(1L);
    assertThat(await(wide.get(EMPLOYEE)).properties()).isEqualTo(counters(20));
  }

  @Test
  default void aProgramThatDiesAtAnyStepLeavesOneWholeEntity() {
    var employees = table("Employees");
    var wide = WideEntities.of(weir(), employees);

    var runs = KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          await(wide.insert(WideEntity.of(new EntityKey(run, "1"), skills(700))));
          return WideEntities.of(tables, employees)
              .upsert(WideEntity.of(new EntityKey(run, "1"), skills(300)));
        },
        run -> assertThat(await(wide.get(new EntityKey(run, "1"))).properties())
            .as(run)
            .isIn(skills(700), skills(300)));

    assertThat(runs).isEqualTo(6);
  }

  private static WideEntity next(WideEntity counters) {
    var count = ((EdmInt32) counters.properties().get("Skill0000")).value();
    return new WideEntity(counters.key(), counters(count + 1), counters.version());
  }

  private static Map<String, EdmValue> counters(int count) {
    var counters = new LinkedHashMap<String, EdmValue>();
    skills(600).keySet().forEach(name -> counters.put(name, new EdmInt32(count)));
    return counters;
  }

  private static void assertRefused(
      ErrorCode code, WideEntities wide, Map<String, ? extends EdmValue> properties) {
    assertThatThrownBy(() -> await(wide.upsert(WideEntity.of(EMPLOYEE, properties))))
        .isInstanceOf(InvalidRequestException.class)
        .extracting(failure -> ((TableServiceException) failure).code())
        .isEqualTo(code);
  }

  /** Returns so many ratings. */
  private static Map<String, EdmValue> skills(int count) {
    var skills = new LinkedHashMap<String, EdmValue>();
    IntStream.range(0, count)
        .forEach(i -> skills.put(String.format("Skill%04d", i), new EdmDouble(i / 10.0)));
    return skills;
  }
}
