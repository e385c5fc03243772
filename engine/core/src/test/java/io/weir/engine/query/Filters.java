package io.weir.engine.query;

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
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Derivation;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random filters and entities over so few names, keys and values that filters often match. */
final class Filters {

  /**
   * Texts at which order or encoding may go wrong: empty, prefixes of each other, one to three
   * bytes, surrogate pairs.
   */
  static final List<String> KEYS = List.of(
      "",
      " ",
      "a",
      "a ",
      "aa",
      "ab",
      "b",
      "~",
      "é",
      "߿",
      "\uD7FF",
      "😀",
      "\uE000",
      "\uFFFF",
      "\uFFFF\uFFFF");

  /**
   * Texts that are not keys: control characters, forbidden characters, half a character, more than
   * the longest key.
   */
  private static final List<String> NO_KEYS = List.of(
      "\0",
      "a\0",
      "a\0b",
      "a\u0001",
      "a\u001F",
      "\u007F",
      "a/",
      "a?b",
      "\uD83D",
      "a\uDE00",
      "a".repeat(513),
      "\uFFFF".repeat(600));

  private static final List<String> PROPERTIES = List.of("Age", "Name", "_x");

  private static final List<EdmValue> VALUES = List.of(
      new EdmString(""),
      new EdmString("a"),
      new EdmString("ab"),
      new EdmString("AB"),
      new EdmString("aab😀"),
      new EdmString("é"),
      new EdmString("😀"),
      new EdmString("\uFF5A"),
      new EdmString("\0"),
      new EdmInt32(0),
      new EdmInt32(-1),
      new EdmInt32(Integer.MAX_VALUE),
      new EdmInt64(0),
      new EdmInt64(1L << 53),
      new EdmInt64((1L << 53) + 1),
      new EdmInt64(Long.MIN_VALUE),
      new EdmDouble(0),
      new EdmDouble(-0.0),
      new EdmDouble(0.5),
      new EdmDouble(9007199254740992.0),
      new EdmDouble(Double.NaN),
      new EdmDouble(Double.POSITIVE_INFINITY),
      new EdmDouble(Double.NEGATIVE_INFINITY),
      new EdmBoolean(true),
      new EdmBoolean(false),
      new EdmDateTime(0),
      new EdmDateTime(1),
      new EdmDateTime(EdmDateTime.MAX_TICKS),
      new EdmGuid(new UUID(0, 1)),
      new EdmGuid(new UUID(1, 0)),
      new EdmGuid(new UUID(-1, 0)),
      new EdmBinary(new byte[0]),
      new EdmBinary(new byte[] {1}),
      new EdmBinary(new byte[] {(byte) 0x80}));

  private static final List<EdmValue> UNSTORABLE =
      List.of(new EdmString("\uD83D"), new EdmString("a\uDE00"));

  private Filters() {}

  /** Filters of keys, properties and the Timestamp. */
  static Arbitrary<Filter> any() {
    return nested(Arbitraries.frequencyOf(
        Tuple.of(5, keyComparisons()),
        Tuple.of(2, keyFunctions()),
        Tuple.of(5, propertyComparisons()),
        Tuple.of(2, propertyFunctions()),
        Tuple.of(1, constants())));
  }

  /** Filters on keys alone. */
  static Arbitrary<Filter> ofKeys() {
    return nested(Arbitraries.frequencyOf(
        Tuple.of(10, keyComparisons()), Tuple.of(5, keyFunctions()), Tuple.of(1, constants())));
  }

