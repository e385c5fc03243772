package io.weir.pattern.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.process.FollowedModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The values of aggregates: their order, their exact sums, and the limits of a definition. */
final class ViewValuesTest {

  private static final List<EdmValue> ASCENDING = List.of(
      new EdmDouble(Double.NEGATIVE_INFINITY),
      new EdmDouble(-1e300),
      new EdmInt64(Long.MIN_VALUE),
      new EdmInt64(Long.MIN_VALUE + 1),
      new EdmInt32(-5),
      new EdmDouble(-4.5),
      new EdmDouble(-Double.MIN_VALUE),
      new EdmInt32(0),
      new EdmDouble(Double.MIN_VALUE),
      new EdmInt32(1),
      new EdmInt64((1L << 53) - 1),
      new EdmDouble(0x1p53),
      new EdmInt64((1L << 53) + 1),
      new EdmInt64(Long.MAX_VALUE - 1),
      new EdmInt64(Long.MAX_VALUE),
      new EdmDouble(0x1p63),
      new EdmDouble(Double.POSITIVE_INFINITY),
      new EdmDateTime(1),
      new EdmDateTime(2));

  @Test
  void textsSortAsTheValuesDoInBothDirections() {
    var orders =
        ASCENDING.stream().map(value -> ValueOrder.of(value).orElseThrow()).toList();
    assertThat(orders).isSorted().doesNotHaveDuplicates();

    var inverted = new ArrayList<>(orders.stream().map(ValueOrder::inverted).toList());
    Collections.reverse(inverted);
    assertThat(inverted).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void equalNumbersOfAllTypesHaveOnePlace() {
    assertThat(Stream.of(new EdmInt32(7), new EdmInt64(7), new EdmDouble(7)).map(ValueOrder::of))
        .containsOnly(ValueOrder.of(new EdmInt64(7)));
    assertThat(ValueOrder.of(new EdmDouble(-0.0))).isEqualTo(ValueOrder.of(new EdmInt32(0)));
    assertThat(ValueOrder.of(new EdmDouble(Double.NaN))).isEmpty();
    assertThat(ValueOrder.of(new EdmString("7"))).isEmpty();
  }

  @Test
  void aSumForgetsWhatIsTakenAway() {
    var sum = ExactSum.NONE
        .plus(new EdmDouble(0.1))
        .plus(new EdmDouble(1e300))
        .plus(new EdmInt64(3))
        .minus(new EdmDouble(1e300));

    assertThat(sum.value()).contains(new EdmDouble(3.1));
    assertThat(sum.minus(new EdmDouble(0.1)).value()).contains(new EdmInt64(3));
    assertThat(ExactSum.parse(sum.text())).isEqualTo(sum);
    assertThat(sum.minus(new EdmDouble(0.1)).minus(new EdmInt64(3))).isEqualTo(ExactSum.NONE);
    assertThat(ExactSum.NONE.value()).isEmpty();
  }

  @Test
  void aSumOfIntegersThatDoesNotFitIsADouble() {
    var largest = ExactSum.NONE.plus(new EdmInt64(Long.MAX_VALUE));

    assertThat(largest.value()).contains(new EdmInt64(Long.MAX_VALUE));
    assertThat(largest.plus(new EdmInt32(1)).value()).contains(new EdmDouble(0x1p63));
  }

  @Test
  void definitionsAndNamesHaveTheirLimits() {
    var source = new TableName("Employees");
    var most = new Aggregate[ViewDefinition.MOST_AGGREGATES + 1];
    for (var i = 0; i < most.length; i++) {
      most[i] = Aggregate.count("c" + i);
    }
    assertThatThrownBy(() -> ViewDefinition.grouped(source, each -> Optional.empty(), most))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ViewDefinition.grouped(
            source, each -> Optional.empty(), Aggregate.count("n"), Aggregate.sum("n", "p")))
        .isInstanceOf(IllegalArgumentException.class);
    most[most.length - 1] = most[0];
    var definition = ViewDefinition.grouped(
        source,
        each -> Optional.of(new EntityKey("", "")),
        List.of(most).subList(0, ViewDefinition.MOST_AGGREGATES).toArray(Aggregate[]::new));

    var service = FollowedModel.eager();
    service.createTable(source).block();
    var longest = "V".repeat(View.LONGEST_NAME);
    assertThatThrownBy(() -> View.of(service, longest + "V", 1, definition))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> View.of(service, "Views", 0, definition))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> View.of(service, "Views", View.MOST_VERSIONS + 1, definition))
        .isInstanceOf(IllegalArgumentException.class);
    var view = View.of(service, longest, View.MOST_VERSIONS, definition);
    view.build().block();
    assertThat(view.current().block()).isEqualTo(new TableName(longest + "V9999"));
  }
}
