package io.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.Operator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class ImplicationProperties {

  private static final List<EdmValue> VALUES = List.of(
      new EdmInt32(0),
      new EdmInt32(1),
      new EdmInt32(2),
      new EdmInt64(1),
      new EdmInt64((1L << 53) - 1),
      new EdmInt64(1L << 53),
      new EdmInt64((1L << 53) + 1),
      new EdmInt64(Long.MAX_VALUE),
      new EdmInt64(Long.MAX_VALUE - 1),
      new EdmDouble(0.5),
      new EdmDouble(1),
      new EdmDouble(0x1p53),
      new EdmDouble(0x1p63),
      new EdmDouble(Double.NaN),
      new EdmString(""),
      new EdmString("a"),
      new EdmString("b"),
      new EdmBoolean(true),
      new EdmBoolean(false));

  @Property(tries = 20_000)
  void aValueThatSatisfiesAConditionSatisfiesWhatItImplies(
      @ForAll("conditions") Filter condition,
      @ForAll("conditions") Filter implied,
      @ForAll("values") EdmValue value) {
    if (Implication.holds(condition, implied) && satisfies(value, condition)) {
      assertThat(satisfies(value, implied))
          .as("%s satisfies %s, which %s implies", value, implied, condition)
          .isTrue();
    }
  }

  @Example
  void narrowerRangesImplyWiderOnes() {
    assertThat(implies("V gt 5", "V gt 5")).isTrue();
    assertThat(implies("V gt 6", "V gt 5")).isTrue();
    assertThat(implies("V ge 5", "V gt 5")).isFalse();
    assertThat(implies("V ge 5", "V ge 5.0")).isTrue();
    assertThat(implies("V gt 5", "V ge 6")).isFalse();
    assertThat(implies("V eq 7", "V gt 5")).isTrue();
    assertThat(implies("V eq 7", "V ne 5")).isTrue();
    assertThat(implies("V lt 5", "V ne 5")).isTrue();
    assertThat(implies("V lt 5", "V le 5")).isTrue();
    assertThat(implies("V le 4", "V lt 5")).isTrue();
    assertThat(implies("V gt 6", "V lt 9")).isFalse();
    assertThat(implies("V eq 1 or V eq 2", "V lt 3")).isTrue();
    assertThat(implies("V eq 1 or V eq 9", "V lt 3")).isFalse();
    assertThat(implies("V eq 9", "V lt 3 or V gt 8")).isTrue();
    assertThat(implies("V eq 'b'", "V gt 'a'")).isTrue();
    assertThat(implies("V eq 'b'", "V ne 1")).isFalse();
    assertThat(implies("W gt 6", "V gt 5")).isFalse();
  }

  @Example
  void integersThatShareADoubleImplyNothing() {
    assertThat(implies("V eq 9007199254740993L", "V gt 9007199254740992L")).isFalse();
  }

  private static boolean implies(String condition, String implied) {
    return Implication.holds(FilterParser.parse(condition), FilterParser.parse(implied));
  }

  private static boolean satisfies(EdmValue value, Filter filter) {
    return filter instanceof Filter.Or or
        ? or.operands().stream().anyMatch(operand -> satisfies(value, operand))
        : filter instanceof Filter.Comparison comparison
            && Comparisons.holds(value, comparison.operator(), comparison.literal());
  }

  @Provide
  Arbitrary<EdmValue> values() {
    return Arbitraries.of(VALUES);
  }

  @Provide
  Arbitrary<Filter> conditions() {
    Arbitrary<Filter> comparisons = Combinators.combine(Arbitraries.of(Operator.class), values())
        .as((operator, literal) -> new Filter.Comparison("V", operator, literal));
    return Arbitraries.frequencyOf(
        Tuple.of(4, comparisons), Tuple.of(1, comparisons.list().ofSize(2).map(Filter.Or::new)));
  }
}
