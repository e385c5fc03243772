package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.Query;
import io.weir.api.edm.EdmInt32;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FilterLimitsTest {

  private static final Filter LEAF = new Filter.Comparison("a", Operator.EQUAL, new EdmInt32(1));

  @Test
  void negationsHaveTheSameNestingLimitAsInText() {
    assertAccepted(nested(100, Filter.Not::new));
    assertRefused(nested(101, Filter.Not::new), "nestingLimit=100");
  }

  @Test
  void conjunctionsInConjunctionsCountAsBracketsInText() {
    assertAccepted(nested(101, inner -> new Filter.And(List.of(LEAF, inner))));
    assertRefused(nested(102, inner -> new Filter.And(List.of(LEAF, inner))), "nestingLimit=100");
  }

  @Test
  void conjunctionsInDisjunctionsNeedNoBrackets() {
    UnaryOperator<Filter> pair =
        inner -> new Filter.Or(List.of(LEAF, new Filter.And(List.of(LEAF, inner))));

    assertAccepted(nested(101, pair));
    assertRefused(nested(102, pair), "nestingLimit=100");
  }

  @Test
  void comparisonsAndConstantsAreCounted() {
    assertAccepted(new Filter.Or(Collections.nCopies(2000, LEAF)));
    assertRefused(new Filter.Or(Collections.nCopies(2001, LEAF)), "comparisonLimit=2000");
    assertAccepted(new Filter.And(Collections.nCopies(2000, Filter.ALL)));
    assertRefused(new Filter.And(Collections.nCopies(2001, Filter.ALL)), "comparisonLimit=2000");
  }

  @Test
  void aFunctionCountsAsOneComparisonAndDoesNotNest() {
    var test = new Filter.TextTest("a", true, TextMatch.CONTAINS, "x");
    var derived = new Filter.Derived("a", Derivation.LENGTH, Operator.EQUAL, new EdmInt32(1));

    for (var function : List.of(test, derived)) {
      assertAccepted(new Filter.Or(Collections.nCopies(2000, function)));
      assertRefused(new Filter.Or(Collections.nCopies(2001, function)), "comparisonLimit=2000");
      assertAccepted(Stream.iterate((Filter) function, Filter.Not::new)
          .skip(100)
          .findFirst()
          .orElseThrow());
    }
  }

  @Test
  void aFilterOfAMillionLevelsIsRefusedWithoutExhaustingTheStack() {
    assertRefused(nested(1_000_000, Filter.Not::new), "nestingLimit=100");
    assertRefused(
        nested(1_000_000, inner -> new Filter.Or(List.of(inner, LEAF))), "nestingLimit=100");
  }

  private static Filter nested(int levels, UnaryOperator<Filter> level) {
    return Stream.iterate(LEAF, level).skip(levels).findFirst().orElseThrow();
  }

  /** Asserts that the filter is accepted and can be printed and read back. */
  private static void assertAccepted(Filter filter) {
    assertThat(Query.ALL.where(filter).filter()).isEqualTo(filter);
    assertThat(FilterParser.parse(FilterPrinter.print(filter))).isEqualTo(filter);
  }

  private static void assertRefused(Filter filter, String limit) {
    for (var attempt :
        List.<Runnable>of(() -> Query.ALL.where(filter), () -> FilterPrinter.print(filter))) {
      var failure = catchThrowableOfType(InvalidRequestException.class, attempt::run);
      assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(failure.facts()).isEqualTo(limit);
    }
  }
}