  /** One comparison of a key, a property or the Timestamp. */
  static Arbitrary<Filter> comparisons() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, keyComparisons()), Tuple.of(3, propertyComparisons()));
  }

  /** One function of a key, a property or the Timestamp. */
  static Arbitrary<Filter> functions() {
    return Arbitraries.frequencyOf(Tuple.of(1, keyFunctions()), Tuple.of(3, propertyFunctions()));
  }

  static Arbitrary<Entity> entities() {
    return Combinators.combine(
            keys(),
            Arbitraries.of(PROPERTIES).set(),
            Arbitraries.of(VALUES).list().ofSize(PROPERTIES.size()),
            Arbitraries.of(1L, 2L, EdmDateTime.MAX_TICKS))
        .as((key, names, values, ticks) -> {
          var builder =
              Entity.builder(key.partitionKey(), key.rowKey()).set("Other", 1).set("Ag", "a");
          var value = values.iterator();
          names.forEach(name -> builder.set(name, value.next()));
          return builder.build().withTimestamp(ticks);
        });
  }

  static Arbitrary<EntityKey> keys() {
    return Combinators.combine(Arbitraries.of(KEYS), Arbitraries.of(KEYS)).as(EntityKey::new);
  }

  private static Arbitrary<Filter> nested(Arbitrary<Filter> leaf) {
    return Arbitraries.recursive(() -> leaf, Filters::around, 0, 4);
  }

  private static Arbitrary<Filter> around(Arbitrary<Filter> inner) {
    var operands = inner.list().ofMinSize(2).ofMaxSize(3);
    return Arbitraries.frequencyOf(
        Tuple.of(3, operands.map(Filter.And::new)),
        Tuple.of(3, operands.map(Filter.Or::new)),
        Tuple.of(1, inner.map(Filter.Not::new)),
        Tuple.of(1, inner));
  }

  private static Arbitrary<Filter> keyComparisons() {
    var literals = Arbitraries.frequencyOf(
        Tuple.of(20, Arbitraries.of(KEYS).<EdmValue>map(EdmString::new)),
        Tuple.of(5, Arbitraries.of(NO_KEYS).<EdmValue>map(EdmString::new)),
        Tuple.of(1, Arbitraries.of(VALUES)));
    return comparisons(Arbitraries.of("PartitionKey", "RowKey"), literals);
  }

  private static Arbitrary<Filter> propertyComparisons() {
    return comparisons(properties(), literals());
  }

  private static Arbitrary<String> properties() {
    return Arbitraries.frequencyOf(
        Tuple.of(10, Arbitraries.of(PROPERTIES)),
        Tuple.of(1, Arbitraries.of("Timestamp", "Absent", "no name")));
  }

  private static Arbitrary<EdmValue> literals() {
    return Arbitraries.frequencyOf(
        Tuple.of(15, Arbitraries.of(VALUES)), Tuple.of(1, Arbitraries.of(UNSTORABLE)));
  }

  private static Arbitrary<Filter> keyFunctions() {
    return functions(Arbitraries.of("PartitionKey", "RowKey"));
  }

  private static Arbitrary<Filter> propertyFunctions() {
    return functions(properties());
  }

  private static Arbitrary<Filter> functions(Arbitrary<String> names) {
    var texts = Arbitraries.frequencyOf(
        Tuple.of(10, Arbitraries.of(KEYS)), Tuple.of(5, Arbitraries.of(NO_KEYS)));
    var tests = Combinators.combine(
            names, Arbitraries.of(true, false, false), Arbitraries.of(TextMatch.class), texts)
        .as(Filter.TextTest::new);
    var literals =
        Arbitraries.oneOf(literals(), Arbitraries.of(KEYS).map(EdmString::new), lengths());
    var derived = Combinators.combine(
            names, Arbitraries.of(Derivation.class), Arbitraries.of(Operator.class), literals)
        .as(Filter.Derived::new);
    return Arbitraries.frequencyOf(Tuple.of(3, tests), Tuple.of(1, derived));
  }

  private static Arbitrary<EdmValue> lengths() {
    return Arbitraries.of(
        new EdmInt32(1), new EdmInt32(2), new EdmInt64(2), new EdmInt64(3), new EdmDouble(1.5));
  }

  private static Arbitrary<Filter> comparisons(
      Arbitrary<String> names, Arbitrary<EdmValue> literals) {
    return Combinators.combine(names, Arbitraries.of(Operator.class), literals)
        .as(Filter.Comparison::new);
  }

  private static Arbitrary<Filter> constants() {
    return Arbitraries.of(Filter.ALL, Filter.NONE);
  }
}
