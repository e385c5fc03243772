package io.weir.cli.table;

import io.weir.api.search.SearchStatus;
import io.weir.api.search.SearchedProperty;
import io.weir.api.search.TextAnalyzer;
import io.weir.cli.terminal.CommandFailure;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text of searches on the command line. */
final class SearchLine {

  private SearchLine() {}

  /**
   * Reads {@code NAME}, {@code NAME:ANALYZER} or {@code NAME:ANALYZER:WEIGHT}. Fails as
   * {@link SearchedProperty} does.
   */
  static SearchedProperty property(String text) {
    var parts = text.split(":", -1);
    if (parts.length > 3) {
      throw CommandFailure.wrongUsage("PROPERTY is NAME:ANALYZER:WEIGHT, not '" + text + "'.");
    }
    return new SearchedProperty(
        parts[0],
        parts.length < 2 ? TextAnalyzer.STANDARD : TextAnalyzer.parse(parts[1]),
        parts.length < 3 ? 1 : weight(parts[2]));
  }

  private static double weight(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw CommandFailure.wrongUsage("WEIGHT is a number such as 2 or 0.5, not '" + text + "'.");
    }
  }

  /** Returns a line about a search. */
  static String line(SearchStatus status) {
    return String.format(
        Locale.ROOT,
        "%s: %s, %d documents, %d bytes, lag %d ms%s%s, %s",
        status.table(),
        status.state().text(),
        status.documents(),
        status.bytes(),
        status.lag().toMillis(),
        status.isRebuilding() ? ", rebuilding with " + status.rebuilt() + " documents" : "",
        status.failure().isEmpty() ? "" : ", failure: " + status.failure(),
        status.definition().properties().stream()
            .map(SearchLine::text)
            .collect(Collectors.joining(" ")));
  }

  private static String text(SearchedProperty property) {
    return property.name() + ":" + property.analyzer().text() + ":" + property.weight();
  }
}
