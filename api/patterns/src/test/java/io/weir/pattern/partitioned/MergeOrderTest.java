package io.weir.pattern.partitioned;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelOrder;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.index.SortProperty;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Values from different shards are compared as an index of one service orders them. */
final class MergeOrderTest {

  /** In their order; those of one line are equal. */
  private static final List<List<Optional<EdmValue>>> VALUES = Stream.of(
          List.<EdmValue>of(),
          List.of(new EdmBoolean(false)),
          List.of(new EdmBoolean(true)),
          List.of(new EdmDouble(Double.NEGATIVE_INFINITY)),
          List.of(new EdmInt64(-(1L << 53) - 1)),
          List.of(new EdmInt64(-(1L << 53)), new EdmDouble(-0x1p53)),
          List.of(new EdmInt32(-1), new EdmInt64(-1), new EdmDouble(-1)),
          List.of(new EdmInt32(0), new EdmDouble(0.0), new EdmDouble(-0.0)),
          List.of(new EdmDouble(Double.MIN_VALUE)),
          List.of(new EdmDouble(1.5)),
          List.of(new EdmInt64(1L << 53), new EdmDouble(0x1p53)),
          List.of(new EdmInt64((1L << 53) + 1)),
          List.of(new EdmDouble(Double.MAX_VALUE)),
          List.of(new EdmDouble(Double.NaN)),
          List.of(EdmDateTime.parse("1990-01-02T03:04:05Z")),
          List.of(EdmDateTime.parse("2026-01-02T03:04:05Z")),
          List.of(guid("00000000-0000-0000-0000-000000000001")),
          List.of(guid("f0000000-0000-0000-0000-000000000001")),
          List.of(new EdmString("")),
          List.of(new EdmString("a")),
          List.of(new EdmString("a\u0000")),
          List.of(new EdmString("b")),
          List.of(new EdmString("\uFF5A")),
          List.of(new EdmBinary(new byte[0])),
          List.of(new EdmBinary(new byte[] {0})),
          List.of(new EdmBinary(new byte[] {-1})))
      .map(MergeOrderTest::optional)
      .toList();

  @Test
  void valuesOfAllTypesAreInOneOrder() {
    var order = MergeOrder.of(List.of(SortProperty.ascending("V")));
    var opposite = MergeOrder.of(List.of(SortProperty.descending("V")));

    for (var i = 0; i < VALUES.size(); i++) {
      for (var j = 0; j < VALUES.size(); j++) {
        for (var one : VALUES.get(i)) {
          for (var other : VALUES.get(j)) {
            assertThat(Integer.signum(order.compare(entity(one), entity(other))))
                .as("%s and %s", one, other)
                .isEqualTo(Integer.compare(i, j));
            assertThat(Integer.signum(opposite.compare(entity(one), entity(other))))
                .isEqualTo(Integer.compare(j, i));
          }
        }
      }
    }
  }

  /** The order of the reference implementation differs only in the key, which comes last. */
  @Test
  void theOrderIsThatOfTheContract() {
    var order = List.of(SortProperty.ascending("V"));
    for (var one : VALUES) {
      for (var other : VALUES) {
        assertThat(Integer.signum(
                MergeOrder.of(order).compare(entity(one.get(0)), entity(other.get(0)))))
            .isEqualTo(Integer.signum(
                ModelOrder.of(order).compare(entity(one.get(0)), entity(other.get(0)))));
      }
    }
  }

  @Test
  void laterPropertiesAndKeysDecideAmongEqualValues() {
    var order = MergeOrder.of(List.of(
        SortProperty.ascending("V"),
        SortProperty.descending("PartitionKey"),
        SortProperty.ascending("RowKey")));
    var first = Entity.builder("b", "1").set("V", 1).build();
    var second = Entity.builder("a", "1").set("V", 1).build();
    var third = Entity.builder("a", "2").set("V", 1L).build();

    assertThat(List.of(third, first, second).stream().sorted(order))
        .containsExactly(first, second, third);
    assertThat(MergeOrder.of(List.of(SortProperty.ascending("V"))).compare(first, third))
        .isZero();
  }

  private static List<Optional<EdmValue>> optional(List<? extends EdmValue> equal) {
    return equal.isEmpty()
        ? List.of(Optional.empty())
        : equal.stream().<Optional<EdmValue>>map(Optional::of).toList();
  }

  private static EdmValue guid(String text) {
    return new EdmGuid(UUID.fromString(text));
  }

  private static Entity entity(Optional<EdmValue> value) {
    var entity = Entity.builder("p", "r");
    value.ifPresent(present -> entity.set("V", present));
    return entity.build();
  }
}
