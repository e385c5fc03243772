package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPrinterTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "false",
        "a eq 1",
        "a eq 1 and b eq 2 or c eq 3 and d eq 4",
        "(a eq 1 or b eq 2) and (c eq 3 or d eq 4)",
        "a eq 1 and (b eq 2 and c eq 3)",
        "a eq 1 or (b eq 2 or c eq 3)",
        "not a eq 1",
        "not not (a eq 1 and b eq 2)",
        "not (a eq 1 or b eq 2) and not false",
        "a eq 'it''s'",
        "a eq guid'a455c89d-dab2-4fe1-b6b6-0d8e5a1b2c3d' or b lt X'0aff' or c ge datetime'2020-11-07T01:23:21.05Z'",
        "1 lt not",
        "startswith(a,'it''s') or not endswith(tolower(not),'')",
        "contains(a,'x') and tolower(a) ne 'x' and length(a) gt 3L"
      })
  void theShortestTextIsPrintedUnchanged(String text) {
    assertThat(FilterPrinter.print(FilterParser.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          ((a eq 1))and(b eq 2) | a eq 1 and b eq 2
          1 gt a | a lt 1
          a eq +5 | a eq 5
          a eq 2147483648 | a eq 2147483648L
          a eq 1e5 | a eq 100000.0
          a eq 1e400 | a eq INF
          a eq binary'0AFF' | a eq X'0aff'
          substringof('x',a) eq true | contains(a,'x')
          contains( tolower( a ) , 'x' ) | contains(tolower(a),'x')
          3 lt length (a) | length(a) gt 3
          not (a) or b | not a eq true or b eq true
          a gt datetime'2020-11-07' | a gt datetime'2020-11-07T00:00:00Z'
          a eq datetime'2020-11-07 01:23' | a eq datetime'2020-11-07T01:23:00Z'
          """)
  void otherTextIsPrintedInItsShortestForm(String text, String printed) {
    assertThat(FilterPrinter.print(FilterParser.parse(text))).isEqualTo(printed);
  }

  @Test
  void numbersKeepTheirType() {
    assertThat(printed(new EdmInt32(3))).isEqualTo("a eq 3");
    assertThat(printed(new EdmInt64(3))).isEqualTo("a eq 3L");
    assertThat(printed(new EdmDouble(3))).isEqualTo("a eq 3.0");
    assertThat(printed(new EdmDouble(-0.0))).isEqualTo("a eq -0.0");
    assertThat(printed(new EdmDouble(1e300))).isEqualTo("a eq 1.0E300");
    assertThat(printed(new EdmDouble(Double.NaN))).isEqualTo("a eq NaN");
    assertThat(printed(new EdmDouble(Double.NEGATIVE_INFINITY))).isEqualTo("a eq -INF");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "1", "a b", "a eq 1 or b", "a'", "(a", "a.b", "a-b", "a\u0000"})
  void aNameThatNoEntityCanHaveIsPrintedAsFalse(String name) {
    for (var condition : conditions(name)) {
      assertThat(FilterPrinter.print(new Filter.Not(condition))).isEqualTo("not false");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false", "True", "FALSE", "NaN", "INF"})
  void aNameThatWouldBeReadAsALiteralIsRefused(String name) {
    for (var condition : conditions(name)) {
      var failure =
          catchThrowableOfType(InvalidRequestException.class, () -> FilterPrinter.print(condition));

      assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    }
  }

  private static String printed(EdmValue literal) {
    return FilterPrinter.print(new Filter.Comparison("a", Operator.EQUAL, literal));
  }

  private static List<Filter> conditions(String name) {
    return List.of(
        new Filter.Comparison(name, Operator.EQUAL, new EdmString("x")),
        new Filter.TextTest(name, true, TextMatch.CONTAINS, "x"),
        new Filter.Derived(name, Derivation.LOWERED, Operator.EQUAL, new EdmString("x")));
  }
}
