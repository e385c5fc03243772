package io.weir.server.rest;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.SortProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A parser of the protocol's {@code $orderby} text: names with commas between them, each perhaps
 * followed by {@code asc} or {@code desc}.
 *
 * <p>Directions and the names of the keys are read in any case. A blank text orders by nothing. Any
 * thread.
 *
 * <p>Fails with {@code InvalidInput} and the offset of the first word that does not follow this
 * grammar.
 */
final class OrderReader {

  private static final Map<String, String> KEYS =
      Map.of("partitionkey", "PartitionKey", "rowkey", "RowKey");
  private static final Pattern WORD = Pattern.compile("[^\\s]+");
  private static final int MOST_WORDS = 2;

  private OrderReader() {}

  /** Returns the properties that the text names, the most significant one first. */
  static List<SortProperty> parse(String text) {
    var properties = new ArrayList<SortProperty>();
    if (text.isBlank()) {
      return properties;
    }
    for (var start = 0; start <= text.length(); ) {
      var comma = text.indexOf(',', start);
      var end = comma < 0 ? text.length() : comma;
      properties.add(property(text, start, end));
      start = end + 1;
    }
    return properties;
  }

  private static SortProperty property(String text, int start, int end) {
    var words =
        WORD.matcher(text).region(start, end).results().limit(MOST_WORDS + 1L).toList();
    if (words.isEmpty()) {
      throw unexpected("name", end);
    }
    if (words.size() > MOST_WORDS) {
      throw unexpected("comma", words.get(MOST_WORDS).start());
    }
    var name = words.get(0).group();
    var property = SortProperty.ascending(KEYS.getOrDefault(name.toLowerCase(Locale.ROOT), name));
    if (words.size() < MOST_WORDS) {
      return property;
    }
    return switch (words.get(1).group().toLowerCase(Locale.ROOT)) {
      case "asc" -> property;
      case "desc" -> property.reversed();
      default -> throw unexpected("asc|desc", words.get(1).start());
    };
  }

  private static InvalidRequestException unexpected(String expected, int offset) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "$orderby offset=" + offset + " expected=" + expected);
  }
}
