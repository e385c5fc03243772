package io.weir.api.filter;

import java.util.Optional;

/**
 * A way in which a text contains another, by UTF-16 unit. The empty text is contained in every
 * text.
 *
 * <p>Source: OData Version 4.01, Part 2: URL Conventions, "String and Collection Functions".
 */
public enum TextMatch {
  STARTS_WITH("startswith"),
  ENDS_WITH("endswith"),
  CONTAINS("contains");

  private final String function;

  TextMatch(String function) {
    this.function = function;
  }

  /** Returns the name of the function in the {@code $filter} grammar. */
  public String function() {
    return function;
  }

  /** Returns the match with exactly this function name. */
  public static Optional<TextMatch> ofFunction(String name) {
    return switch (name) {
      case "startswith" -> Optional.of(STARTS_WITH);
      case "endswith" -> Optional.of(ENDS_WITH);
      case "contains" -> Optional.of(CONTAINS);
      default -> Optional.empty();
    };
  }

  /** Whether {@code whole} contains {@code part} in this way. */
  public boolean holds(String whole, String part) {
    return switch (this) {
      case STARTS_WITH -> whole.startsWith(part);
      case ENDS_WITH -> whole.endsWith(part);
      case CONTAINS -> whole.contains(part);
    };
  }
}
