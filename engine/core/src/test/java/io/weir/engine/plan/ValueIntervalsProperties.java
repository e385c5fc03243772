package io.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.filter.Comparisons;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import io.weir.engine.index.ValueCode;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** An interval never loses a value that satisfies its comparison. */
class ValueIntervalsProperties {

  /** With eight properties a text keeps 110 bytes. */
  private static final int PROPERTIES = 8;

  private static final int TEXT_LIMIT = ValueCode.textLimit(PROPERTIES);

  @Property(tries = 5000)
  void everyValueThatSatisfiesAComparisonIsInAnInterval(
      @ForAll("values") EdmValue stored,
      @ForAll Operator operator,
      @ForAll("values") EdmValue literal,
      @ForAll boolean descending) {
    if (Comparisons.holds(stored, operator, literal)) {
      assertThat(intervals(operator, literal, descending))
          .as("%s %s %s", stored, operator, literal)
          .anyMatch(interval -> contains(interval, encoded(stored, descending)));
    }
  }

  @Property(tries = 5000)
  void everyTextThatSatisfiesATestIsInAnInterval(
      @ForAll("values") EdmValue stored,
      @ForAll TextMatch match,
      @ForAll boolean lowered,
      @ForAll("texts") EdmValue part,
      @ForAll boolean descending) {
    var test = new Filter.TextTest(
        "V", lowered, match, part instanceof EdmString text ? text.value() : "");
    if (Comparisons.holds(stored, test)) {
      assertThat(new ValueIntervals(descending, PROPERTIES).of(test))
          .as("%s %s", stored, test)
          .anyMatch(interval -> contains(interval, encoded(stored, descending)));
    }
  }

  @Property(tries = 2000)
  void theIntervalOfABeginningHoldsNoTextThatBeginsOtherwise(
      @ForAll("values") EdmValue stored, @ForAll boolean descending) {
    var test = new Filter.TextTest("V", false, TextMatch.STARTS_WITH, "xy");

    assertThat(new ValueIntervals(descending, PROPERTIES)
            .of(test).stream()
                .anyMatch(interval -> contains(interval, encoded(stored, descending))))
        .isEqualTo(Comparisons.holds(stored, test));
  }

  @Property(tries = 5000)
  void anIntervalOfOneValueHoldsNoOtherEncoding(
      @ForAll("values") EdmValue stored,
      @ForAll("values") EdmValue literal,
      @ForAll boolean descending) {
    for (var interval : intervals(Operator.EQUAL, literal, descending)) {
      if (interval.isValue() && contains(interval, encoded(stored, descending))) {
        assertThat(encoded(stored, descending)).isEqualTo(interval.lower());
      }
    }
  }

  @Property(tries = 5000)
  void aMissingPropertyIsInNoInterval(
      @ForAll Operator operator, @ForAll("values") EdmValue literal, @ForAll boolean descending) {
    assertThat(intervals(operator, literal, descending))
        .noneMatch(interval -> contains(interval, ValueCode.encode(null, descending, TEXT_LIMIT)));
  }

  @Property(tries = 2000)
  void valuesOfAnotherTypeAreOutsideTheIntervals(
      @ForAll("values") EdmValue stored,
      @ForAll Operator operator,
      @ForAll("values") EdmValue literal,
      @ForAll boolean descending) {
    if (encoded(stored, false)[0] != encoded(literal, false)[0]) {
      assertThat(intervals(operator, literal, descending))
          .noneMatch(interval -> contains(interval, encoded(stored, descending)));
    }
  }

  @Property(tries = 2000)
  void intersectionAndUnionHoldTheValuesOfBothAndOfEither(
      @ForAll("values") EdmValue stored,
      @ForAll Operator operator,
      @ForAll Operator otherOperator,
      @ForAll("values") EdmValue literal,
      @ForAll("values") EdmValue otherLiteral,
      @ForAll boolean descending) {
    var some = intervals(operator, literal, descending);
    var others = intervals(otherOperator, otherLiteral, descending);
    var value = encoded(stored, descending);
    var inSome = some.stream().anyMatch(interval -> contains(interval, value));
    var inOthers = others.stream().anyMatch(interval -> contains(interval, value));

    var both = ByteInterval.intersection(some, others);
    var either =
        ByteInterval.union(List.of(some, others).stream().flatMap(List::stream).toList());

    assertThat(both.stream().anyMatch(interval -> contains(interval, value)))
        .isEqualTo(inSome && inOthers);
    assertThat(either.stream().anyMatch(interval -> contains(interval, value)))
        .isEqualTo(inSome || inOthers);
    assertDisjointAndAscending(both);
    assertDisjointAndAscending(either);
  }

