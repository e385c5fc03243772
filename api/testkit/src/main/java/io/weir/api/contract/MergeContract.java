package io.weir.api.contract;

import static io.weir.api.contract.Entities.LARGEST_FILLING;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.write.WriteMode.MERGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.IfMatch;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for merges: a merge adds and replaces single properties. */
public interface MergeContract extends Door {

  /**
   * The properties of a Killdeer of height 1 after a height of 2 and a cost of 3 were merged into
   * it.
   */
  Map<String, EdmValue> MERGED = Map.of(
      "Species", new EdmString("Killdeer"), "Height", new EdmInt32(2), "Cost", new EdmInt32(3));

  @Test
  default void aMergeReplacesItsPropertiesAndKeepsTheOthers() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1));

    midScenario();
    strikes.update(MERGE, entity("TX", "1").set("Height", 2).set("Cost", 3), IfMatch.ANY);

    assertThat(strikes.get("TX", "1").toMap()).isEqualTo(MERGED);
  }

  @Test
  default void aMergeMayChangeTheTypeOfAProperty() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Height", 300));

    strikes.update(MERGE, entity("TX", "1").set("Height", "three hundred"), IfMatch.ANY);
    midScenario();

    assertThat(strikes.get("TX", "1").toMap())
        .isEqualTo(Map.of("Height", new EdmString("three hundred")));
  }

  @Test
  default void aMergeWithoutPropertiesOnlyCreatesANewVersion() {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    var second = strikes.update(MERGE, entity("TX", "1"), IfMatch.ANY);
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).containsOnlyKeys("Species");
    assertThat(second.timestampTicks()).isGreaterThan(first.timestampTicks());
  }

  @Test
  default void aMergeIsCaseSensitive() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Cost", 1));

    strikes.update(MERGE, entity("TX", "1").set("cost", 2), IfMatch.ANY);
    midScenario();

    assertThat(strikes.get("TX", "1").toMap())
        .isEqualTo(Map.of("Cost", new EdmInt32(1), "cost", new EdmInt32(2)));
  }

  @Test
  default void manyMergesAccumulateProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));
    for (var i = 0; i < 20; i++) {
      strikes.update(MERGE, entity("TX", "1").set("Property" + i, i), IfMatch.ANY);
    }

    midScenario();

    assertThat(strikes.get("TX", "1").toMap())
        .hasSize(20)
        .containsEntry("Property7", new EdmInt32(7));
  }

  @Test
  default void aMergeMayFillAnEntityUpTo252Properties() {
    var strikes = Table.in(this);
    strikes.insert(withProperties("Old", 200));

    strikes.update(MERGE, withProperties("New", 52), IfMatch.ANY);
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(Limits.PROPERTIES);
  }

  @Test
  default void aMergePast252PropertiesChangesNothing() {
    var strikes = Table.in(this);
    var first = strikes.insert(withProperties("Old", 200));

    assertInvalid(
        ErrorCode.TOO_MANY_PROPERTIES,
        () -> strikes.update(MERGE, withProperties("New", 53), IfMatch.ANY));
    assertInvalid(
        ErrorCode.TOO_MANY_PROPERTIES, () -> strikes.upsert(MERGE, withProperties("New", 53)));
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(200);
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(first.etag());
  }

  @Test
  default void aMergeMayFillAnEntityUpToOneMebibyte() {
    var strikes = Table.in(this);
    strikes.insert(filled("p", "1", "A", 8 * Limits.BINARY_BYTES));

    strikes.update(
        MERGE, filled("p", "1", "B", LARGEST_FILLING - 8 * Limits.BINARY_BYTES), IfMatch.ANY);
    midScenario();

    assertThat(strikes.get("p", "1").toMap()).hasSize(16);
  }

  @Test
  default void aMergePastOneMebibyteChangesNothing() {
    var strikes = Table.in(this);
    var first = strikes.insert(filled("p", "1", "A", 8 * Limits.BINARY_BYTES));
    var tooMuch = LARGEST_FILLING - 8 * Limits.BINARY_BYTES + 1;

    assertInvalid(
        ErrorCode.ENTITY_TOO_LARGE,
        () -> strikes.update(MERGE, filled("p", "1", "B", tooMuch), IfMatch.ANY));
    assertInvalid(
        ErrorCode.ENTITY_TOO_LARGE, () -> strikes.upsert(MERGE, filled("p", "1", "B", tooMuch)));
    midScenario();

    assertThat(strikes.get("p", "1").toMap()).hasSize(8);
    assertThat(strikes.get("p", "1").etag()).isEqualTo(first.etag());
  }

  private static EntityBuilder withProperties(String prefix, int count) {
    var entity = entity("TX", "1");
    IntStream.range(0, count).forEach(i -> entity.set(prefix + i, i));
    return entity;
  }
}
