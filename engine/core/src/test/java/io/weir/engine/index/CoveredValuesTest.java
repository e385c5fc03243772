package io.weir.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Two forms of an entity have the same values in an index only if all that decides them is the
 * same.
 */
final class CoveredValuesTest {

  private static final IndexDefinition BY_A_AND_KEY = IndexDefinition.of("byA", "A", "RowKey");

  @Test
  void otherPropertiesAndTheTimestampDecideNothing() {
    assertThat(areSame(
            BY_A_AND_KEY,
            form(1, e -> e.set("A", 7)),
            form(2, e -> e.set("A", 7).set("B", 1))))
        .isTrue();
    assertThat(areSame(BY_A_AND_KEY, form(1, e -> e), form(1, e -> e.set("B", 1))))
        .isTrue();
  }

  @Test
  void anotherValueAnotherTypeOrNoValueIsADifference() {
    var seven = form(1, e -> e.set("A", 7));

    assertThat(areSame(BY_A_AND_KEY, seven, form(1, e -> e.set("A", 8)))).isFalse();
    assertThat(areSame(BY_A_AND_KEY, seven, form(1, e -> e.set("A", 7L)))).isFalse();
    assertThat(areSame(BY_A_AND_KEY, seven, form(1, e -> e))).isFalse();
    assertThat(areSame(
            BY_A_AND_KEY,
            form(1, e -> e.set("A", EdmDateTime.of(Instant.EPOCH).ticks())),
            form(1, e -> e.set("A", Instant.EPOCH))))
        .as("an Int64 and a DateTime of the same bytes")
        .isFalse();
    assertThat(areSame(BY_A_AND_KEY, form(1, e -> e.set("A", "x")), form(1, e -> e.set("A", "xy"))))
        .isFalse();
  }

  @Test
  void theTimestampIsADifferenceInAnIndexOnIt() {
    var byTime = IndexDefinition.of("byTime", "Timestamp");

    assertThat(areSame(byTime, form(1, e -> e), form(2, e -> e))).isFalse();
    assertThat(areSame(byTime, form(1, e -> e), form(1, e -> e.set("A", 1)))).isTrue();
  }

  @Test
  void theConditionOfAPartialIndexIsADifference() {
    var partial = BY_A_AND_KEY.where("B gt 5");
    var within = form(1, e -> e.set("A", 7).set("B", 6));

    assertThat(areSame(partial, within, form(1, e -> e.set("A", 7).set("B", 5))))
        .isFalse();
    assertThat(areSame(partial, within, form(1, e -> e.set("A", 7).set("B", 9))))
        .isTrue();
  }

  private static byte[] form(long ticks, UnaryOperator<EntityBuilder> properties) {
    return properties.apply(Entity.builder("p", "r")).build().storedForm(ticks);
  }

  private static boolean areSame(IndexDefinition definition, byte[] before, byte[] after) {
    var key = TreeKeys.of(7, new EntityKey("p", "r").encoded());
    return new CoveredValues(definition, ValueCode.NO_LIMIT).areSame(key, before, after);
  }
}
