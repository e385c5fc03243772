package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that any {@code $filter} text is a filter or is refused, and that an accepted filter can
 * be printed and read back.
 */
class FilterFuzzTest {

  private static final Grammar FILTERS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      return disjunction(draw, 3);
    }

    @Override
    public List<String> words() {
      return List.of(
          "(",
          ")",
          " and ",
          " or ",
          " not ",
          "not(",
          " eq ",
          " ge ",
          "true",
          "false",
          "'",
          "''",
          "datetime'",
          "guid'",
          "X'",
          "binary'",
          "L",
          ".",
          "e",
          "-",
          " ",
          ",",
          "startswith(",
          "substringof(",
          "contains(",
          "tolower(",
          "length(",
          "indexof(");
    }
  };

  private static String disjunction(Draw draw, int depth) {
    return draw.times(1 + draw.below(2), " or ", () -> conjunction(draw, depth));
  }

  private static String conjunction(Draw draw, int depth) {
    return draw.times(1 + draw.below(3), " and ", () -> atom(draw, depth));
  }

  private static String atom(Draw draw, int depth) {
    if (depth > 0 && draw.oneIn(4)) {
      return draw.of("(", "not (", "not not (", " ( ") + disjunction(draw, depth - 1) + ")";
    }
    if (draw.oneIn(20)) {
      return draw.of("true", "false");
    }
    if (draw.oneIn(5)) {
      return test(draw);
    }
    var operator = draw.of(" eq ", " ne ", " gt ", " ge ", " lt ", " le ");
    return draw.oneIn(5)
        ? literal(draw) + operator + value(draw)
        : value(draw) + operator + literal(draw);
  }

  private static String value(Draw draw) {
    return draw.oneIn(5) ? draw.of("tolower(", "length( ") + draw.word() + ")" : draw.word();
  }

  private static String test(Draw draw) {
    var text = "'" + draw.text(4).replace("'", "''") + "'";
    var string = draw.oneIn(3) ? "tolower(" + draw.word() + ")" : draw.word();
    var test = draw.oneIn(4)
        ? "substringof(" + text + ", " + string + ")"
        : draw.of("contains(", "startswith(", "endswith(") + string + "," + text + ")";
    return draw.oneIn(5) ? test + " eq true" : test;
  }

  private static String literal(Draw draw) {
    if (draw.oneIn(20)) {
      return draw.of(
          draw.numeral(),
          draw.numeral() + "L",
          "guid'c9da6455'",
          "X'0'",
          "datetime'0000-13-40T99:99Z'");
    }
    return draw.of(
        "'" + draw.text(4).replace("'", "''") + "'",
        Integer.toString((int) draw.number()),
        draw.number() + "L",
        "1.5e-7",
        draw.of("true", "false"),
        "datetime'"
            + draw.of(
                "2020-11-07T01:23:21.0555975Z",
                "1601-01-01T00:00:00Z",
                "9999-12-31T23:59:59.9999999Z")
            + "'",
        "guid'c9da6455-213d-42c9-9a79-3e9149a57833'",
        draw.of("X'", "binary'") + draw.of("", "00fF") + "'");
  }

  @Test
  void everyTextIsReadAsAFilterOrRefused() {
    var outcome = Fuzz.of("filter").run(FILTERS, FilterFuzzTest::readPrintAndReadAgain);

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  static void readPrintAndReadAgain(String text) {
    var filter = FilterParser.parse(text);
    var printed = FilterPrinter.print(filter);
    if (!FilterParser.parse(printed).equals(filter)) {
      throw new IllegalStateException(
          "the printed text reads as another filter printed=" + printed);
    }
  }
}
