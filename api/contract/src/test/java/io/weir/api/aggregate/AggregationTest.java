package io.weir.api.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class AggregationTest {

  @Test
  void asManyAggregatesAndPropertiesAsTheLimitsAreTaken() {
    var most = new Aggregation(List.of("A", "B"), counts(Aggregation.MAX_AGGREGATES));

    assertThat(most.names()).hasSize(Aggregation.MAX_AGGREGATES + Aggregation.MAX_PROPERTIES);
  }

  @Test
  void moreAggregatesOrPropertiesAreRefused() {
    assertRefused(
        () -> new Aggregation(List.of(), counts(Aggregation.MAX_AGGREGATES + 1)),
        ErrorCode.INVALID_INPUT,
        "aggregates=17 limit=16");
    assertRefused(
        () -> Aggregation.COUNT.groupBy("A", "B", "C"),
        ErrorCode.INVALID_INPUT,
        "groupBy=3 limit=2");
    assertRefused(
        () -> new Aggregation(List.of(), List.of()), ErrorCode.INVALID_INPUT, "expected=aggregate");
  }

  private static List<Aggregate> counts(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> Aggregate.count("Count" + i))
        .toList();
  }

  @Test
  void aNameIsGivenOnce() {
    assertRefused(
        () -> Aggregation.of(Aggregate.count("A"), Aggregate.sum("B", "A")),
        ErrorCode.INVALID_INPUT,
        "aggregate=A reason=nameIsTaken");
    assertRefused(
        () -> Aggregation.of(Aggregate.count("A")).groupBy("A"),
        ErrorCode.INVALID_INPUT,
        "aggregate=A reason=nameIsTaken");
    assertRefused(
        () -> Aggregation.COUNT.groupBy("B", "B"),
        ErrorCode.INVALID_INPUT,
        "aggregate=B reason=nameIsTaken");
  }

  @Test
  void aNameThatNoPropertyHasIsRefused() {
    assertRefused(() -> Aggregate.sum("a b", "C"), ErrorCode.PROPERTY_NAME_INVALID, "name=a b");
    assertRefused(() -> Aggregate.count("as)"), ErrorCode.PROPERTY_NAME_INVALID, "name=as)");
    assertRefused(
        () -> Aggregate.count("RowKey"),
        ErrorCode.PROPERTY_NAME_INVALID,
        "name=RowKey reason=systemProperty");
    assertRefused(() -> Aggregation.COUNT.groupBy("'"), ErrorCode.PROPERTY_NAME_INVALID, "name='");
    assertThat(Aggregate.max("Timestamp", "Latest").property()).isEqualTo("Timestamp");
  }

  private static void assertRefused(ThrowingCallable made, ErrorCode code, String facts) {
    var failure = catchThrowableOfType(InvalidRequestException.class, made);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.facts()).isEqualTo(facts);
  }

  @Test
  void onlyCountsOfAllEntitiesAreCounts() {
    assertThat(Aggregation.COUNT.isCount()).isTrue();
    assertThat(Aggregation.of(Aggregate.count("A"), Aggregate.count("B")).isCount())
        .isTrue();
    assertThat(Aggregation.COUNT.groupBy("A").isCount()).isFalse();
    assertThat(Aggregation.of(Aggregate.count("A"), Aggregate.max("B", "C")).isCount())
        .isFalse();
  }

  @Test
  void itSelectsEachPropertyThatItNeedsOnce() {
    var aggregation = Aggregation.of(
            Aggregate.sum("B", "C"), Aggregate.max("B", "D"), Aggregate.count("E"))
        .groupBy("A", "RowKey");

    assertThat(aggregation.selection().names()).containsExactly("A", "RowKey", "B");
    assertThat(Aggregation.COUNT.selection().names()).containsExactly("PartitionKey");
  }
}
