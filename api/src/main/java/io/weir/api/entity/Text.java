package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/** Rules that all text obeys, and the form in which a text stands in a message. */
final class Text {

  private static final int LONGEST_SHOWN = 64;

  private Text() {}

  /**
   * Checks that every surrogate has its partner.
   *
   * <p>deliberate: half a character cannot be written as UTF-8, so an answer could not give it back. It is refused, not replaced.
   */
  static void requireWellFormed(String what, String text) {
    for (var i = 0; i < text.length(); i++) {
      var unit = text.charAt(i);
      if (!Character.isSurrogate(unit)) {
        continue;
      }
      var paired = Character.isHighSurrogate(unit)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1));
      if (!paired) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, what + " unpairedSurrogateAt=" + i);
      }
      i++;
    }
  }

  /** The text, cut where it would make a message unreadable. */
  static String shown(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }
}
