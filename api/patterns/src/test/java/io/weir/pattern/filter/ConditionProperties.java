package io.weir.pattern.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.Operator;
import java.util.UUID;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A condition built in Java equals the filter that is parsed from its text. */
class ConditionProperties {

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void theTextOfAConditionIsReadBackAsItsFilter(@ForAll("conditions") Condition condition) {
    assertThat(FilterParser.parse(condition.toString())).isEqualTo(condition.filter());
  }

  @Provide
  Arbitrary<Condition> conditions() {
    return Arbitraries.recursive(this::comparisons, ConditionProperties::around, 0, 4);
  }

  private static Arbitrary<Condition> around(Arbitrary<Condition> inner) {
    return Arbitraries.oneOf(
        Combinators.combine(inner, inner).as(Condition::and),
        Combinators.combine(inner, inner).as(Condition::or),
        inner.map(Condition::not),
        inner);
  }

  private Arbitrary<Condition> comparisons() {
    var names = Arbitraries.of("PartitionKey", "RowKey", "Timestamp", "Age", "not", "and", "_x");
    Arbitrary<BiFunction<Operand, Object, Condition>> operators = Arbitraries.of(
        Operand::is, Operand::isNot, Operand::gt, Operand::ge, Operand::lt, Operand::le);
    var compared = Combinators.combine(names, operators, literals())
        .as((name, operator, literal) -> operator.apply(Condition.where(name), literal));
    var prefixes = Combinators.combine(names, Arbitraries.strings().alpha().ofMaxLength(4))
        .as((name, prefix) -> Condition.where(name).startsWith(prefix));
    Arbitrary<BiFunction<String, String, Condition>> tests = Arbitraries.of(
        (name, text) -> Condition.where(name).endsWith(text),
        (name, text) -> Condition.where(name).contains(text),
        (name, text) -> Condition.where(name).lowered().startsWith(text),
        (name, text) -> Condition.where(name).lowered().endsWith(text),
        (name, text) -> Condition.where(name).lowered().contains(text));
    var tested = Combinators.combine(names, tests, Arbitraries.strings().ofMaxLength(4))
        .as((name, test, text) -> test.apply(name, text));
    var derived = Combinators.combine(
            names, Arbitraries.of(true, false), Arbitraries.of(Operator.class), literals())
        .as((name, lowered, operator, literal) -> {
          var operand = Condition.where(name);
          Compared value = lowered ? operand.lowered() : operand.length();
          return value.compare(operator, literal);
        });
    return Arbitraries.oneOf(compared, prefixes, tested, derived);
  }

  private static Arbitrary<Object> literals() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withChars('\'', ' ', '(', 'a').ofMaxLength(6).asGeneric(),
        Arbitraries.integers().asGeneric(),
        Arbitraries.longs().asGeneric(),
        Arbitraries.longs().map(Double::longBitsToDouble).asGeneric(),
        Arbitraries.of(true, false).asGeneric(),
        Arbitraries.longs()
            .between(0, EdmDateTime.MAX_TICKS)
            .map(ticks -> new EdmDateTime(ticks).toInstant())
            .asGeneric(),
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
            .as(UUID::new)
            .asGeneric(),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(8).asGeneric());
  }
}
