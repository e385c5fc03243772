package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.rowsOf;
import static io.weir.api.contract.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.SortProperty;
import io.weir.api.write.IfMatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for the order that an index gives. */
public interface IndexOrderContract extends Door {

  @Test
  default void anOrderedQueryAnswersInTheOrderOfValuesAndThenOfKeys() {
    var birds = Table.in(this).load(IntStream.range(0, 120).mapToObj(Birds::bird));
    birds.declare(Birds.BY_AGE);
    birds.declare(IndexDefinition.of("byBoth", List.of(Birds.NAME, Birds.AGE.reversed())));
    birds.awaitIndexes();
    midScenario();

    assertOrder(birds, "Age ge 0", List.of(Birds.AGE), false);
    assertOrder(birds, "Age ge 0", List.of(Birds.AGE.reversed()), true);
    assertOrder(birds, "Age gt 3 and Age lt 8 and Name ne 'n2'", List.of(Birds.AGE), false);
    assertOrder(birds, "Name ge '' and Age ge 0", List.of(Birds.NAME, Birds.AGE.reversed()), false);
    assertOrder(birds, "Name ge '' and Age ge 0", List.of(Birds.NAME.reversed(), Birds.AGE), true);
  }

  @Test
  default void anIndexOrdersEveryEntityAndPutsMissingValuesFirst() {
    var birds = Table.in(this).load(IntStream.range(0, 60).mapToObj(Birds::bird));
    birds.insert(entity("zz", "none"));
    birds.declare(IndexDefinition.of("all", "Weight"));
    birds.awaitIndexes();
    midScenario();

    var answer =
        birds.select(Query.ALL.orderBy(SortProperty.ascending("Weight")).top(7));

    assertThat(answer).hasSize(61);
    assertThat(answer)
        .isSortedAccordingTo(ModelOrder.of(List.of(SortProperty.ascending("Weight"))));
    assertThat(answer.get(0).get("Weight")).isEmpty();
  }

  @Test
  default void valuesOfAllTypesHaveOneOrder() {
    var birds = Table.in(this);
    var values = values();
    var shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, new Random(7));
    for (var i = 0; i < shuffled.size(); i++) {
      birds.insert(entity("p" + i % 3, "r" + i).set("V", shuffled.get(i)));
    }
    birds.declare(IndexDefinition.of("byValue", "V"));
    birds.awaitIndexes();
    midScenario();

    var order = List.of(SortProperty.ascending("V"));
    var answer = birds.select(Query.ALL.orderBy(order).top(5));

    assertThat(answer).hasSize(values.size()).isSortedAccordingTo(ModelOrder.of(order));
    assertThat(birds.select(Query.ALL.orderBy(order.get(0).reversed())))
        .isSortedAccordingTo(ModelOrder.of(order).reversed());
  }

  @Test
  default void anOrderThatNoIndexServesIsRefused() {
    var birds = Table.in(this).load(Birds.aged(3));
    birds.declare(IndexDefinition.of("owls", "Age").where("Name eq 'owl'"));
    birds.awaitIndexes();

    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(Query.ALL.orderBy(Birds.NAME)));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.items(Query.ALL.orderBy(Birds.AGE)));
    assertInvalid(
        ErrorCode.INVALID_INPUT, () -> birds.page(Query.ALL.where("Age gt 1").orderBy(Birds.AGE)));
    assertInvalid(
        ErrorCode.INVALID_INPUT,
        () -> birds.page(
            Query.ALL.where("Age gt 1 and Name eq 'owl'").orderBy(Birds.AGE).hint(IndexHint.NONE)));
    assertThat(birds.select(Query.ALL.where("Age gt 1 and Name eq 'owl'").orderBy(Birds.AGE)))
        .isEmpty();
  }

  @Test
  default void aContinuationOutlivesTheEntityAtItAndNotTheIndex() {
    var birds = Table.in(this).load(Birds.aged(40));
    birds.declare(Birds.BY_AGE);
    birds.awaitIndexes();
    var query = Query.ALL.where("Age ge 0").orderBy(Birds.AGE).top(10);
    var all = keysOf(birds.select(query));

    var first = birds.page(query);
    var next = Objects.requireNonNull(first.next());
    birds.delete(next.key().partitionKey(), next.key().rowKey(), IfMatch.ANY);
    midScenario();

    var rest = birds.select(query.from(next));
    assertThat(keysOf(first.items())).isEqualTo(all.subList(0, 10));
    assertThat(keysOf(rest)).isEqualTo(all.subList(11, 40));
    birds.dropIndex("byAge");
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(query.from(next)));
    birds.declare(IndexDefinition.of("other", "Age"));
    birds.awaitIndexes();
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(query.from(next)));
  }

  /**
   * Asserts that an ordered query answers, in pages and as a stream, what a scan answers, sorted.
   */
  private static void assertOrder(
      Table table, String filter, List<SortProperty> order, boolean backwards) {
    var ascending = backwards ? order.stream().map(SortProperty::reversed).toList() : order;
    var comparator = ModelOrder.of(ascending);
    var expected = table.select(Query.ALL.where(filter).hint(IndexHint.NONE)).stream()
        .sorted(backwards ? comparator.reversed() : comparator)
        .map(Entities::keyOf)
        .toList();
    var query = Query.ALL.where(filter).orderBy(order);
    assertThat(expected).isNotEmpty();
    assertThat(keysOf(table.select(query.top(7)))).as("pages of %s", query).isEqualTo(expected);
    assertThat(rowsOf(table.items(query))).as("stream of %s", query).isEqualTo(expected);
    assertThat(rowsOf(table.items(query.top(5)))).isEqualTo(expected.subList(0, 5));
  }

  private static List<EdmValue> values() {
    var values = new ArrayList<EdmValue>();
    for (var flag : List.of(true, false)) {
      values.add(new EdmBoolean(flag));
    }
    for (var number : List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
      values.add(new EdmInt32(number));
    }
    for (var number :
        List.of(1L << 53, (1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE, Long.MIN_VALUE, 2L)) {
      values.add(new EdmInt64(number));
    }
    for (var number : List.of(
        0.5, -0.5, 1e300, -1e300, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE)) {
      values.add(new EdmDouble(number));
    }
    for (var text :
        List.of("", "a", "ab", "b", "\u0001", "a\u0000", "a\u0001b", "\uFF5A", "😀", "é")) {
      values.add(new EdmString(text));
    }
    values.add(EdmDateTime.parse("2026-01-02T03:04:05Z"));
    values.add(EdmDateTime.parse("1990-01-02T03:04:05Z"));
    values.add(new EdmGuid(UUID.fromString("f0000000-0000-0000-0000-000000000001")));
    values.add(new EdmGuid(UUID.fromString("00000000-0000-0000-0000-000000000001")));
    for (var bytes : List.of(new byte[0], new byte[] {0}, new byte[] {0, 1}, new byte[] {-1})) {
      values.add(new EdmBinary(bytes));
    }
    return values;
  }
}
