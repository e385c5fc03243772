package io.weir.search.query;

import java.util.Optional;

/**
 * A clause of a search.
 *
 * @param property the property in which it must match; empty for all
 * @param text without sign, quotation marks and star; never empty
 * @param at where the clause begins in the text of the search
 */
public record Clause(Presence presence, Optional<String> property, Kind kind, String text, int at) {

  /** Says whether an entity must match. */
  public enum Presence {
    /** A match adds to the score. At least one such clause must match if no clause is required. */
    OPTIONAL,
    REQUIRED,
    EXCLUDED
  }

  /** The way in which the text is compared. */
  public enum Kind {
    WORD,
    PHRASE,
    PREFIX
  }
}
