package io.weir.api.filter;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.Optional;

/**
 * A function of the {@code $filter} grammar that derives a value from a text.
 *
 * <p>Source: OData Version 4.01, Part 2: URL Conventions, "String and Collection Functions" and
 * "String Functions".
 */
public enum Derivation {

  /**
   * The text in lower case: each UTF-16 unit is mapped alone, by
   * {@link Character#toLowerCase(char)}. The result therefore depends on no locale and has the
   * length of the text, and an engine can compare stored text in place. Surrogate pairs stay
   * unchanged.
   */
  LOWERED("tolower"),

  /** The number of UTF-16 units, an Int32. */
  LENGTH("length");

  private final String function;

  Derivation(String function) {
    this.function = function;
  }

  /** Returns the name of the function in the {@code $filter} grammar. */
  public String function() {
    return function;
  }

  /** Returns the derivation with exactly this function name. */
  public static Optional<Derivation> ofFunction(String name) {
    return switch (name) {
      case "tolower" -> Optional.of(LOWERED);
      case "length" -> Optional.of(LENGTH);
      default -> Optional.empty();
    };
  }

  /** Returns the value that the function derives from a text. */
  public EdmValue of(String text) {
    return switch (this) {
      case LOWERED -> new EdmString(lowered(text));
      case LENGTH -> new EdmInt32(text.length());
    };
  }

  static String lowered(String text) {
    var units = text.toCharArray();
    for (var i = 0; i < units.length; i++) {
      units[i] = Character.toLowerCase(units[i]);
    }
    return new String(units);
  }
}
