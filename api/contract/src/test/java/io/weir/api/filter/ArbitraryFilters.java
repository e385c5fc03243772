package io.weir.api.filter;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** All filters that text can express. */
final class ArbitraryFilters {

  private ArbitraryFilters() {}

  static Arbitrary<Filter> filters() {
    Arbitrary<Filter> comparisons = Combinators.combine(
            names(), Arbitraries.of(Operator.class), literals())
        .as(Filter.Comparison::new);
    Arbitrary<Filter> tests = Combinators.combine(
            names(), Arbitraries.of(true, false), Arbitraries.of(TextMatch.class), texts())
        .as(Filter.TextTest::new);
    Arbitrary<Filter> derived = Combinators.combine(
            names(), Arbitraries.of(Derivation.class), Arbitraries.of(Operator.class), literals())
        .as(Filter.Derived::new);
    var leaves = Arbitraries.frequencyOf(
        Tuple.of(5, comparisons),
        Tuple.of(3, tests),
        Tuple.of(2, derived),
        Tuple.of(1, Arbitraries.of(Filter.ALL, Filter.NONE)));
    return Arbitraries.recursive(() -> leaves, ArbitraryFilters::around, 0, 4);
  }

  private static Arbitrary<Filter> around(Arbitrary<Filter> inner) {
    var operands = inner.list().ofMinSize(2).ofMaxSize(3);
    return Arbitraries.oneOf(
        operands.map(Filter.And::new),
        operands.map(Filter.Or::new),
        inner.map(Filter.Not::new),
        inner);
  }

  /** Names include words of the grammar. */
  private static Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "PartitionKey", "RowKey", "Timestamp", "TableName", "Age", "_x", "Größe", "x1", "𝒳"),
        Arbitraries.of(
            "not", "and", "or", "eq", "ne", "X", "datetime", "guid", "binary", "L", "INFO", "nan"),
        Arbitraries.of("contains", "startswith", "endswith", "substringof", "tolower", "length"));
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(8),
        Arbitraries.strings().withChars('\'', ' ', '(', ',', 'a').ofMaxLength(6));
  }

  static Arbitrary<EdmValue> literals() {
    return Arbitraries.oneOf(
        texts().map(EdmString::new),
        Arbitraries.integers().map(EdmInt32::new),
        Arbitraries.longs().map(EdmInt64::new),
        Arbitraries.integers().map(value -> new EdmInt64(value)),
        Arbitraries.longs().map(Double::longBitsToDouble).map(EdmDouble::new),
        Arbitraries.integers().map(value -> new EdmDouble(value)),
        Arbitraries.of(
            new EdmDouble(Double.NaN),
            new EdmDouble(-0.0),
            new EdmDouble(Double.POSITIVE_INFINITY),
            new EdmDouble(Double.NEGATIVE_INFINITY),
            new EdmDouble(Double.MIN_VALUE),
            new EdmDouble(Double.MAX_VALUE)),
        Arbitraries.of(true, false).map(EdmBoolean::new),
        Arbitraries.longs().between(0, EdmDateTime.MAX_TICKS).map(EdmDateTime::new),
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
            .as(UUID::new)
            .map(EdmGuid::new),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(8).map(EdmBinary::new));
  }
}
