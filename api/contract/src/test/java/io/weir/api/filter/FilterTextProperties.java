package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.TableServiceException;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

/** Checks that printer and parser are inverse to each other. */
class FilterTextProperties {

  private static final Pattern TOKENS =
      Pattern.compile("(?:datetime|guid|X)?'(?:[^']|'')*'|[(),]| |[^'(), ]+");

  private static final Set<String> MARKS = Set.of("(", ")", ",");

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void printedTextIsReadBackAsAnEqualFilter(@ForAll("filters") Filter filter) {
    assertThat(FilterParser.parse(FilterPrinter.print(filter))).isEqualTo(filter);
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void blanksAndBracketsDoNotChangeTheFilter(
      @ForAll("filters") Filter filter, @ForAll Random random) {
    var loose = loosened(FilterPrinter.print(filter), random);

    assertThat(FilterParser.parse(loose)).as(loose).isEqualTo(filter);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void printingAFilterReadFromOtherTextIsStable(
      @ForAll("filters") Filter filter, @ForAll Random random) {
    var printed =
        FilterPrinter.print(FilterParser.parse(loosened(FilterPrinter.print(filter), random)));

    assertThat(FilterPrinter.print(FilterParser.parse(printed))).isEqualTo(printed);
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void anyTextIsReadOrFailsWithInvalidInput(
      @ForAll @StringLength(max = 30) @CharRange(from = ' ', to = '~') String noise) {
    assertReadsOrFails(noise);
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void aFilterWithOneChangedUnitIsReadOrFailsWithInvalidInput(
      @ForAll("filters") Filter filter, @ForAll Random random) {
    var text = new StringBuilder(FilterPrinter.print(filter));
    var damage = "'()+-.,eELnX\uD83D\u0000 0".charAt(random.nextInt(16));

    text.setCharAt(random.nextInt(text.length()), damage);

    assertReadsOrFails(text.toString());
  }

  private static void assertReadsOrFails(String text) {
    try {
      var filter = FilterParser.parse(text);
      assertThat(FilterParser.parse(FilterPrinter.print(filter))).isEqualTo(filter);
    } catch (TableServiceException e) {
      assertThat(e.code().status()).as(text).isIn(400, 501);
    }
  }

  /**
   * Returns the text with other blanks, without unnecessary blanks, and with brackets around it.
   */
  private static String loosened(String text, Random random) {
    var loose = new StringBuilder();
    var brackets = random.nextInt(3);
    loose.append("(".repeat(brackets));
    var tokens = TOKENS.matcher(text);
    while (tokens.find()) {
      var token = tokens.group();
      if (token.equals(" ")) {
        loose.append(blanks(random, isBesideBracket(text, tokens.start()) ? 0 : 1));
      } else if (MARKS.contains(token)) {
        loose.append(blanks(random, 0)).append(token).append(blanks(random, 0));
      } else {
        loose.append(token);
      }
    }
    return loose.append(")".repeat(brackets)).append(blanks(random, 0)).toString();
  }

  private static boolean isBesideBracket(String text, int blankAt) {
    return text.charAt(blankAt - 1) == ')' || text.charAt(blankAt + 1) == '(';
  }

  private static String blanks(Random random, int atLeast) {
    var blanks = new StringBuilder();
    for (var count = atLeast + random.nextInt(3); count > 0; count--) {
      blanks.append(" \t\n\r\f".charAt(random.nextInt(5)));
    }
    return blanks.toString();
  }

  @Provide
  Arbitrary<Filter> filters() {
    return ArbitraryFilters.filters();
  }
}
