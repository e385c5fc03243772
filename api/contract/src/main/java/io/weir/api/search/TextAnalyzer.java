package io.weir.api.search;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A division of texts into the terms that a search compares. The text of a property and that of a
 * query are divided in the same way.
 */
public enum TextAnalyzer {
  /** Words by the rules of Unicode (UAX #29), in lower case. */
  STANDARD,
  /** Runs of letters, in lower case. */
  SIMPLE,
  /**
   * The whole text as one term, with its case. Of a longer text only the first 8,191 UTF-16 units
   * are compared.
   */
  KEYWORD,
  /**
   * As {@link #STANDARD}, without English function words, and with English words reduced to their
   * stems.
   */
  ENGLISH;

  /**
   * Returns the analyzer of a name in lower case. Fails with {@code InvalidInput} and the names
   * that exist.
   */
  public static TextAnalyzer parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.text().equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(
            ErrorCode.INVALID_INPUT,
            "analyzer=" + name + " expected="
                + Arrays.stream(values())
                    .map(TextAnalyzer::text)
                    .collect(Collectors.joining("|"))));
  }

  /** Returns the name in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
