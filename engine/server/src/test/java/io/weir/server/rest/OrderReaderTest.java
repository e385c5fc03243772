package io.weir.server.rest;

import static io.weir.api.index.SortProperty.ascending;
import static io.weir.api.index.SortProperty.descending;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.index.SortProperty;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Orders as the text of {@code $orderby}. */
final class OrderReaderTest {

  private static final Grammar ORDERS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      return draw.times(
          1 + draw.below(10),
          draw.of(",", ", ", " ,\t"),
          () -> draw.of("Age", "Näme", "rowkey", "PartitionKey") + draw.of("", " asc", " desc"));
    }

    @Override
    public List<String> words() {
      return List.of(",", " ", " desc", " asc", "\u0000", "\u00a0", "\ud800", "x".repeat(300));
    }
  };

  @Test
  void namesAndDirectionsAreRead() {
    assertThat(OrderReader.parse(" Age , Näme  DESC,\trowKEY asc"))
        .containsExactly(ascending("Age"), descending("Näme"), ascending("RowKey"));
    assertThat(OrderReader.parse("desc desc")).containsExactly(descending("desc"));
    assertThat(OrderReader.parse("  ")).isEmpty();
  }

  @Test
  void anyTextIsReadAsAnOrderOrRefused() {
    var outcome = Fuzz.of("orderby").run(ORDERS, text -> {
      var order = OrderReader.parse(text);
      var again = order.stream().map(SortProperty::toString).collect(Collectors.joining(","));
      assertThat(OrderReader.parse(again)).isEqualTo(order);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }
}