  private static void assertDisjointAndAscending(List<ByteInterval> intervals) {
    byte[] end = {};
    for (var interval : intervals) {
      assertThat(Arrays.compareUnsigned(end, interval.lower())).isNotPositive();
      assertThat(interval.isEmpty()).isFalse();
      end = interval.upper();
    }
  }

  private static List<ByteInterval> intervals(
      Operator operator, EdmValue literal, boolean descending) {
    return new ValueIntervals(descending, PROPERTIES)
        .of(new Filter.Comparison("V", operator, literal));
  }

  private static byte[] encoded(EdmValue value, boolean descending) {
    return ValueCode.encode(value, descending, TEXT_LIMIT);
  }

  /** A key goes on after the value: with 0x00 or a byte of the PartitionKey. */
  private static boolean contains(ByteInterval interval, byte[] value) {
    var low = Arrays.copyOf(value, value.length + 1);
    var high = low.clone();
    high[value.length] = (byte) 0xF4;
    var hasLow = isWithin(interval, low);
    assertThat(isWithin(interval, high)).as("both ends of the value").isEqualTo(hasLow);
    return hasLow;
  }

  private static boolean isWithin(ByteInterval interval, byte[] key) {
    return Arrays.compareUnsigned(interval.lower(), key) <= 0
        && Arrays.compareUnsigned(key, interval.upper()) < 0;
  }

  @Provide
  Arbitrary<EdmValue> values() {
    return Arbitraries.oneOf(numbers(), texts(), others());
  }

  private static Arbitrary<EdmValue> numbers() {
    var exact = 1L << 53;
    return Arbitraries.oneOf(
        Arbitraries.of(
            new EdmInt32(0),
            new EdmInt32(-1),
            new EdmInt32(1),
            new EdmInt32(Integer.MIN_VALUE),
            new EdmInt64(exact - 1),
            new EdmInt64(exact),
            new EdmInt64(exact + 1),
            new EdmInt64(exact + 2),
            new EdmInt64(-exact - 1),
            new EdmInt64(Long.MIN_VALUE),
            new EdmInt64(Long.MIN_VALUE + 1),
            new EdmInt64(Long.MAX_VALUE),
            new EdmInt64(Long.MAX_VALUE - 1),
            new EdmDouble(0x1p53),
            new EdmDouble(0x1p63),
            new EdmDouble(-0x1p63),
            new EdmDouble(-0.0),
            new EdmDouble(0.5),
            new EdmDouble(Double.MIN_VALUE),
            new EdmDouble(Double.NaN),
            new EdmDouble(Double.POSITIVE_INFINITY),
            new EdmDouble(Double.NEGATIVE_INFINITY)),
        Arbitraries.integers().between(-3, 3).map(EdmInt32::new),
        Arbitraries.longs().map(EdmInt64::new),
        Arbitraries.doubles().map(EdmDouble::new));
  }

  /** Texts around the number of bytes that an entry keeps, with the bytes that are escaped. */
  @Provide
  static Arbitrary<EdmValue> texts() {
    var text = Arbitraries.of(
            "", "a", "x".repeat(107), "x".repeat(108), "x".repeat(109), "x".repeat(110))
        .flatMap(
            head -> Arbitraries.of("", "\0", "\u0001", "x", "xx", "xy", "y", "é", "\uFFFF", "😀")
                .list()
                .ofMaxSize(3)
                .map(tail -> head + String.join("", tail)));
    return Arbitraries.oneOf(
        text.map(EdmString::new), text.map(each -> new EdmBinary(binary(each))));
  }

  private static byte[] binary(String text) {
    var bytes = new byte[text.length()];
    for (var i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
    return bytes;
  }

  private static Arbitrary<EdmValue> others() {
    return Arbitraries.of(
        new EdmBoolean(false),
        new EdmBoolean(true),
        new EdmDateTime(0),
        new EdmDateTime(1),
        new EdmDateTime(EdmDateTime.MAX_TICKS),
        new EdmGuid(new UUID(0, 0)),
        new EdmGuid(new UUID(-1, -1)),
        new EdmGuid(new UUID(1, 0)));
  }
}
