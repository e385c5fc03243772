package io.weir.api.filter;

import static io.weir.api.filter.Operator.EQUAL;
import static io.weir.api.filter.Operator.GREATER;
import static io.weir.api.filter.Operator.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
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
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterParserTest {

  private static final Filter A = comparison("a", EQUAL, new EdmInt32(1));
  private static final Filter B = comparison("b", EQUAL, new EdmInt32(2));
  private static final Filter C = comparison("c", EQUAL, new EdmInt32(3));

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\r\n", "true", "True", "TRUE", " ( true ) "})
  void noConditionMatchesEverything(String text) {
    assertThat(FilterParser.parse(text)).isEqualTo(Filter.ALL);
  }

  @ParameterizedTest
  @CsvSource({
    "eq, EQUAL",
    "ne, NOT_EQUAL",
    "gt, GREATER",
    "ge, GREATER_OR_EQUAL",
    "lt, LESS",
    "le, LESS_OR_EQUAL"
  })
  void eachOperatorIsRecognised(String word, Operator operator) {
    assertThat(FilterParser.parse("a " + word + " 1"))
        .isEqualTo(comparison("a", operator, new EdmInt32(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "eq, EQUAL",
    "ne, NOT_EQUAL",
    "gt, LESS",
    "ge, LESS_OR_EQUAL",
    "lt, GREATER",
    "le, GREATER_OR_EQUAL"
  })
  void theLiteralMayComeFirst(String word, Operator operator) {
    assertThat(FilterParser.parse("1 " + word + " a"))
        .isEqualTo(comparison("a", operator, new EdmInt32(1)));
  }

  @ParameterizedTest
  @MethodSource
  void literalsOfEachTypeAreRecognised(String text, EdmValue literal) {
    assertThat(FilterParser.parse("a eq " + text)).isEqualTo(comparison("a", EQUAL, literal));
    assertThat(FilterParser.parse("(" + text + " eq a)"))
        .isEqualTo(comparison("a", EQUAL, literal));
  }

  static Stream<Arguments> literalsOfEachTypeAreRecognised() {
    var id = new EdmGuid(UUID.fromString("a455c89d-dab2-4fe1-b6b6-0d8e5a1b2c3d"));
    var bytes = new EdmBinary(new byte[] {0x0A, (byte) 0xFF});
    return Stream.of(
        arguments("''", new EdmString("")),
        arguments("'it''s'", new EdmString("it's")),
        arguments("''''", new EdmString("'")),
        arguments("' and not('", new EdmString(" and not(")),
        arguments("'Zürich 😀'", new EdmString("Zürich 😀")),
        arguments("0", new EdmInt32(0)),
        arguments("-1", new EdmInt32(-1)),
        arguments("+5", new EdmInt32(5)),
        arguments("007", new EdmInt32(7)),
        arguments("2147483647", new EdmInt32(Integer.MAX_VALUE)),
        arguments("-2147483648", new EdmInt32(Integer.MIN_VALUE)),
        arguments("2147483648", new EdmInt64(1L << 31)),
        arguments("-2147483649", new EdmInt64(-(1L << 31) - 1)),
        arguments("1L", new EdmInt64(1)),
        arguments("-1L", new EdmInt64(-1)),
        arguments("9223372036854775807", new EdmInt64(Long.MAX_VALUE)),
        arguments("-9223372036854775808L", new EdmInt64(Long.MIN_VALUE)),
        arguments("3.0", new EdmDouble(3)),
        arguments("-0.0", new EdmDouble(-0.0)),
        arguments(".5", new EdmDouble(0.5)),
        arguments("5.", new EdmDouble(5)),
        arguments("1e5", new EdmDouble(1e5)),
        arguments("1E+5", new EdmDouble(1e5)),
        arguments("-1.5e-300", new EdmDouble(-1.5e-300)),
        arguments("1e400", new EdmDouble(Double.POSITIVE_INFINITY)),
        arguments("NaN", new EdmDouble(Double.NaN)),
        arguments("INF", new EdmDouble(Double.POSITIVE_INFINITY)),
        arguments("-INF", new EdmDouble(Double.NEGATIVE_INFINITY)),
        arguments("true", new EdmBoolean(true)),
        arguments("True", new EdmBoolean(true)),
        arguments("TRUE", new EdmBoolean(true)),
        arguments("tRuE", new EdmBoolean(true)),
        arguments("False", new EdmBoolean(false)),
        arguments("FALSE", new EdmBoolean(false)),
        arguments("false", new EdmBoolean(false)),
        arguments(
            "datetime'2020-11-07T01:23:21.0555975Z'",
            EdmDateTime.parse("2020-11-07T01:23:21.0555975Z")),
        arguments("datetime'2020-11-07'", EdmDateTime.parse("2020-11-07T00:00:00Z")),
        arguments("datetime'2020-11-07T02:23:21+01:00'", EdmDateTime.parse("2020-11-07T01:23:21Z")),
        arguments("guid'a455c89d-dab2-4fe1-b6b6-0d8e5a1b2c3d'", id),
        arguments("guid'A455C89D-DAB2-4FE1-B6B6-0D8E5A1B2C3D'", id),
        arguments("X'0aFF'", bytes),
        arguments("binary'0Aff'", bytes),
        arguments("X''", new EdmBinary(new byte[0])));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_x",
        "TableName",
        "PartitionKey",
        "Größe",
        "x1",
        "𝒳",
        "X",
        "guid",
        "nan",
        "and",
        "or",
        "eq"
      })
  void everyIdentifierIsAProperty(String name) {
    assertThat(FilterParser.parse(name + " eq 1"))
        .isEqualTo(comparison(name, EQUAL, new EdmInt32(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a eq 1 and b eq 2",
        "(a eq 1)and(b eq 2)",
        "a eq 1 and(b eq 2)",
        "(a eq 1)and b eq 2",
        "((a eq 1) and (b eq 2))",
        "\ta\neq\r1\fand b eq 2 "
      })
  void blanksAreNeededBetweenWordsOnly(String text) {
    assertThat(FilterParser.parse(text)).isEqualTo(and(A, B));
  }

  @Test
  void notBindsCloserThanAndWhichBindsCloserThanOr() {
    assertThat(FilterParser.parse("a eq 1 or b eq 2 and c eq 3")).isEqualTo(or(A, and(B, C)));
    assertThat(FilterParser.parse("(a eq 1 or b eq 2) and c eq 3")).isEqualTo(and(or(A, B), C));
    assertThat(FilterParser.parse("not a eq 1 and b eq 2")).isEqualTo(and(new Filter.Not(A), B));
    assertThat(FilterParser.parse("not(a eq 1)")).isEqualTo(new Filter.Not(A));
    assertThat(FilterParser.parse("not not a eq 1")).isEqualTo(new Filter.Not(new Filter.Not(A)));
  }

  @Test
  void aChainIsOneNodeAndBracketsCreateAnother() {
    assertThat(FilterParser.parse("a eq 1 and b eq 2 and c eq 3")).isEqualTo(and(A, B, C));
    assertThat(FilterParser.parse("a eq 1 and (b eq 2 and c eq 3)")).isEqualTo(and(A, and(B, C)));
  }

  @Test
  void aBooleanIsAConditionOrALiteral() {
    assertThat(FilterParser.parse("true and a eq 1")).isEqualTo(and(Filter.ALL, A));
    assertThat(FilterParser.parse("a eq true and false"))
        .isEqualTo(and(comparison("a", EQUAL, new EdmBoolean(true)), Filter.NONE));
    assertThat(FilterParser.parse("true ne a"))
        .isEqualTo(comparison("a", NOT_EQUAL, new EdmBoolean(true)));
  }

  @Test
  void aPropertyAloneIsTrueWhereItIsTheBooleanTrue() {
    assertThat(FilterParser.parse("a")).isEqualTo(isTrue("a"));
    assertThat(FilterParser.parse("not a and b eq 2"))
        .isEqualTo(and(new Filter.Not(isTrue("a")), B));
    assertThat(FilterParser.parse("(a) or not (b)"))
        .isEqualTo(or(isTrue("a"), new Filter.Not(isTrue("b"))));
    assertThat(FilterParser.parse("c eq 3 and(a)and b"))
        .isEqualTo(and(C, isTrue("a"), isTrue("b")));
    assertThat(FilterParser.parse("or eq 1 or a"))
        .isEqualTo(or(comparison("or", EQUAL, new EdmInt32(1)), isTrue("a")));
    assertThat(FilterParser.parse("length or tolower"))
        .isEqualTo(or(isTrue("length"), isTrue("tolower")));
  }

  @Test
  void propertiesAloneCountAsComparisons() {
    var most = String.join(" and ", Collections.nCopies(FilterParser.MAX_COMPARISONS, "a"));

    assertThat(FilterParser.parse(most).operands()).hasSize(FilterParser.MAX_COMPARISONS);
    assertThat(failure(most + " and a").facts()).contains("comparisonLimit=2000");
  }

  private static Filter isTrue(String property) {
    return comparison(property, EQUAL, new EdmBoolean(true));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          a eq | 4 | literal
          a eq b | 5 | literal
          a eq 1 b | 7 | endOfFilter
          a eq 1) | 6 | endOfFilter
          (a eq 1 | 7 | closingBracket
          a eq 1 and | 10 | condition
          and | 3 | operator
          not | 3 | condition
          () | 1 | condition
          1 eq 2 | 5 | property
          1 | 1 | operator
          true eq | 7 | property
          eq | 2 | operator
          a and and | 9 | operator
          a or or and b | 8 | operator
          a b | 2 | operator
          a and b c | 8 | operator
          a, | 1 | operator
          a or not | 8 | condition
          PartitionKey 'x' | 13 | operator
          a EQ 1 | 2 | operator
          a = 1 | 2 | propertyOrLiteral
          a eq 'x | 7 | closingQuotationMark
          a eq ' | 6 | closingQuotationMark
          a eq foo'x' | 5 | literal
          a eq datetime'yesterday' |  | expected=Edm.DateTime
          a eq guid'x' | 5 | literalOfType:guid
          a eq guid'a455c89ddab24fe1b6b60d8e5a1b2c3d' | 5 | literalOfType:guid
          a eq X'0' | 5 | literalOfType:X
          a eq X'0g' | 5 | literalOfType:X
          a eq 9223372036854775808 | 5 | numberInRange
          a eq 1l | 5 | propertyOrLiteral
          a eq --1 | 5 | propertyOrLiteral
          a eq 1e | 5 | propertyOrLiteral
          a eq . | 5 | propertyOrLiteral
          a eq 0x1 | 5 | propertyOrLiteral
          a eq -NaN | 5 | propertyOrLiteral
          a eq null | 5 | literal
          a eq 1,5 | 6 | endOfFilter
          , | 0 | condition
          contains(a 'x') | 11 | comma
          contains(a,'x' | 14 | closingBracket
          contains(a,'x','y') | 14 | closingBracket
          contains(a,5) | 11 | text
          contains(a,b) | 11 | text
          contains('x',a) | 9 | property
          contains() | 9 | property
          contains(a,X'00') | 11 | text
          substringof(a,'x') | 12 | text
          substringof('x','y') | 16 | property
          startswith(tolower(a,'x') | 20 | closingBracket
          tolower(a) | 10 | operator
          tolower(a,'x') eq 'y' | 9 | closingBracket
          length('x') eq 1 | 7 | property
          length(a) gt b | 13 | literal
          startswith(a,'x') 'y' | 18 | endOfFilter
          startswith(a,'x') eq b | 21 | literal
          """)
  void invalidTextIsRefusedWithTheOffsetOfTheError(String text, String offset, String expected) {
    var failure = failure(text);

    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    assertThat(failure.facts())
        .contains(offset == null ? "" : "filterOffset=" + offset)
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          contains(a,'x') | CONTAINS
          contains ( a , 'x' ) | CONTAINS
          startswith(a,'x') | STARTS_WITH
          endswith(a,'x') | ENDS_WITH
          substringof('x',a) | CONTAINS
          substringof('x',a) eq true | CONTAINS
          startswith(a,'x')eq True | STARTS_WITH
          """)
  void aTestNamesAPropertyAndAText(String text, TextMatch match) {
    assertThat(FilterParser.parse(text)).isEqualTo(new Filter.TextTest("a", false, match, "x"));
    assertThat(FilterParser.parse("not " + text.replaceFirst("\\ba\\b", "tolower(a)")))
        .isEqualTo(new Filter.Not(new Filter.TextTest("a", true, match, "x")));
  }

  @Test
  void aFunctionOfAPropertyIsComparedInEitherOrder() {
    var longer = new Filter.Derived("a", Derivation.LENGTH, GREATER, new EdmInt32(3));
    var lower = new Filter.Derived("a", Derivation.LOWERED, EQUAL, new EdmString("x"));

    assertThat(FilterParser.parse("length(a) gt 3")).isEqualTo(longer);
    assertThat(FilterParser.parse("3 lt length(a)")).isEqualTo(longer);
    assertThat(FilterParser.parse("tolower(a)eq 'x' and not('x'eq tolower( a ))"))
        .isEqualTo(and(lower, new Filter.Not(lower)));
  }

  @Test
  void theNameOfAFunctionIsAPropertyUnlessABracketFollows() {
    assertThat(FilterParser.parse("length eq 1"))
        .isEqualTo(comparison("length", EQUAL, new EdmInt32(1)));
    assertThat(FilterParser.parse("startswith(tolower,'x')"))
        .isEqualTo(new Filter.TextTest("tolower", false, TextMatch.STARTS_WITH, "x"));
    assertThat(FilterParser.parse("length(not) ne 1"))
        .isEqualTo(new Filter.Derived("not", Derivation.LENGTH, NOT_EQUAL, new EdmInt32(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "StartsWith(a,'b')",
        "indexof(a,'b') eq 1",
        "a eq 1 and toupper (b) gt 'B'",
        "1 eq f(x)",
        "length(tolower(a)) eq 1",
        "contains(length(a),'b')",
        "true eq contains(a,'b')",
        "contains(a,'b') eq false",
        "contains(a,'b') ne true",
        "contains(a,'b') eq 1"
      })
  void otherFunctionsAndUsesAreNotImplemented(String text) {
    assertThat(failure(text).code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED);
  }

  @Test
  void nestingIsLimited() {
    assertThat(FilterParser.parse("(".repeat(100) + "a eq 1" + ")".repeat(100))).isEqualTo(A);
    assertThat(failure("(".repeat(101) + "a eq 1" + ")".repeat(101)).facts())
        .contains("nestingLimit=100");

    assertThat(FilterPrinter.print(FilterParser.parse("not ".repeat(100) + "a eq 1")))
        .startsWith("not not");
    assertThat(failure("not ".repeat(101) + "a eq 1").facts()).contains("nestingLimit=100");
  }

  @Test
  void adjacentBracketsDoNotNest() {
    assertThat(FilterParser.parse("(a eq 1)" + " and (a eq 1)".repeat(1999)))
        .isEqualTo(new Filter.And(Collections.nCopies(2000, A)));
  }

  @Test
  void theNumberOfComparisonsIsLimited() {
    assertThat(FilterParser.parse("a eq 1" + " or a eq 1".repeat(1999)))
        .isEqualTo(new Filter.Or(Collections.nCopies(2000, A)));
    assertThat(failure("a eq 1" + " or a eq 1".repeat(2000)).facts())
        .contains("comparisonLimit=2000");
  }

  @Test
  void constantsCountAsComparisons() {
    assertThat(FilterParser.parse("true" + " or true".repeat(1999)))
        .isEqualTo(new Filter.Or(Collections.nCopies(2000, Filter.ALL)));
    assertThat(failure("true" + " or true".repeat(2000)).facts()).contains("comparisonLimit=2000");
  }

  @Test
  void functionsCountAsComparisons() {
    for (var function : List.of("contains(a,'x')", "substringof('x',a)", "length(a) eq 1")) {
      FilterParser.parse(function + (" or " + function).repeat(1999));
      assertThat(failure(function + (" or " + function).repeat(2000)).facts())
          .contains("comparisonLimit=2000");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "not ",
        "not(",
        "a eq 1 and (",
        "true and ",
        "'",
        "''",
        "9",
        "-",
        "a ",
        "1.0e",
        ")",
        ",",
        "startswith(a,",
        "tolower(a)",
        "\uD83D"
      })
  void textOfMegabytesIsRefusedWithoutExhaustingTheStack(String piece) {
    assertThat(failure(piece.repeat(4_000_000 / piece.length())).code())
        .isEqualTo(ErrorCode.INVALID_INPUT);
  }

  @Test
  void aMegabyteMayBeOneLiteral() {
    var text = "x".repeat(1 << 20);

    assertThat(FilterParser.parse("a eq '" + text + "'"))
        .isEqualTo(comparison("a", EQUAL, new EdmString(text)));
    assertThat(FilterParser.parse("a gt " + "1".repeat(1 << 20) + ".0"))
        .isEqualTo(comparison("a", GREATER, new EdmDouble(Double.POSITIVE_INFINITY)));
  }

  @Test
  void aFailureDoesNotRepeatMegabytesOfText() {
    assertThat(failure("a eq datetime'" + "x".repeat(1 << 20) + "'").getMessage())
        .hasSizeLessThan(500);
    assertThat(failure("x".repeat(1 << 20) + "(a)").getMessage()).hasSizeLessThan(500);
  }

  private static TableServiceException failure(String text) {
    return catchThrowableOfType(TableServiceException.class, () -> FilterParser.parse(text));
  }

  private static Filter comparison(String property, Operator operator, EdmValue literal) {
    return new Filter.Comparison(property, operator, literal);
  }

  private static Filter and(Filter... operands) {
    return new Filter.And(List.of(operands));
  }

  private static Filter or(Filter... operands) {
    return new Filter.Or(List.of(operands));
  }
}
