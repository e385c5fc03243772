package io.weir.cli.options;

import io.weir.api.error.InvalidRequestException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place of a fault in a filter, and what its author has likely meant, for a person.
 *
 * <pre>
 * Age &gt;= 5
 *     ^ write 'ge' for '&gt;='
 * </pre>
 */
final class FilterFault {

  private static final Pattern OFFSET = Pattern.compile("filterOffset=([0-9]+)");

  /** Longest part of a filter that is shown before the fault, and after it. */
  private static final int SHOWN = 60;

  /** What other languages write, the longest first, and what the protocol writes. */
  private static final Map<String, String> MEANT = meant();

  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_]*");

  private FilterFault() {}

  private static Map<String, String> meant() {
    var meant = new LinkedHashMap<String, String>();
    meant.put("===", "eq");
    meant.put("!==", "ne");
    meant.put("==", "eq");
    meant.put("!=", "ne");
    meant.put("<>", "ne");
    meant.put(">=", "ge");
    meant.put("=>", "ge");
    meant.put("<=", "le");
    meant.put("=<", "le");
    meant.put("&&", "and");
    meant.put("||", "or");
    meant.put("=", "eq");
    meant.put(">", "gt");
    meant.put("<", "lt");
    meant.put("&", "and");
    meant.put("|", "or");
    meant.put("!", "not");
    return meant;
  }

  /**
   * Returns the filter with a mark under the fault, in two lines; empty if the failure names no
   * place.
   */
  static Optional<String> shown(String filter, InvalidRequestException failure) {
    var offset = OFFSET.matcher(failure.facts());
    return offset.find()
        ? Optional.of(shown(filter, Integer.parseInt(offset.group(1)), failure.facts()))
        : Optional.empty();
  }

  private static String shown(String filter, int offset, String facts) {
    var begin = Math.max(0, offset - SHOWN);
    var end = Math.min(filter.length(), offset + SHOWN);
    var cut = begin == 0 ? "" : "…";
    var line = cut + filter.substring(begin, end) + (end == filter.length() ? "" : "…");
    var mark = " ".repeat(cut.length() + offset - begin) + "^";
    return "  " + line.replaceAll("\\s", " ") + System.lineSeparator() + "  " + mark
        + meaning(filter, offset, facts).map(text -> " " + text).orElse("");
  }

  /** Returns what was likely meant by the text at the fault. */
  private static Optional<String> meaning(String filter, int offset, String facts) {
    var rest = filter.substring(Math.min(offset, filter.length()));
    if (rest.isEmpty()) {
      return Optional.of(
          facts.endsWith("closingQuotationMark")
              ? "close the quotation mark; write '' for one in a text"
              : "the filter ends too early");
    }
    if (rest.startsWith("\"")) {
      return Optional.of("write texts in single quotation marks: 'text'");
    }
    var word = WORD.matcher(rest);
    return word.lookingAt() ? ofWord(word.group()) : ofSign(rest);
  }

  private static Optional<String> ofSign(String rest) {
    return MEANT.entrySet().stream()
        .filter(each -> rest.startsWith(each.getKey()))
        .findFirst()
        .map(each -> "write '" + each.getValue() + "' for '" + each.getKey() + "'");
  }

  private static Optional<String> ofWord(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "eq", "ne", "gt", "ge", "lt", "le", "and", "or", "not" ->
        Optional.of("write '" + word.toLowerCase(Locale.ROOT) + "', in lower case");
      case "like" -> Optional.of("write startswith(Name,'A'), endswith(..) or contains(..)");
      case "in", "between" -> Optional.of("write it as comparisons with 'and' and 'or'");
      case "is", "null" -> Optional.of("a filter cannot test whether a property is absent");
      default -> Optional.empty();
    };
  }
}
