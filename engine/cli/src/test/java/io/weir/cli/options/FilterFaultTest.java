package io.weir.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.filter.Filter;
import io.weir.cli.terminal.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads about a filter that is wrong. */
final class FilterFaultTest {

  @ParameterizedTest
  @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
      Age >= 5 ; 4 ; write 'ge' for '>='
      Age>=5 ; 3 ; write 'ge' for '>='
      Age => 5 ; 4 ; write 'ge' for '=>'
      Age <= 5 ; 4 ; write 'le' for '<='
      Age < 5 ; 4 ; write 'lt' for '<'
      Age > 5 ; 4 ; write 'gt' for '>'
      Age = 5 ; 4 ; write 'eq' for '='
      Age == 5 ; 4 ; write 'eq' for '=='
      Age != 5 ; 4 ; write 'ne' for '!='
      Age <> 5 ; 4 ; write 'ne' for '<>'
      Age eq 5 && N eq 1 ; 9 ; write 'and' for '&&'
      Age eq 5 || N eq 1 ; 9 ; write 'or' for '||'
      !Night ; 0 ; write 'not' for '!'
      Age GE 5 ; 4 ; write 'ge', in lower case
      Age eq 5 AND N eq 1 ; 9 ; write 'and', in lower case
      Name eq "Ann" ; 8 ; write texts in single quotation marks
      Name eq 'Ann ; 12 ; close the quotation mark
      Name like 'A%' ; 5 ; write startswith(Name,'A')
      Age in (1,2) ; 4 ; write it as comparisons
      Name is null ; 5 ; a filter cannot test whether a property is absent
      Name eq null ; 8 ; a filter cannot test whether a property is absent
      Age eq ; 6 ; the filter ends too early
      """)
  void theFaultIsMarkedWithItsLikelyMeaning(String filter, int column, String meaning) {
    var lines = message(filter).lines().toList();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("--where cannot be read. ");
    assertThat(lines.get(1)).isEqualTo("  " + filter);
    assertThat(lines.get(2)).startsWith("  " + " ".repeat(column) + "^ " + meaning);
  }

  @Test
  void aFaultWithoutALikelyMeaningIsMarkedAlone() {
    assertThat(message("Age eq 5 6")).endsWith("\n" + "  " + " ".repeat(9) + "^");
  }

  @Test
  void ofALongFilterTheNeighbourhoodOfTheFaultIsShown() {
    var filter = "Age eq 1 or ".repeat(20) + "Age >= 5" + " or Age eq 1".repeat(20);

    var lines = message(filter).lines().toList();

    assertThat(lines.get(1)).startsWith("  …").endsWith("…").hasSize(2 + 1 + 60 + 60 + 1);
    assertThat(lines.get(1).substring(lines.get(2).indexOf('^'))).startsWith(">= 5");
  }

  @Test
  void aFilterThatIsTooDeepIsMarkedWhereItIs() {
    assertThat(message("(".repeat(101) + "A eq 1" + ")".repeat(101))
            .lines()
            .toList()
            .get(2))
        .endsWith("^");
  }

  @Test
  void noTextIsTheFilterOfEverything() {
    assertThat(FilterArgument.parsed("--where", null)).isEqualTo(Filter.ALL);
    assertThat(FilterArgument.parsed("--where", " ")).isEqualTo(Filter.ALL);
  }

  @Test
  void theFailureIsOneOfUsage() {
    assertThatThrownBy(() -> FilterArgument.parsed("A = 1")).isInstanceOf(CommandFailure.class);
  }

  private static String message(String filter) {
    return catchThrowable(() -> FilterArgument.parsed("--where", filter)).getMessage();
  }
}
