package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ComparisonsTest {

  private static final List<EdmValue> ONE_OF_EACH_KIND = List.of(
      new EdmString("1"),
      new EdmInt32(1),
      new EdmBoolean(true),
      new EdmDateTime(1),
      new EdmGuid(new UUID(0, 1)),
      new EdmBinary(new byte[] {1}));

  @ParameterizedTest
  @MethodSource
  void valuesOfOneKindHaveAnOrder(EdmValue less, EdmValue greater) {
    for (var operator : Operator.values()) {
      assertThat(Comparisons.holds(less, operator, greater)).isEqualTo(operator.holds(-1));
      assertThat(Comparisons.holds(greater, operator, less)).isEqualTo(operator.holds(1));
      assertThat(Comparisons.holds(less, operator, less)).isEqualTo(operator.holds(0));
    }
  }

  static Stream<Arguments> valuesOfOneKindHaveAnOrder() {
    return Stream.of(
        arguments(new EdmString("Z"), new EdmString("a")),
        arguments(new EdmString("a"), new EdmString("aa")),
        arguments(new EdmString("😀"), new EdmString("\uFF5A")),
        arguments(new EdmInt32(-1), new EdmInt32(0)),
        arguments(new EdmInt32(-1), new EdmInt64(0)),
        arguments(new EdmInt64(Long.MAX_VALUE - 1), new EdmInt64(Long.MAX_VALUE)),
        arguments(new EdmInt32(1), new EdmDouble(1.5)),
        arguments(new EdmDouble(Double.NEGATIVE_INFINITY), new EdmInt64(Long.MIN_VALUE)),
        arguments(new EdmBoolean(false), new EdmBoolean(true)),
        arguments(new EdmDateTime(0), new EdmDateTime(1)),
        arguments(new EdmGuid(new UUID(1, 0)), new EdmGuid(new UUID(-1, 0))),
        arguments(new EdmGuid(new UUID(1, 1)), new EdmGuid(new UUID(1, -1))),
        arguments(new EdmBinary(new byte[] {0x7F}), new EdmBinary(new byte[] {(byte) 0x80})),
        arguments(new EdmBinary(new byte[] {1}), new EdmBinary(new byte[] {1, 0})));
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void noComparisonHoldsBetweenDifferentKinds(Operator operator) {
    for (var stored : ONE_OF_EACH_KIND) {
      for (var literal : ONE_OF_EACH_KIND) {
        if (stored != literal) {
          assertThat(Comparisons.holds(stored, operator, literal))
              .as("%s %s", stored, literal)
              .isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void theOnlyComparisonOfNanThatHoldsIsInequality(Operator operator) {
    var nan = new EdmDouble(Double.NaN);

    for (var number : List.of(nan, new EdmDouble(0), new EdmInt32(0), new EdmInt64(0))) {
      assertThat(Comparisons.holds(nan, operator, number))
          .isEqualTo(operator == Operator.NOT_EQUAL);
      assertThat(Comparisons.holds(number, operator, nan))
          .isEqualTo(operator == Operator.NOT_EQUAL);
    }
  }

  @Test
  void numbersOfDifferentTypesAreEqualByValue() {
    var ones = List.of(new EdmInt32(1), new EdmInt64(1), new EdmDouble(1));

    assertThat(ones)
        .allSatisfy(stored -> assertThat(ones).allMatch(literal -> equal(stored, literal)));
    assertThat(equal(new EdmDouble(-0.0), new EdmDouble(0.0))).isTrue();
  }

  @Test
  void largeIntegersAreExactAmongThemselvesAndRoundedAgainstDoubles() {
    var power = new EdmInt64(1L << 53);
    var next = new EdmInt64((1L << 53) + 1);

    assertThat(equal(power, next)).isFalse();
    assertThat(equal(next, new EdmDouble(0x1p53))).isTrue();
  }

  @Test
  void aTestHoldsForTextsThatContainTheOther() {
    assertThat(test("abc", false, TextMatch.STARTS_WITH, "ab")).isTrue();
    assertThat(test("abc", false, TextMatch.STARTS_WITH, "bc")).isFalse();
    assertThat(test("abc", false, TextMatch.ENDS_WITH, "bc")).isTrue();
    assertThat(test("abc", false, TextMatch.CONTAINS, "b")).isTrue();
    assertThat(test("aBc", false, TextMatch.CONTAINS, "b")).isFalse();
    assertThat(test("aBc", true, TextMatch.CONTAINS, "b")).isTrue();
    assertThat(test("aBc", true, TextMatch.CONTAINS, "B")).isFalse();
    assertThat(test("😀", false, TextMatch.STARTS_WITH, "\uD83D")).isTrue();
  }

  @Test
  void eachUnitIsLoweredAlone() {
    assertThat(Derivation.LOWERED.of("ÉK\u0130\u03A3 \uD801\uDC00"))
        .isEqualTo(new EdmString("éki\u03C3 \uD801\uDC00"));
    assertThat(derived("AB", Derivation.LOWERED, Operator.EQUAL, new EdmString("ab")))
        .isTrue();
    assertThat(derived("AB", Derivation.LOWERED, Operator.NOT_EQUAL, new EdmInt32(1)))
        .isFalse();
  }

  @Test
  void theLengthCountsUnitsAndComparesAsANumber() {
    assertThat(derived("a😀", Derivation.LENGTH, Operator.EQUAL, new EdmInt64(3)))
        .isTrue();
    assertThat(derived("a😀", Derivation.LENGTH, Operator.LESS, new EdmDouble(3.5)))
        .isTrue();
    assertThat(derived("a", Derivation.LENGTH, Operator.NOT_EQUAL, new EdmString("a")))
        .isFalse();
  }

  @Test
  void noFunctionHoldsForAValueThatIsNoString() {
    for (var stored : ONE_OF_EACH_KIND) {
      var isString = stored instanceof EdmString;
      assertThat(Comparisons.holds(stored, new Filter.TextTest("a", false, TextMatch.CONTAINS, "")))
          .isEqualTo(isString);
      assertThat(Comparisons.holds(
              stored,
              new Filter.Derived("a", Derivation.LENGTH, Operator.NOT_EQUAL, new EdmInt32(99))))
          .isEqualTo(isString);
    }
  }

  private static boolean test(String stored, boolean lowered, TextMatch match, String text) {
    return Comparisons.holds(new EdmString(stored), new Filter.TextTest("a", lowered, match, text));
  }

  private static boolean derived(
      String stored, Derivation derivation, Operator operator, EdmValue literal) {
    return Comparisons.holds(
        new EdmString(stored), new Filter.Derived("a", derivation, operator, literal));
  }

  private static boolean equal(EdmValue stored, EdmValue literal) {
    return Comparisons.holds(stored, Operator.EQUAL, literal);
  }
}
