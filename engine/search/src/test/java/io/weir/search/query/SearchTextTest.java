package io.weir.search.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchRequest;
import io.weir.search.query.Clause.Kind;
import io.weir.search.query.Clause.Presence;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTextTest {

  @Test
  void aTextIsDividedIntoClauses() {
    assertThat(SearchText.parse("  goose +\"bald  eagle\"\t-wood* Remarks:engine +Kind:\"a:b\" "))
        .containsExactly(
            clause(Presence.OPTIONAL, "", Kind.WORD, "goose", 2),
            clause(Presence.REQUIRED, "", Kind.PHRASE, "bald  eagle", 8),
            clause(Presence.EXCLUDED, "", Kind.PREFIX, "wood", 23),
            clause(Presence.OPTIONAL, "Remarks", Kind.WORD, "engine", 30),
            clause(Presence.REQUIRED, "Kind", Kind.PHRASE, "a:b", 45));
  }

  @Test
  void signsCountAtTheBeginningOfAClauseOnly() {
    assertThat(SearchText.parse("fly-by C+ a+b"))
        .extracting(Clause::text)
        .containsExactly("fly-by", "C+", "a+b");
  }

  @Test
  void aBackslashInAPhraseTakesTheNextUnitAsItIs() {
    assertThat(SearchText.parse("\"say \\\"owl\\\" \\\\\""))
        .extracting(Clause::text)
        .containsExactly("say \"owl\" \\");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "+|1",
        "a - b|3",
        "a +* b|3",
        "*|0",
        "a*b|2",
        "\"open|0",
        "a \"open\\|2",
        "\" \"|0",
        "a\"b\"|1",
        "\"a\"b|3",
        "Kind:|5",
        ":a|0",
        "Kind:a:b|6",
        "-a|0",
        "-a -b|0"
      })
  void aTextOfAnotherFormIsRefusedWithThePosition(String text, int at) {
    assertThatThrownBy(() -> SearchText.parse(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at=" + at + " ");
  }

  @Test
  void asManyClausesAsPermittedAreTakenAndOneMoreIsRefused() {
    assertThat(SearchText.parse("a ".repeat(SearchRequest.MOST_CLAUSES)))
        .hasSize(SearchRequest.MOST_CLAUSES);
    assertThatThrownBy(() -> SearchText.parse("a ".repeat(SearchRequest.MOST_CLAUSES + 1)))
        .hasMessageContaining("atMost32Clauses")
        .hasMessageContaining("at=64 ");
  }

  private static Clause clause(Presence presence, String property, Kind kind, String text, int at) {
    return new Clause(
        presence, Optional.of(property).filter(name -> !name.isEmpty()), kind, text, at);
  }
}
