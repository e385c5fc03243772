package io.weir.search;

import io.weir.api.search.SearchDefinition;
import io.weir.api.search.TextAnalyzer;
import io.weir.search.index.PropertyAnalyzers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** What a search must find, by going through all terms of a text. */
final class TermModel {

  private static final String LEFT_OUT = "";

  private final SearchDefinition definition;

  TermModel(SearchDefinition definition) {
    this.definition = definition;
  }

  /**
   * Whether a property of a text matches a word: its terms follow each other among the terms of the
   * text. A word that the analyzer leaves out, such as a function word, keeps its place: "goose the
   * gull" has no "goose gull".
   */
  boolean matches(String property, String text, String words) {
    var wanted = terms(property, words);
    return !wanted.isEmpty() && Collections.indexOfSubList(terms(property, text), wanted) >= 0;
  }

  boolean hasPrefix(String property, String text, String prefix) {
    return terms(property, text).stream().anyMatch(term -> term.startsWith(prefix));
  }

  private List<String> terms(String property, String text) {
    var analyzer = definition.properties().stream()
        .filter(each -> each.name().equals(property))
        .findFirst()
        .orElseThrow()
        .analyzer();
    return terms(analyzer, text);
  }

  private static List<String> terms(TextAnalyzer name, String text) {
    var found = new ArrayList<String>();
    try (var analyzer = PropertyAnalyzers.of(name);
        var stream = analyzer.tokenStream("any", text)) {
      var term = stream.addAttribute(CharTermAttribute.class);
      var place = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        for (var left = place.getPositionIncrement(); left > 1 && !found.isEmpty(); left--) {
          found.add(LEFT_OUT);
        }
        found.add(term.toString());
      }
      stream.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
