package io.weir.client.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.api.AccessPath;
import io.weir.api.QueryReport;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the answer to a count: the number as text, and the plan in a header. */
final class CountAnswer {

  private CountAnswer() {}

  /**
   * Returns the report of a count. Fails with {@code InternalError} for a body that is no number.
   */
  static QueryReport of(String plan, byte[] body) {
    var facts = Arrays.stream(plan.split(" ", -1))
        .map(fact -> fact.split("=", 2))
        .filter(fact -> fact.length == 2)
        .collect(Collectors.toMap(fact -> fact[0], fact -> fact[1], (one, other) -> one));
    return new QueryReport(
        path(facts.getOrDefault("path", "")),
        facts.getOrDefault("index", ""),
        (int) number(facts, "ranges"),
        number(facts, "scanned"),
        number(new String(body, US_ASCII).strip()));
  }

  private static AccessPath path(String name) {
    return Arrays.stream(AccessPath.values())
        .filter(path -> path.name().equals(name))
        .findFirst()
        .orElse(AccessPath.UNKNOWN);
  }

  private static long number(Map<String, String> facts, String name) {
    return number(facts.getOrDefault(name, "0"));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw RestAnswer.unexpected("count", "expected=number");
    }
  }
}
